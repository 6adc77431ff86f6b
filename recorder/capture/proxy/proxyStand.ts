import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http, { type IncomingMessage, type RequestListener, type RequestOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseReel, type Reel } from '../../../src/reel/index.ts';
import { type Recording, startRecording } from '../recording.ts';
import { type ProxyOptions, startProxy } from './proxy.ts';
import type { RequestFacts } from './relay.ts';

/** An exchange as the proxy told of its end. */
export interface Told {
  readonly request: RequestFacts;
  readonly status: number | undefined;
  readonly reel: Reel | undefined;
  readonly path: string | undefined;
}

/** A proxy between real sockets, for tests. */
export interface Stand {
  readonly address: string;
  readonly unreachable: readonly string[];
  /** The next exchange that ends, in the order of their ends. */
  next(): Promise<Told>;
  close(): Promise<void>;
}

type StandOptions = Partial<ProxyOptions> & Pick<ProxyOptions, 'upstream'>;

export async function standProxy(options: StandOptions): Promise<Stand> {
  const folder = mkdtempSync(path.join(tmpdir(), 'runreel-proxy-'));
  const unreachable: string[] = [];
  const ended = queue<Told>();
  const proxy = await startProxy({
    port: 0,
    timeout: undefined,
    now: () => performance.now(),
    open: (request, transport, startedAt) => recordingIn(folder, request, transport, startedAt),
    onUnreachable: (sentence) => unreachable.push(sentence),
    onEnd(request, status, recording) {
      const file = recording?.path;
      ended.put({ request, status, path: file, reel: file ? parseReel(readFileSync(file, 'utf8')) : undefined });
    },
    ...options,
  });
  return {
    address: proxy.address,
    unreachable,
    next: ended.take,
    async close() {
      await proxy.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function recordingIn(
  folder: string,
  request: RequestFacts,
  transport: 'sse' | 'http' | 'stdout' | 'websocket',
  startedAt: number,
): Recording {
  return startRecording({
    folder,
    name: request.path,
    startedAt,
    header: {
      reel: 1,
      format: 'unknown',
      agent: { name: 'test', version: 'unknown' },
      title: request.path,
      recordedAt: new Date().toISOString(),
      transport,
      request,
      redaction: { replaced: 0 },
    },
    onFailure(error) {
      throw error;
    },
  });
}

export interface Upstream {
  readonly url: URL;
  close(): void;
}

/** A server that the proxy stands before. */
export async function standUpstream(listener: RequestListener): Promise<Upstream> {
  const server = http.createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: new URL(`http://127.0.0.1:${portOf(server.address())}`),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export interface Asked {
  readonly answer: IncomingMessage;
  /** What came of the body, chunk by chunk. */
  readonly chunks: readonly Buffer[];
  /** Settles with the body's end: `true` where it was whole. */
  readonly whole: Promise<boolean>;
  leave(): void;
}

/** Asks as a client does, and gives the answer as soon as its headers are there. */
export function ask(
  url: string,
  options: RequestOptions = {},
  body = '',
  onChunk: (chunk: Buffer) => void = () => {},
): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { agent: false, ...options }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        onChunk(chunk);
      });
      const whole = new Promise<boolean>((done) => {
        answer.on('error', () => done(false));
        answer.on('end', () => done(answer.complete));
      });
      resolve({ answer, chunks, whole, leave: () => request.destroy() });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Things that are put in and taken out in the same order, whichever comes first. */
export function queue<T>(): { put(thing: T): void; take(): Promise<T> } {
  const things: T[] = [];
  const takers: ((thing: T) => void)[] = [];
  return {
    put(thing) {
      const taker = takers.shift();
      if (taker) taker(thing);
      else things.push(thing);
    },
    take() {
      const thing = things.shift();
      return thing === undefined ? new Promise((resolve) => takers.push(resolve)) : Promise.resolve(thing);
    },
  };
}

import type { Agent, IncomingMessage, ServerResponse } from 'node:http';
import type { EndCause, Transport } from '../../../src/reel/index.ts';
import { passOn, type Witness } from '../passOn.ts';
import type { Recording } from '../recording.ts';
import { createBodyCopy } from './bodyCopy.ts';
import { asRecord, endToEnd } from './headers.ts';
import { watchSilence } from './silence.ts';
import { requestUpstream } from './upstream.ts';

/** What a recording's header tells of the request. */
export interface RequestFacts {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface RelayOptions {
  readonly upstream: URL;
  readonly agent: Agent;
  /** How long the upstream may say nothing, in milliseconds; for ever where undefined. */
  readonly timeout: number | undefined;
  now(): number;
  /** Starts the recording of a request that came at `startedAt`; `undefined` where it is not wanted. */
  open(request: RequestFacts, transport: Transport, startedAt: number): Recording | undefined;
  /** The upstream cannot be used; the client was told so in the same words. */
  onUnreachable(sentence: string): void;
  /** The exchange is over. */
  onEnd(request: RequestFacts, status: number | undefined, recording: Recording | undefined): void;
}

/** An exchange that goes on. */
export interface Relay {
  /** Cuts it on both sides. */
  abort(): void;
}

/**
 * Passes a request to the upstream and its answer back, each chunk at once, and records the answer. An abort of
 * the client and a reset of the upstream reach the other side, and the reel, as what they were.
 */
export function relay(request: IncomingMessage, response: ServerResponse, options: RelayOptions): Relay {
  const { upstream, now } = options;
  const startedAt = now();
  const body = createBodyCopy();
  let recording: Recording | undefined;
  let over = false;

  const facts = (): RequestFacts => {
    const value = body.value(request.complete);
    return {
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: asRecord(endToEnd(request.rawHeaders)),
      ...(value === undefined ? {} : { body: value }),
    };
  };
  const end = (cause: EndCause) => {
    over = true;
    silence.stop();
    recording?.end(now(), cause);
    options.onEnd(facts(), response.headersSent ? response.statusCode : undefined, recording);
  };
  /** Ends without an answer's end: what the client has of the answer stays without one too. */
  const cut = (cause: EndCause) => {
    if (over) return;
    // A cancel before the first byte is worth a recording too.
    if (!response.headersSent) recording = options.open(facts(), 'http', startedAt);
    end(cause);
    outgoing.destroy();
    cutShort(response);
  };
  const refuse = (status: number, sentence: string, cause: EndCause) => {
    if (over) return;
    options.onUnreachable(sentence);
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`runreel: ${sentence}\n`);
    end(cause);
    outgoing.destroy();
  };
  const silence = watchSilence(options.timeout, (seconds) => {
    if (over || response.headersSent) return cut('timeout');
    recording = options.open(facts(), 'http', startedAt);
    refuse(504, `${upstream.origin} said nothing for ${seconds} s.`, 'timeout');
  });

  const outgoing = requestUpstream(request, upstream, options.agent);
  outgoing.on('response', (answer) => {
    const at = now();
    if (over) return;
    const headers = endToEnd(answer.rawHeaders);
    const status = answer.statusCode ?? 502;
    response.sendDate = false;
    for (const { name, values } of headers.values()) response.setHeader(name, values.length > 1 ? [...values] : values);
    response.writeHead(status, answer.statusMessage);
    response.flushHeaders();
    const isStream = /^text\/event-stream\b/i.test(answer.headers['content-type'] ?? '');
    recording = options.open(facts(), isStream ? 'sse' : 'http', startedAt);
    recording?.headers(at, status, asRecord(headers));
    passAnswer(answer, response, now, (chunkAt, chunk) => recording?.output(chunkAt, chunk));
    silence.follow(answer);
    answer.on('end', () => {
      if (over) return;
      response.end();
      end('eof');
    });
    answer.on('error', () => cut('reset'));
  });
  outgoing.on('error', (error) => {
    if (over) return;
    if (response.headersSent || wasCut(error)) cut('reset');
    else refuse(502, unreachable(upstream, error), 'reset');
  });
  response.on('error', () => cut('abort'));
  response.on('close', () => {
    if (!response.writableFinished) cut('abort');
  });
  request.on('error', () => cut('abort'));
  passOn(request, outgoing, now, (_, chunk) => body.add(chunk));
  request.on('end', () => outgoing.end());
  silence.follow(request);

  return { abort: () => cut('abort') };
}

function passAnswer(answer: IncomingMessage, response: ServerResponse, now: () => number, witness: Witness): void {
  const client = {
    write(chunk: Uint8Array) {
      const free = response.write(chunk);
      // Node keeps what is written until the end of the turn; the witness, who takes time, comes before that.
      response.socket?.uncork();
      return free;
    },
    once: response.once.bind(response),
    get destroyed() {
      return response.destroyed;
    },
  };
  passOn(answer, client, now, witness);
}

/** Ends the client's connection so that it sees a cut, and not the end of the answer. */
function cutShort(response: ServerResponse): void {
  const { socket } = response;
  if (!socket) response.destroy();
  // Without a length or chunks the end of the connection would be the end of the answer.
  else if (response.headersSent && !response.chunkedEncoding && !response.hasHeader('content-length')) {
    socket.resetAndDestroy();
  } else socket.destroySoon();
}

const codeOf = (error: Error) => ('code' in error ? String(error.code) : error.message);

/** Whether a connection that stood was cut by the other side. */
const wasCut = (error: Error) => ['ECONNRESET', 'EPIPE'].includes(codeOf(error));

function unreachable(upstream: URL, error: Error): string {
  return `${upstream.origin} cannot be reached (${codeOf(error)}); is the address right, and does it run?`;
}

import { readFileSync, statSync } from 'node:fs';
import http, { type RequestListener } from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { createManualClock, play, timelineOf } from '../../../src/reel/index.ts';
import type { ProxyOptions } from './proxy.ts';
import { ask, portOf, queue, type Stand, standProxy, standUpstream } from './proxyStand.ts';
import { selfSigned } from './selfSigned.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A proxy before an upstream that answers as said. */
async function stand(listener: RequestListener, options: Partial<ProxyOptions> = {}, prefix = ''): Promise<Stand> {
  const upstream = await standUpstream(listener);
  cleanUps.push(upstream.close);
  const proxy = await standProxy({ upstream: new URL(prefix, upstream.url), ...options });
  cleanUps.push(proxy.close);
  return proxy;
}

const SSE = { 'content-type': 'text/event-stream' };
const smile = Buffer.from('😀');

describe('R7.2: what goes through the proxy', () => {
  const chunks = [
    Buffer.from('event: message\r\nid: 7\r\n'),
    Buffer.concat([Buffer.from('data: one '), smile.subarray(0, 2)]),
    Buffer.concat([smile.subarray(2), Buffer.from('\r\ndata: two\r\n\r\n')]),
    Buffer.from(': still here\r\n\r\n'),
    Buffer.from('data: 你好\r\n\r\n'),
  ];

  it('is passed on chunk by chunk, each before the next is sent, and replayed with the same bytes and borders', async () => {
    const received = queue<Buffer>();
    const proxy = await stand(async (_, response) => {
      response.writeHead(200, SSE);
      for (const [index, chunk] of chunks.entries()) {
        response.write(chunk);
        // A chunk that a proxy holds back stops everything here.
        expect(await received.take()).toEqual(chunks[index]);
      }
      response.end();
    });
    const asked = await ask(`${proxy.address}/agent`, {}, '', received.put);
    expect(await asked.whole).toBe(true);
    const { reel } = await proxy.next();
    if (!reel) throw new Error('no recording');
    expect(asked.chunks).toEqual(chunks);
    const replayed: Buffer[] = [];
    for await (const chunk of play(reel, { speed: 'instant' })) replayed.push(Buffer.from(chunk));
    expect(replayed).toEqual(chunks);
    expect(reel.header).toMatchObject({ transport: 'sse' });
    expect(reel.lines.at(-1)).toMatchObject({ end: 'eof', chunks: 5, bytes: Buffer.concat(chunks).length });
  });

  it('is passed on to the client before it is written down', async () => {
    const seen = new Int32Array(new SharedArrayBuffer(4));
    const waits: string[] = [];
    const inOrder = queue<boolean>();
    const proxy = await stand(
      async (_, response) => {
        for (const chunk of ['a', 'bb', 'ccc']) {
          response.write(chunk);
          await inOrder.take();
        }
        response.end();
      },
      {
        open: () => ({
          ...{
            path: '',
            totals: { chunks: 0, bytes: 0, duration: 0 },
            headers() {},
            beside() {},
            end() {},
            discard() {},
          },
          // Everything stands here until another thread has the chunk.
          output(_, chunk) {
            const before = (chunk.length * (chunk.length - 1)) / 2;
            waits.push(Atomics.wait(seen, 0, before, 3_000));
            inOrder.put(true);
          },
        }),
        onEnd() {},
      },
    );
    const client = new Worker(
      `const { workerData } = require('node:worker_threads');
      require('node:http').get(workerData.address, (answer) => answer.on('data', (chunk) => {
        Atomics.add(workerData.seen, 0, chunk.length);
        Atomics.notify(workerData.seen, 0);
      }));`,
      { eval: true, workerData: { address: proxy.address, seen } },
    );
    await new Promise((resolve) => client.on('exit', resolve));
    expect(waits).toHaveLength(3);
    expect(waits).not.toContain('timed-out');
  });

  it('keeps method, path, query, headers and body, adds the prefix, asks for no compression', async () => {
    const seen = queue<object>();
    const proxy = await stand(
      async (request, response) => {
        let body = '';
        for await (const chunk of request) body += chunk;
        const { method, url, headers, rawHeaders } = request;
        seen.put({ method, url, headers, rawHeaders, body });
        response.writeHead(201, 'Made', { 'X-Request-Id': 'r1', 'Set-Cookie': ['a=1', 'b=2'], Connection: 'close' });
        response.end('{}');
      },
      {},
      '/v1/',
    );
    const headers = {
      ...{ 'content-type': 'application/json', 'X-Api-Key': 'sk-test', 'Accept-Encoding': 'gzip, br' },
      ...{ Connection: 'keep-alive, X-Hop', 'X-Hop': 'mine', Host: 'agent.example' },
    };
    const { answer, whole } = await ask(`${proxy.address}/messages?beta=true`, { method: 'PUT', headers }, '{"a":[1]}');
    await whole;
    const request = await seen.take();
    expect(request).toMatchObject({
      ...{ method: 'PUT', url: '/v1/messages?beta=true', body: '{"a":[1]}' },
      headers: { 'x-api-key': 'sk-test', 'accept-encoding': 'identity', host: expect.stringMatching(/^127/) },
    });
    expect(request).not.toHaveProperty(['headers', 'x-hop']);
    expect(request).toHaveProperty('rawHeaders', expect.arrayContaining(['X-Api-Key']));
    expect(answer).toMatchObject({ statusCode: 201, statusMessage: 'Made' });
    expect(answer.headers).toMatchObject({ 'x-request-id': 'r1', 'set-cookie': ['a=1', 'b=2'] });
    const { reel } = await proxy.next();
    expect(reel?.header.request).toMatchObject({
      ...{ method: 'PUT', path: '/messages?beta=true', body: { a: [1] } },
      headers: { 'x-api-key': 'sk-test', host: 'agent.example' },
    });
    expect(reel?.lines[0]).toMatchObject({ kind: 'h', status: 201, headers: { 'x-request-id': 'r1' } });
    expect(reel?.lines[0]).not.toHaveProperty(['headers', 'connection']);
  });

  it.each([
    ['GET', '', {}, undefined],
    ['POST', '', {}, undefined],
    ['DELETE', 'all', { 'transfer-encoding': 'chunked' }, 'all'],
    ['POST', 'plain', { 'content-length': '5' }, 'plain'],
  ])('frames the body of a %s of "%s" as it came', async (method, body, headers, recorded) => {
    const proxy = await stand(async (request, response) => {
      for await (const chunk of request) response.write(chunk);
      response.end();
    });
    const asked = await ask(proxy.address, { method, headers }, body);
    expect(await asked.whole).toBe(true);
    expect(Buffer.concat(asked.chunks).toString()).toBe(body);
    expect((await proxy.next()).request.body).toEqual(recorded);
  });

  it('is recorded with the times at which it came', async () => {
    const clock = createManualClock();
    const received = queue<Buffer>();
    const proxy = await stand(
      async (_, response) => {
        for (const ms of [0.6, 0.6, 100]) {
          await clock.advance(ms);
          response.write(`${ms}`);
          await received.take();
        }
        response.end();
      },
      { now: clock.now },
    );
    await (await ask(proxy.address, {}, '', received.put)).whole;
    const { reel } = await proxy.next();
    expect(reel && timelineOf(reel).chunks.map(({ time }) => time)).toEqual([1, 1, 101]);
  });

  it('comes out of many requests at once as a file each, private to its owner', async () => {
    const waiting: (() => void)[] = [];
    const proxy = await stand((request, response) => {
      response.writeHead(200, SSE).write(`data: ${request.url}\n\n`);
      waiting.push(() => response.end('data: end\n\n'));
      if (waiting.length === 12) for (const end of waiting) end();
    });
    const names = Array.from({ length: 12 }, (_, index) => `/same/${index % 3}`);
    await Promise.all(names.map(async (name) => (await ask(proxy.address + name)).whole));
    const told = [];
    for (const _ of names) told.push(await proxy.next());
    expect(new Set(told.map(({ path }) => path)).size).toBe(12);
    for (const { reel, request, path } of told) {
      expect(reel && Buffer.concat(timelineOf(reel).chunks.map(({ bytes }) => bytes)).toString()).toBe(
        `data: ${request.path}\n\ndata: end\n\n`,
      );
      expect(statSync(path ?? '').mode & 0o777).toBe(0o600);
    }
  });

  it('may go to an upstream over TLS', async () => {
    const { key, cert } = selfSigned();
    const server = https.createServer({ key, cert }, (request, response) => {
      response.writeHead(200, SSE).end(`data: ${request.headers.host}\n\n`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanUps.push(() => server.close());
    const upstream = new URL(`https://127.0.0.1:${portOf(server.address())}`);
    const trusting = await standProxy({ upstream, agent: new https.Agent({ ca: cert }) });
    cleanUps.push(trusting.close);
    const asked = await ask(trusting.address);
    expect(await asked.whole).toBe(true);
    expect(Buffer.concat(asked.chunks).toString()).toBe(`data: ${upstream.host}\n\n`);
    expect((await trusting.next()).reel?.lines.at(-1)).toMatchObject({ end: 'eof', chunks: 1 });

    const doubting = await standProxy({ upstream });
    cleanUps.push(doubting.close);
    expect((await ask(doubting.address)).answer.statusCode).toBe(502);
    expect(doubting.unreachable).toEqual([expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT')]);
  });

  it('goes over kept connections, one after the other', async () => {
    const ports = new Set<number | undefined>();
    const proxy = await stand((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('{}');
    });
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    cleanUps.push(() => agent.destroy());
    const own = new Set<number | undefined>();
    agent.on('free', (socket: net.Socket) => own.add(socket.localPort));
    for (let count = 0; count < 3; count += 1) {
      expect(await (await ask(proxy.address, { agent })).whole).toBe(true);
      await proxy.next();
    }
    expect([ports.size, own.size]).toEqual([1, 1]);
  });

  it('may be anything: a body in binary, an answer without one', async () => {
    const proxy = await stand((request, response) => {
      if (request.method === 'HEAD') response.writeHead(200, { 'content-length': 5 }).end();
      else if (request.url === '/none') response.writeHead(204).end();
      else response.end(Buffer.of(0xff, 0xfe, 0x00));
    });
    for (const [method, name, chunks] of [
      ['HEAD', '/', 0],
      ['GET', '/none', 0],
      ['GET', '/bytes', 1],
    ] as const) {
      expect(await (await ask(proxy.address + name, { method })).whole).toBe(true);
      const { reel } = await proxy.next();
      expect(reel?.lines.at(-1)).toMatchObject({ kind: 'x', end: 'eof', chunks });
    }
  });
});

describe('R7.1: how a stream ended', () => {
  const endless: RequestListener = (_, response) => {
    response.writeHead(200, SSE).write('data: 1\n\n');
  };

  it('abort: the client leaves, and the upstream learns of it', async () => {
    const left = queue<boolean>();
    const received = queue<Buffer>();
    const proxy = await stand((request, response) => {
      response.on('close', () => left.put(response.writableFinished));
      endless(request, response);
    });
    const asked = await ask(proxy.address, {}, '', received.put);
    await received.take();
    asked.leave();
    expect(await left.take()).toBe(false);
    expect((await proxy.next()).reel?.lines.at(-1)).toMatchObject({ end: 'abort', chunks: 1, bytes: 9 });
  });

  it('abort: the client leaves before anything came', async () => {
    const arrived = queue<boolean>();
    const left = queue<boolean>();
    const proxy = await stand((_, response) => {
      response.on('close', () => left.put(true));
      arrived.put(true);
    });
    const request = http.request(proxy.address, { method: 'POST' }).on('error', () => {});
    request.end('{"prompt":"go"}');
    await arrived.take();
    request.destroy();
    await left.take();
    const { reel, request: facts } = await proxy.next();
    expect(facts.body).toEqual({ prompt: 'go' });
    expect(reel?.lines).toEqual([{ kind: 'x', dt: expect.any(Number), end: 'abort', chunks: 0, bytes: 0 }]);
  });

  it.each([
    ['in chunks', {}],
    ['with a length', { 'content-length': 1000 }],
  ])(
    'reset: the upstream breaks off an answer %s, and the client sees a cut after the last byte',
    async (_, headers) => {
      const received = queue<Buffer>();
      const proxy = await stand(async (_request, response) => {
        response.writeHead(200, { ...SSE, ...headers }).write('data: 1\n\n');
        await received.take();
        response.socket?.resetAndDestroy();
      });
      const asked = await ask(proxy.address, {}, '', received.put);
      expect(await asked.whole).toBe(false);
      expect(Buffer.concat(asked.chunks).toString()).toBe('data: 1\n\n');
      expect((await proxy.next()).reel?.lines.at(-1)).toMatchObject({ end: 'reset', chunks: 1, bytes: 9 });
    },
  );

  it('reset: all that the upstream sent before it reaches a client that reads slowly', async () => {
    const proxy = await stand((_, response) => {
      response.writeHead(200, SSE).write(Buffer.alloc(3_000_000, 'x'), () => response.destroy());
    });
    // Node's own client throws away what it holds when the connection is cut.
    const socket = net.connect(Number(new URL(proxy.address).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    let answer = '';
    socket.once('readable', () => {
      setTimeout(
        () =>
          socket.on('data', (chunk) => {
            answer += chunk;
          }),
        50,
      );
    });
    await new Promise((resolve) => socket.on('close', resolve));
    const bytes = answer.slice(answer.indexOf('\r\n\r\n')).replace(/[^x]/g, '').length;
    const { reel } = await proxy.next();
    expect(reel?.lines.at(-1)).toMatchObject({ end: 'reset', bytes });
    expect(bytes).toBeGreaterThan(0);
  });

  it('reset: the upstream hangs up before it answers', async () => {
    const proxy = await stand((request) => request.socket.destroy());
    await expect(ask(proxy.address)).rejects.toThrow('socket hang up');
    expect((await proxy.next()).reel?.lines).toMatchObject([{ kind: 'x', end: 'reset', chunks: 0 }]);
  });

  it('timeout: the upstream says nothing more', async () => {
    const proxy = await stand(endless, { timeout: 60 });
    const asked = await ask(proxy.address);
    expect(await asked.whole).toBe(false);
    expect((await proxy.next()).reel?.lines.at(-1)).toMatchObject({ end: 'timeout', chunks: 1 });
  });

  it('timeout: the upstream says nothing at all, and the client is told', async () => {
    const proxy = await stand(() => {}, { timeout: 60 });
    const asked = await ask(proxy.address);
    await asked.whole;
    expect(asked.answer.statusCode).toBe(504);
    expect(Buffer.concat(asked.chunks).toString()).toMatch(/^runreel: http:\S+ said nothing for 0\.06 s\.\n$/);
    expect((await proxy.next()).reel?.lines.at(-1)).toMatchObject({ end: 'timeout', chunks: 0 });
  });

  it('abort: the recording is ended while streams go on', async () => {
    const received = queue<Buffer>();
    const proxy = await stand(endless);
    const asked = await Promise.all([1, 2].map(() => ask(proxy.address, {}, '', received.put)));
    await received.take();
    await received.take();
    const ends = [proxy.next(), proxy.next()];
    await proxy.close();
    for (const end of ends) expect((await end).reel?.lines.at(-1)).toMatchObject({ end: 'abort', chunks: 1 });
    for (const { whole } of asked) expect(await whole).toBe(false);
    cleanUps.pop();
  });
});

describe('bad upstreams', () => {
  it('one that is down is a 502 with a sentence, and no recording', async () => {
    const gone = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => gone.once('listening', resolve));
    const port = portOf(gone.address());
    await new Promise((resolve) => gone.close(resolve));
    const proxy = await standProxy({ upstream: new URL(`http://127.0.0.1:${port}`) });
    cleanUps.push(proxy.close);
    const asked = await ask(proxy.address, { method: 'POST' }, 'x');
    await asked.whole;
    const sentence = `http://127.0.0.1:${port} cannot be reached (ECONNREFUSED); is the address right, and does it run?`;
    expect([asked.answer.statusCode, Buffer.concat(asked.chunks).toString()]).toEqual([502, `runreel: ${sentence}\n`]);
    expect(proxy.unreachable).toEqual([sentence]);
    expect((await proxy.next()).reel).toBeUndefined();
  });

  it('one that speaks no HTTP is a 502 too', async () => {
    const server = net.createServer((socket) => socket.end('hello\r\n')).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    cleanUps.push(() => server.close());
    const proxy = await standProxy({ upstream: new URL(`http://127.0.0.1:${portOf(server.address())}`) });
    cleanUps.push(proxy.close);
    const { answer, whole } = await ask(proxy.address);
    await whole;
    expect(answer.statusCode).toBe(502);
    expect(proxy.unreachable).toEqual([expect.stringContaining('HPE_')]);
  });
});

it('holds the upstream back where the client does not read, and keeps nothing in memory meanwhile', async () => {
  let sent = 0;
  let blocked: () => void = () => {};
  const full = new Promise<void>((resolve) => {
    blocked = resolve;
  });
  const piece = Buffer.alloc(65_536, 'y');
  const total = 512 * piece.length;
  const proxy = await stand((_, response) => {
    response.writeHead(200, SSE);
    const fill = () => {
      while (sent < total) {
        sent += piece.length;
        if (!response.write(piece)) {
          response.once('drain', fill);
          // All buffers between here and the client are full when nothing drains for a while.
          clearTimeout(quiet);
          quiet = setTimeout(blocked, 200);
          return;
        }
      }
      response.end();
    };
    let quiet = setTimeout(() => {}, 0);
    fill();
  });
  const held = await new Promise<http.IncomingMessage>((resolve) => {
    http.get(proxy.address, { agent: false }, resolve);
  });
  await full;
  expect(sent).toBeLessThan(total);
  let bytes = 0;
  held.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await new Promise((resolve) => held.on('end', resolve));
  expect(bytes).toBe(total);
  const { path } = await proxy.next();
  expect(readFileSync(path ?? '', 'utf8').endsWith(']\n')).toBe(true);
});

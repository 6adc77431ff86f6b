import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createManualClock, systemClock } from '../../src/reel/clock.ts';
import { faultOf } from '../../src/reel/faults/faultOf.ts';
import type { Reel } from '../../src/reel/format.ts';
import { eventReel } from '../../src/reel/reelStand.ts';
import { timelineOf } from '../../src/reel/timeline.ts';
import { type ReplayHandlerOptions, replayHandler } from '../../src/server/replay/replayHandler.ts';
import { type LoopbackServer, serveLoopback } from './loopbackServer.ts';

const open: LoopbackServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** A server of one reel at `/run`, with a clock that stands. */
async function serve(reel: Reel, options: ReplayHandlerOptions = {}) {
  const clock = createManualClock();
  const handler = replayHandler(new Map([['/run', reel]]), { clock, ...options });
  const server = await serveLoopback(handler, 0);
  open.push(server);
  return { clock, server, url: `${server.origin}/run` };
}

/** Reads a body in the background: what came so far, and how it ended. */
function follow(response: Response) {
  const seen = { chunks: [] as Uint8Array[], done: false, error: undefined as unknown };
  const bytes = () => Buffer.concat(seen.chunks);
  const read = async () => {
    try {
      for await (const chunk of response.body ?? []) seen.chunks.push(chunk);
      seen.done = true;
    } catch (error) {
      seen.error = error;
    }
  };
  return { seen, bytes, ended: read() };
}

const emoji = new TextEncoder().encode('data: {"delta":"😀"}\r\n\r\n');
const chunks = [emoji.subarray(0, 18), emoji.subarray(18), new TextEncoder().encode(': ping\n\n')];
const reel = eventReel(chunks);

describe('R7.5: a reel over a real connection', () => {
  it('headers come first, then each chunk alone, at its time, with its exact bytes', async () => {
    const { clock, url } = await serve(reel);
    const answer = fetch(url);
    await vi.waitFor(() => expect(clock.sleepers).toBe(1));
    await clock.advance(50);
    const response = await answer;
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const { seen, ended } = follow(response);
    for (const [index] of chunks.entries()) {
      // The next chunk's timer runs: all before it has gone out.
      await vi.waitFor(() => expect(clock.sleepers).toBe(1));
      expect(seen.chunks.length).toBe(index);
      await clock.advance(index === 0 ? 50 : 100);
      await vi.waitFor(() => expect(seen.chunks.length).toBe(index + 1));
      expect(new Uint8Array(seen.chunks[index] ?? [])).toEqual(chunks[index]);
    }
    expect(seen.done).toBe(false);
    await clock.advance(50);
    await ended;
    expect(seen).toMatchObject({ done: true, error: undefined });
    expect(clock.sleepers).toBe(0);
  });

  it('each chunk is a write of its own, even without pauses', async () => {
    const { server } = await serve(reel, { speed: 'instant' });
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
    socket.write('GET /run HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    let wire = '';
    socket.setEncoding('latin1').on('data', (data) => {
      wire += data;
    });
    await once(socket, 'close');
    const body = wire.slice(wire.indexOf('\r\n\r\n') + 4);
    const expected = chunks.map(
      (chunk) => `${chunk.length.toString(16)}\r\n${Buffer.from(chunk).toString('latin1')}\r\n`,
    );
    expect(body).toBe(`${expected.join('')}0\r\n\r\n`);
  });

  it('plays in real time, faster', async () => {
    const { url } = await serve(reel, { clock: systemClock, speed: 2 });
    const start = performance.now();
    const text = await (await fetch(url)).arrayBuffer();
    expect(performance.now() - start).toBeGreaterThan(timelineOf(reel).end.time / 2 - 5);
    expect(new Uint8Array(text)).toEqual(new Uint8Array(Buffer.concat(chunks)));
  });

  it('a cut is seen as a cut, behind all that came; a truncated stream ends cleanly', async () => {
    const cut = await serve(eventReel(chunks, { end: 'reset' }), { speed: 'instant' });
    const lost = follow(await fetch(cut.url));
    await lost.ended;
    expect(lost.seen).toMatchObject({ done: false, error: { message: 'terminated' } });
    expect(lost.bytes()).toEqual(Buffer.concat(chunks));
    const short = await serve(reel, { speed: 'instant', faults: [faultOf('truncate@1')] });
    const ended = follow(await fetch(short.url));
    await ended.ended;
    expect([ended.seen.done, new Uint8Array(ended.bytes())]).toEqual([true, chunks[0]]);
  });

  it('a fault cuts it too, and an HTTP error has its status', async () => {
    const reset = await serve(reel, { speed: 'instant', faults: [faultOf('reset@2')] });
    const lost = follow(await fetch(reset.url));
    await lost.ended;
    expect([lost.seen.done, lost.bytes()]).toEqual([false, Buffer.concat(chunks.slice(0, 2))]);
    const refused = await serve(reel, { speed: 'instant', faults: [faultOf('http-error:503')] });
    expect((await fetch(refused.url)).status).toBe(503);
  });

  it('is taken up again by Last-Event-ID', async () => {
    const { url } = await serve(eventReel(['data: {"n":1}\n\n', 'data: {"n":2}\n\n']), { speed: 'instant', ids: true });
    expect(await (await fetch(url)).text()).toBe('id: 1-1\ndata: {"n":1}\n\nid: 1-2\ndata: {"n":2}\n\n');
    const rest = await fetch(url, { headers: { 'Last-Event-ID': '1-1' } });
    expect(await rest.text()).toBe('id: 1-2\ndata: {"n":2}\n\n');
    expect((await fetch(url, { headers: { 'Last-Event-ID': '1-2' } })).status).toBe(204);
  });

  it('two clients at once have a replay each', async () => {
    const { clock, url } = await serve(reel);
    const first = fetch(url, { method: 'POST', body: 'x'.repeat(300_000) });
    await vi.waitFor(() => expect(clock.sleepers).toBe(1));
    await clock.advance(100);
    const one = follow(await first);
    await vi.waitFor(() => expect(one.seen.chunks.length).toBe(1));
    const second = fetch(url);
    await vi.waitFor(() => expect(clock.sleepers).toBe(2));
    await clock.advance(100);
    const two = follow(await second);
    await vi.waitFor(() => expect([one.seen.chunks.length, two.seen.chunks.length]).toEqual([2, 1]));
    await vi.waitFor(() => expect(clock.sleepers).toBe(2));
    await clock.advance(300);
    await Promise.all([one.ended, two.ended]);
    expect(one.bytes()).toEqual(two.bytes());
    expect(clock.sleepers).toBe(0);
  });

  it.each(['before the headers', 'between two chunks'])('a client that leaves %s leaves no timer', async (when) => {
    const { clock, url } = await serve(reel);
    const client = new AbortController();
    const answers = [1, 2, 3].map(() => fetch(url, { signal: client.signal }).then(follow, (error) => error));
    await vi.waitFor(() => expect(clock.sleepers).toBe(3));
    if (when === 'between two chunks') {
      await clock.advance(100);
      await Promise.all(answers);
      await vi.waitFor(() => expect(clock.sleepers).toBe(3));
    }
    client.abort();
    await vi.waitFor(() => expect(clock.sleepers).toBe(0));
  });

  it('a body that does not know its request hears that the client left', async () => {
    let isCancelled = false;
    const body = () =>
      new ReadableStream({
        start: (controller) => controller.enqueue(chunks[0]),
        cancel() {
          isCancelled = true;
        },
      });
    const server = await serveLoopback(async () => new Response(body()), 0);
    open.push(server);
    const client = new AbortController();
    await fetch(server.origin, { signal: client.signal });
    client.abort();
    await vi.waitFor(() => expect(isCancelled).toBe(true));
  });

  it('takes in a long request while it answers', async () => {
    const { clock, server } = await serve(reel);
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
    const length = 16 * 1024 * 1024;
    socket.write(`POST /run HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`);
    await new Promise((resolve) => socket.write(Buffer.alloc(length), resolve));
    await vi.waitFor(() => expect(clock.sleepers).toBe(1));
    socket.destroy();
    await vi.waitFor(() => expect(clock.sleepers).toBe(0));
  });

  it('closing the server cuts what goes on and leaves no timer', async () => {
    const { clock, server, url } = await serve(reel);
    const answer = fetch(url);
    await vi.waitFor(() => expect(clock.sleepers).toBe(1));
    await clock.advance(100);
    const { seen, ended } = follow(await answer);
    await server.close();
    await ended;
    expect(seen.done).toBe(false);
    expect(clock.sleepers).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('lets the page of an app read it, and tells others of no reel', async () => {
    const { url } = await serve(reel, { speed: 'instant' });
    const get = (origin: string) => fetch(url, { headers: { origin } });
    expect((await get('http://localhost:6006')).headers.get('access-control-allow-origin')).toBe(
      'http://localhost:6006',
    );
    expect((await get('https://evil.test')).headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: 'http://localhost:6006' } });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
      204,
      'GET, HEAD, POST, OPTIONS',
    ]);
  });

  it('answers to names of this machine only, and to what is no request', async () => {
    const { server } = await serve(reel, { speed: 'instant' });
    const say = async (request: string) => {
      const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
      socket.write(request);
      const [head] = await once(socket.setEncoding('latin1'), 'data');
      socket.destroy();
      return String(head).split('\r\n')[0];
    };
    expect(await say('GET /run HTTP/1.1\r\nHost: evil.test\r\n\r\n')).toBe('HTTP/1.1 421 Misdirected Request');
    expect(await say('GET /run HTTP/1.1\r\nHost: localhost:1\r\n\r\n')).toBe('HTTP/1.1 200 OK');
    expect(await say('GET http://evil.test/run HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')).toBe('HTTP/1.1 200 OK');

    expect(await say('HEAD /run HTTP/1.1\r\nHost: [::1]:80\r\n\r\n')).toBe('HTTP/1.1 200 OK');
    expect(await say('TRACE /run HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')).toBe('HTTP/1.1 400 Bad Request');
    expect(await say('no request\r\n\r\n')).toBe('HTTP/1.1 400 Bad Request');
  });
});

import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createLineMaker,
  createManualClock,
  createPlayer,
  type EndCause,
  type Reel,
  type ReelHeader,
  type ReelLine,
} from '../reel/index.ts';
import { testHeader } from '../reel/reelStand.ts';
import { replayHandlers } from './index.ts';

const url = 'http://agent.test/run';
const clock = createManualClock();
const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(async () => {
  server.resetHandlers();
  await clock.advance(0);
  expect(clock.sleepers).toBe(0);
});
afterAll(() => server.close());

/** Bytes with a character cut by a chunk border, a heartbeat and CRLF, one chunk each 100 ms. */
const chunks = [
  [...new TextEncoder().encode('data: {"delta":"'), 0xf0, 0x9f],
  [0x98, 0x80, ...new TextEncoder().encode('"}\r\n\r\n')],
  [...new TextEncoder().encode(': ping\n\n')],
].map((bytes) => Uint8Array.from(bytes));

function reelOf(header: Partial<ReelHeader> = {}, end: EndCause = 'eof', headers?: Record<string, string>): Reel {
  const make = createLineMaker();
  const lines: ReelLine[] = headers ? [make.headers(10, 201, headers)] : [];
  lines.push(...chunks.map((bytes, i) => make.output(100 * (i + 1), bytes)), make.end(350, end));
  return {
    header: testHeader({ format: 'ag-ui', ...header }),
    lines,
    truncated: false,
  };
}

/** Reads a body in the background: the chunks as they come, and how it ended. */
function readBody(response: Response) {
  const seen = { chunks: [] as Uint8Array[], done: false, error: undefined as unknown };
  const run = async () => {
    try {
      for await (const chunk of response.body ?? []) seen.chunks.push(chunk);
      seen.done = true;
    } catch (error) {
      seen.error = error;
    }
  };
  void run();
  return seen;
}

describe('R7.5: the reel as the HTTP stream it was', () => {
  it.each(['GET', 'POST', 'PUT'])(
    'answers %s with the exact bytes in the recorded chunks, each at its time',
    async (method) => {
      server.use(...replayHandlers(reelOf(), { url, clock }));
      const seen = readBody(await fetch(url, { method }));
      for (let count = 0; count < chunks.length; count += 1) {
        await clock.advance(99);
        expect(seen.chunks).toEqual(chunks.slice(0, count));
        await clock.advance(1);
        expect(seen.chunks).toEqual(chunks.slice(0, count + 1));
      }
      expect(seen.done).toBe(false);
      await clock.advance(50);
      expect(seen.done).toBe(true);
    },
  );

  it('gives the recorded status and headers, but for those of the connection', async () => {
    const headers = {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'x-request-id': 'r1',
      'content-encoding': 'gzip',
      'content-length': '3',
    };
    server.use(...replayHandlers(reelOf({}, 'eof', headers), { url, speed: 'instant' }));
    const response = await fetch(url);
    expect(response.status).toBe(201);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-request-id': 'r1',
      'transfer-encoding': 'chunked',
    });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(
      Uint8Array.from(chunks.flatMap((bytes) => [...bytes])),
    );
  });

  it.each([
    ['sse', 'text/event-stream'],
    ['stdout', 'application/x-ndjson'],
  ] as const)('serves a reel of %s without headers as %s', async (transport, type) => {
    server.use(...replayHandlers(reelOf({ transport }), { url, speed: 'instant' }));
    const response = await fetch(url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    await response.arrayBuffer();
  });

  it('a cut is an errored body', async () => {
    server.use(...replayHandlers(reelOf({}, 'reset'), { url, clock }));
    const seen = readBody(await fetch(url));
    await clock.advance(350);
    expect(seen.chunks).toEqual(chunks);
    expect(seen).toMatchObject({ done: false, error: expect.any(Error) });
  });

  it('ends when the client aborts', async () => {
    server.use(...replayHandlers(reelOf(), { url, clock }));
    const client = new AbortController();
    const seen = readBody(await fetch(url, { signal: client.signal }));
    await clock.advance(100);
    expect(clock.sleepers).toBe(1);
    client.abort();
    await clock.advance(0);
    expect(clock.sleepers).toBe(0);
    expect(seen).toMatchObject({ done: false, error: { name: 'AbortError' } });
  });

  it('ends every stream when the signal of the handlers aborts', async () => {
    const story = new AbortController();
    server.use(...replayHandlers(reelOf(), { url, clock, signal: story.signal }));
    const seen = [readBody(await fetch(url)), readBody(await fetch(url))];
    await clock.advance(100);
    expect(clock.sleepers).toBe(2);
    story.abort();
    await clock.advance(0);
    expect(clock.sleepers).toBe(0);
    for (const one of seen) expect(one).toMatchObject({ done: false, error: expect.any(Error) });
  });

  it('with faults: the bytes, borders, status and end are theirs', async () => {
    const faults = [{ name: 'one-byte' }, { name: 'reset', at: { chunk: 5 } }] as const;
    server.use(...replayHandlers(reelOf(), { url, faults, speed: 'instant' }));
    const seen = readBody(await fetch(url));
    await vi.waitFor(() => expect(seen.error).toBeInstanceOf(Error));
    expect(seen.chunks).toEqual([...'data:'].map((letter) => new TextEncoder().encode(letter)));

    server.use(...replayHandlers(reelOf(), { url, faults: [{ name: 'http-error', status: 429 }], speed: 'instant' }));
    const response = await fetch(url);
    expect(response.status).toBe(429);
    expect(await response.json()).toHaveProperty('error.message');
  });

  it('a seed decides where: the same one gives the same borders', async () => {
    const bordersOf = async (seed: number) => {
      server.use(...replayHandlers(reelOf(), { url, faults: [{ name: 'recut', size: 9 }], seed, speed: 'instant' }));
      const seen = readBody(await fetch(url));
      await vi.waitFor(() => expect(seen.done).toBe(true));
      return seen.chunks.map(({ length }) => length);
    };
    expect(await bordersOf(7)).toEqual(await bordersOf(7));
    expect(await bordersOf(7)).not.toEqual(await bordersOf(8));
  });

  it('with a player the bytes come as the player lets them go', async () => {
    const reel = reelOf();
    const player = createPlayer(reel, { clock });
    server.use(...replayHandlers(reel, { url, player }));
    const seen = readBody(await fetch(url, { method: 'POST' }));
    await clock.advance(1000);
    expect(seen.chunks).toEqual([]);
    player.step();
    await clock.advance(0);
    expect(seen.chunks).toEqual(chunks.slice(0, 1));
    player.seek(3);
    await clock.advance(0);
    expect(seen).toMatchObject({ chunks, done: true });
    player.dispose();
  });
});

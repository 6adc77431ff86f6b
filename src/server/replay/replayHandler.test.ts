import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../reel/clock.ts';
import { faultOf } from '../../reel/faults/faultOf.ts';
import type { Reel } from '../../reel/format.ts';
import { eventReel } from '../../reel/reelStand.ts';
import { timelineOf } from '../../reel/timeline.ts';
import { withEventIds } from './eventIds.ts';
import { bodyBytes } from './rebuild.ts';
import { type ReplayHandlerOptions, replayHandler } from './replayHandler.ts';

const plain = eventReel(['data: {"n":1}\n\n', ': ping\n\n', 'data: {"n":2}\r\n\r\nda', 'ta: {"n":3}\n\n']);
const numbered = eventReel(['id: a\ndata: 1\n\ndata: x\n\n', 'id: b\nda', 'ta: 2\n\nid: c\ndata: 3\n\n']);

/** Asks a handler that serves one reel at `/run`. */
function ask(reel: Reel, init: RequestInit & { path?: string } = {}, options: ReplayHandlerOptions = {}) {
  const handler = replayHandler(new Map([['/run', reel]]), { speed: 'instant', ...options });
  return handler(new Request(`http://127.0.0.1:1${init.path ?? '/run'}`, init));
}
const bodyOf = async (answer: Promise<Response>) => (await answer).text();

/** What came, and whether it was cut. */
async function readAll(response: Response) {
  const bytes: Uint8Array[] = [];
  try {
    for await (const chunk of response.body ?? []) bytes.push(chunk);
    return { text: Buffer.concat(bytes).toString(), cut: false };
  } catch {
    return { text: Buffer.concat(bytes).toString(), cut: true };
  }
}
const seen = (id: string) => ({ headers: { 'last-event-id': id } });
const textOf = (reel: Reel) => new TextDecoder().decode(bodyBytes(reel));

describe('R7.5: a reel behind a request', () => {
  it('comes with the recorded status and headers, but for those of the connection', async () => {
    const headers = {
      'Content-Type': 'text/event-stream',
      'x-request-id': 'r',
      'content-length': '3',
      'bad name': '1',
    };
    const response = await ask(eventReel(['data: 1\n\n'], { status: 201, headers }), { method: 'POST' });
    expect(response.status).toBe(201);
    expect([...response.headers.keys()].sort()).toEqual(['content-type', 'vary', 'x-request-id']);
    expect(await response.text()).toBe('data: 1\n\n');
  });

  it('gives the headers when they came, before the first chunk, and each chunk in its time', async () => {
    const clock = createManualClock();
    let status = 0;
    const answer = ask(plain, {}, { clock, speed: 1 });
    void answer.then((response) => {
      status = response.status;
    });
    await clock.advance(49);
    expect(status).toBe(0);
    await clock.advance(1);
    expect(status).toBe(200);
    const reader = (await answer).body?.getReader();
    for (const { bytes } of timelineOf(plain).chunks) {
      let came: Uint8Array | undefined;
      const next = reader?.read().then(({ value }) => {
        came = value;
      });
      await clock.advance(49);
      expect(came).toBeUndefined();
      await clock.advance(51);
      await next;
      expect(came).toEqual(bytes);
    }
    await reader?.cancel();
    expect(clock.sleepers).toBe(0);
  });

  it('a request that aborts before the headers leaves no timer', async () => {
    const clock = createManualClock();
    const client = new AbortController();
    const answer = ask(plain, { signal: client.signal }, { clock, speed: 1 });
    const failed = expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    await clock.advance(10);
    expect(clock.sleepers).toBe(1);
    client.abort();
    await failed;
    expect(clock.sleepers).toBe(0);
  });

  it('starts from a chunk, caps idle time and plays faster', async () => {
    const clock = createManualClock();
    const response = await ask(plain, {}, { clock, speed: 2, from: 2, idleLimit: 20 });
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value).toBeDefined();
    expect((await reader?.read())?.value).toBeDefined();
    let came = false;
    void reader?.read().then(() => {
      came = true;
    });
    await clock.advance(9);
    expect(came).toBe(false);
    await clock.advance(1);
    expect(came).toBe(true);
    await reader?.cancel();
  });

  it.each([
    [{ speed: 2 }, 25],
    [{ speed: 1, idleLimit: 20 }, 20],
  ])('%o holds for the headers too', async (how, wait) => {
    const clock = createManualClock();
    let isThere = false;
    const answer = ask(plain, {}, { clock, ...how });
    void answer.then(() => {
      isThere = true;
    });
    await clock.advance(wait - 1);
    expect(isThere).toBe(false);
    await clock.advance(1);
    expect(isThere).toBe(true);
    await (await answer).body?.cancel();
  });

  it('a recorded response without a body has none', async () => {
    expect((await ask(eventReel([], { status: 204 }))).body).toBeNull();
  });

  it('HEAD gives the head of the response', async () => {
    const response = await ask(plain, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type'), response.body]).toEqual([
      200,
      'text/event-stream',
      null,
    ]);
  });

  it('names what there is where a path is unknown, and what is answered where a method is not', async () => {
    const lost = await ask(plain, { path: '/other' });
    expect([lost.status, await lost.text()]).toEqual([404, 'There is no /other here; there is: /run\n']);
    const put = await ask(plain, { method: 'DELETE' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    expect((await ask(plain, { method: 'POST', path: '/' })).status).toBe(405);
    expect((await ask(plain, { path: '/%E0%A4%A' })).status).toBe(404);
    expect((await ask(plain, { path: '/run/?x=1' })).status).toBe(200);
  });

  it('/ lists the reels, as JSON or as a page that takes their titles as text', async () => {
    const title = '<script>"&';
    const reel = eventReel(['data: 1\n\n'], { header: { title }, end: 'reset' });
    expect(JSON.parse(await bodyOf(ask(reel, { path: '/' })))).toEqual([
      expect.objectContaining({ path: '/run', title, format: 'runreel', chunks: 1, duration: 150, end: 'reset' }),
    ]);
    const page = await ask(reel, { path: '/', headers: { accept: 'text/html,*/*' } });
    expect(page.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(await page.text()).toContain('<a href="/run">&lt;script&gt;&quot;&amp;</a>');
  });
});

describe('R7.5: resume with Last-Event-ID', () => {
  it.each([
    ['a', 'data: x\n\nid: b\ndata: 2\n\nid: c\ndata: 3\n\n'],
    ['b', 'id: c\ndata: 3\n\n'],
    ['unknown', textOf(numbered)],
    ['', textOf(numbered)],
  ])('behind %j comes the rest', async (id, rest) => {
    expect(await bodyOf(ask(numbered, seen(id)))).toBe(rest);
  });

  it('comes at once and then at the recorded distances', async () => {
    const clock = createManualClock();
    const response = await ask(numbered, seen('a'), { clock, speed: 1 });
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: x\n\n');
    let came = false;
    void reader?.read().then(() => {
      came = true;
    });
    await clock.advance(99);
    expect(came).toBe(false);
    await clock.advance(1);
    expect(came).toBe(true);
    await reader?.cancel();
  });

  it('behind the last event is nothing more: 204', async () => {
    const response = await ask(numbered, seen('c'));
    expect([response.status, response.body]).toEqual([204, null]);
  });

  it('behind the last event of a cut stream it is cut again', async () => {
    const cut = eventReel(['id: a\ndata: 1\n\n'], { end: 'reset' });
    await expect(bodyOf(ask(cut, seen('a')))).rejects.toThrow('reset');
  });

  it('the bytes stay exact unless ids are asked for; then each event has one, in the chunks that there were', async () => {
    expect(await bodyOf(ask(plain))).toBe(textOf(plain));
    expect(await bodyOf(ask(plain, {}, { ids: true }))).toBe(
      'id: 1-1\ndata: {"n":1}\n\n: ping\n\nid: 1-2\ndata: {"n":2}\r\n\r\nid: 1-3\ndata: {"n":3}\n\n',
    );
    const chunks = timelineOf(withEventIds(plain, '1')).chunks.map(({ time }) => time);
    expect(chunks).toEqual(timelineOf(plain).chunks.map(({ time }) => time));
    expect(await bodyOf(ask(numbered, {}, { ids: true }))).toBe(textOf(numbered));
  });

  it('what is no event stream gets no ids', async () => {
    const lines = eventReel(['data: 1\n\n'], { headers: { 'content-type': 'application/x-ndjson' } });
    expect(await bodyOf(ask(lines, seen('1-1'), { ids: true }))).toBe('data: 1\n\n');
  });

  it('the ids of a connection are its own, and it is taken up again by them', async () => {
    const handler = replayHandler(new Map([['/run', plain]]), { speed: 'instant', ids: true });
    const get = async (headers: Record<string, string> = {}) =>
      (await handler(new Request('http://127.0.0.1/run', { headers }))).text();
    expect(await get()).toContain('id: 1-1\n');
    expect(await get()).toContain('id: 2-1\n');
    expect(await get({ 'last-event-id': '1-2' })).toBe('id: 1-3\ndata: {"n":3}\n\n');
    expect(await get()).toContain('id: 3-1\n');
  });

  it('however line ends and chunks are cut, first part and rest are the whole', async () => {
    const ends = fc.constantFrom('\n\n', '\r\r', '\r\n\r\n', '\n\r', '\n\r\n', '\r\n\n', '\r\n\r');
    const event = fc.tuple(fc.constantFrom('data: ü', ': ping', 'event: x', 'data'), ends);
    const stream = fc.array(event, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(stream, fc.boolean(), fc.array(fc.nat()), fc.nat(), async (events, mark, cuts, nth) => {
        const text = (mark ? '\ufeff' : '') + events.map(([line, end]) => line + end).join('');
        const bytes = new TextEncoder().encode(text);
        const edges = [0, ...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length];
        const reel = eventReel(edges.slice(1).map((end, i) => bytes.slice(edges[i], end)));
        const whole = textOf(withEventIds(reel, '1'));
        expect(whole.replace(/id: 1-\d+\n/g, '')).toBe(textOf(reel));
        const ids = whole.match(/1-\d+/g) ?? [];
        const id = ids[nth % ids.length];
        if (id === undefined) return;
        const handler = replayHandler(new Map([['/run', reel]]), { speed: 'instant', ids: true });
        const headers = { 'last-event-id': id };
        const response = await handler(new Request('http://127.0.0.1/run', { headers }));
        const rest = await response.text();
        expect(whole.endsWith(rest)).toBe(true);
        const first = whole.slice(0, whole.length - rest.length);
        expect(first.match(/1-\d+/g)?.at(-1)).toBe(id);
        expect(rest.startsWith('\n') && first.endsWith('\r')).toBe(false);
      }),
      { numRuns: 200 },
    );
  });
});

describe('R7.5: faults', () => {
  it('hit the bytes behind a request, by their seed, and ids are part of the bytes', async () => {
    const faults = [faultOf('duplicate@0'), faultOf('reset@1')];
    const answer = () => ask(plain, {}, { ids: true, faults, seed: 7 }).then(readAll);
    expect(await answer()).toEqual({ text: 'id: 1-1\ndata: {"n":1}\n\n', cut: true });
    expect(await answer()).toEqual(await answer());
    const elsewhere = (seed: number) => ask(plain, {}, { faults: [faultOf('truncate')], seed }).then(readAll);
    expect(await elsewhere(1)).not.toEqual(await elsewhere(2));
  });

  it('an HTTP error is one, with its own body', async () => {
    const response = await ask(plain, {}, { faults: [faultOf('http-error:429')], seed: 1 });
    expect([response.status, response.headers.get('content-type')]).toEqual([429, 'application/json']);
  });

  it('a run that is taken up again is not cut again, and keeps the faults that lose nothing', async () => {
    const faults = [faultOf('one-byte'), faultOf('reset@0.5'), faultOf('http-error')];
    const response = await ask(numbered, seen('b'), { faults });
    const chunks: number[] = [];
    for await (const chunk of response.body ?? []) chunks.push(chunk.length);
    expect(chunks).toEqual(new Array('id: c\ndata: 3\n\n'.length).fill(1));
  });
});

describe('CORS for the app under test', () => {
  const from = (origin: string, more: Record<string, string> = {}) => ({ headers: { origin, ...more } });
  const allowed = async (origin: string, cors?: readonly string[]) =>
    (await ask(plain, from(origin), cors ? { cors } : {})).headers.get('access-control-allow-origin');

  it('pages of this machine may read everything, others only where they are let in', async () => {
    for (const own of ['http://localhost:6006', 'http://127.0.0.1:1', 'https://[::1]:8443', 'http://app.localhost']) {
      expect(await allowed(own)).toBe(own);
    }
    for (const other of ['https://app.test', 'http://localhost.evil.test', 'http://127.0.0.1.evil.test', 'null']) {
      expect(await allowed(other)).toBeNull();
      expect(await allowed(other, ['https://else.test'])).toBeNull();
      expect(await allowed(other, ['*'])).toBe(other);
    }
    expect(await allowed('https://app.test', ['https://app.test'])).toBe('https://app.test');
  });

  it('exposes the headers, in errors too, and replaces what was recorded', async () => {
    const headers = { 'content-type': 'text/event-stream', 'x-run': '1', 'access-control-allow-origin': 'https://was' };
    const response = await ask(eventReel(['data: 1\n\n'], { headers }), from('http://localhost:1'));
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/event-stream',
      'x-run': '1',
      vary: 'origin',
      'access-control-allow-origin': 'http://localhost:1',
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'content-type, vary, x-run',
    });
    const lost = await ask(plain, { path: '/other', ...from('http://localhost:1') });
    expect(lost.headers.get('access-control-allow-origin')).toBe('http://localhost:1');
  });

  it('answers a preflight', async () => {
    const asks = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,last-event-id',
      'access-control-request-private-network': 'true',
    };
    const yes = await ask(plain, { method: 'OPTIONS', ...from('http://localhost:1', asks) });
    expect([yes.status, Object.fromEntries(yes.headers)]).toEqual([
      204,
      expect.objectContaining({
        'access-control-allow-origin': 'http://localhost:1',
        'access-control-allow-methods': expect.stringContaining('POST'),
        'access-control-allow-headers': 'content-type,last-event-id',
        'access-control-allow-private-network': 'true',
      }),
    ]);
    const no = await ask(plain, { method: 'OPTIONS', ...from('https://evil.test', asks) });
    expect([...no.headers.keys()].sort()).toEqual(['allow', 'vary']);
  });
});

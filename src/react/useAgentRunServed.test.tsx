import { readFileSync } from 'node:fs';
import path from 'node:path';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type LoopbackServer, serveLoopback } from '../../recorder/serve/loopbackServer.ts';
import { sampleOf } from '../../tests/fuzz/samples.ts';
import { lastAnswer, type Thread } from '../logic/index.ts';
import { createManualClock, faultOf, formatOf, parseReel, type Reel } from '../reel/index.ts';
import { eventReel } from '../reel/reelStand.ts';
import { type ReplayHandlerOptions, replayHandler } from '../server/replay/replayHandler.ts';
import { useAgentRun } from './useAgentRun.ts';

const open: LoopbackServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** `useAgentRun` at a server that replays; the options of each connection one after the other, the last one stays. */
async function connected(reel: Reel, options: readonly ReplayHandlerOptions[], reconnect = [0, 0]) {
  const handlers = options.map((each) => replayHandler(new Map([['/run', reel]]), { speed: 'instant', ...each }));
  const asked: (string | null)[] = [];
  const server = await serveLoopback((request) => {
    const handler = handlers[Math.min(asked.push(request.headers.get('last-event-id')), handlers.length) - 1];
    return handler ? handler(request) : Promise.reject(new Error('no options'));
  }, 0);
  open.push(server);
  const hook = renderHook(() => useAgentRun({ format: formatOf(reel), url: `${server.origin}/run`, reconnect }));
  const thread = () => hook.result.current.store.getThread();
  const start = (prompt?: string) => act(() => hook.result.current.start(prompt));
  return { ...hook, server, asked, thread, start };
}

const fixture = (name: string) =>
  parseReel(readFileSync(path.resolve(import.meta.dirname, `../../fixtures/${name}.reel.jsonl`), 'utf8'));
const reelOf = (format: string, events: readonly object[], end: 'eof' | 'reset' = 'eof') =>
  eventReel(
    events.map((event) => `data: ${JSON.stringify(event)}\n\n`),
    { header: { format }, end },
  );
const sampleReel = (format: string) => eventReel(sampleOf(format).split(/(?<=\n\n)/), { header: { format } });

const times = new Set(['key', 'startedAt', 'endedAt', 'lastProgressAt', 'waitedMs']);
/** What a thread holds but for times, without what the connection told. */
function content(thread: Thread): unknown {
  const rounds = thread.rounds.toJSON().map(({ items, ...round }) => ({
    ...round,
    items: items.toJSON().filter((item) => item.kind !== 'notice' || item.code !== 'retry'),
  }));
  return JSON.parse(JSON.stringify(rounds, (key, value) => (times.has(key) ? undefined : value)));
}
const kinds = (thread: Thread) =>
  thread.rounds
    .at(-1)
    ?.items.toJSON()
    .map((item) => (item.kind === 'notice' ? item.code : item.kind));

const reels: readonly (readonly [string, Reel])[] = [
  ...['ai-sdk/look-around', 'ag-ui-copilotkit/fix-a-test', 'ag-ui-tanstack/fix-a-test'].map(
    (name) => [name, fixture(name)] as const,
  ),
  ...['ai-sdk-ui', 'ag-ui', 'anthropic-messages', 'openai-responses', 'openai-chat', 'gemini-api'].map(
    (format) => [`the sample of ${format}`, sampleReel(format)] as const,
  ),
];

describe('a reset at a real server, with ids', () => {
  it.each(reels)('R5.4: %s goes on behind its last event and ends as if never cut', async (_, reel) => {
    const plain = await connected(reel, [{}]);
    await plain.start('Hello');
    for (const at of ['0.3', '0.5', '0.7', '0.9', '0.99']) {
      const cut = await connected(reel, [{ ids: true, faults: [faultOf(`reset@${at}`)] }]);
      await cut.start('Hello');
      expect(content(cut.thread())).toEqual(content(plain.thread()));
      expect(cut.asked.slice(0, 2)).toEqual([null, expect.stringMatching(/^1-\d+$/)]);
      expect(kinds(cut.thread())?.filter((kind) => kind === 'retry')).toHaveLength(1);
    }
  });

  it('R5.4: a stream that stops too early is taken up again too', async () => {
    const reel = fixture('ag-ui-tanstack/fix-a-test');
    const { start, thread, asked } = await connected(reel, [{ ids: true, faults: [faultOf('truncate@0.5')] }]);
    await start('Hello');
    expect([thread().rounds.at(0)?.status, asked.length]).toEqual(['completed', 2]);
  });

  it.each([
    ['vscode-lm', ['one ', 'two ', 'three'].map((value) => ({ type: 'text', value }))],
    ['runreel', ['one ', 'two ', 'three'].map((delta) => ({ type: 'text_delta', delta }))],
    [
      'runreel',
      [
        ...['one ', 'two '].map((delta) => ({ type: 'text_delta', delta })),
        { type: 'usage', inputTokens: 1 },
        { type: 'text_delta', delta: 'three' },
      ],
    ],
    ['runreel', ['one ', 'two ', 'three'].map((delta) => ({ type: 'thinking_delta', delta }))],
  ])('R5.5: a text of %s without an id stays one; the notice comes behind it', async (format, events) => {
    const reel = reelOf(format, [...events, { type: 'run_finished', outcome: 'completed' }]);
    const { start, thread } = await connected(reel, [{ ids: true, faults: [faultOf('reset@2')] }]);
    await start('Hello');
    const [text, notice, ...more] = thread().rounds.at(0)?.items.toJSON() ?? [];
    expect(text).toMatchObject({ text: 'one two three' });
    expect([notice, more]).toEqual([expect.objectContaining({ kind: 'notice', code: 'retry' }), []]);
  });

  it('gives up with a clear notice after the waits that it was told', async () => {
    const events = [
      { type: 'run_started', runId: 'r' },
      { type: 'text_delta', delta: 'Half' },
    ];
    const { start, thread, asked, result } = await connected(
      reelOf('runreel', events, 'reset'),
      [{ ids: true }],
      [5, 5, 5],
    );
    await start('Hello');
    expect(asked).toEqual([null, '1-2', '1-2', '1-2']);
    expect(kinds(thread())).toEqual(['assistant_text', 'retry', 'retry', 'retry', 'interrupted']);
    const round = thread().rounds.at(0);
    const retries = round?.items.toJSON().flatMap((item) => (item.kind === 'notice' ? (item.retry ?? []) : []));
    expect(retries).toEqual([1, 2, 3].map((attempt) => ({ attempt, of: 3 })));
    expect([round?.status, round && lastAnswer(round)?.text]).toEqual(['failed', 'Half']);
    expect(result.current.status).toBe('idle');
  });

  it('gives up where the server is gone, and where it refuses', async () => {
    const reel = fixture('ag-ui-tanstack/fix-a-test');
    const cut = { ids: true, faults: [faultOf('reset@0.5')] };
    const gone = await connected(reel, [cut], [50]);
    const store = gone.result.current.store;
    let done = Promise.resolve();
    act(() => {
      done = gone.result.current.start('Hello');
    });
    await waitFor(() => expect(gone.result.current.status).toBe('reconnecting'));
    await gone.server.close();
    await act(() => done);
    expect(store.getThread().rounds.at(0)?.status).toBe('failed');
    expect(kinds(gone.thread())?.slice(-2)).toEqual(['retry', 'interrupted']);
    const refusing = await connected(reel, [{ faults: [faultOf('http-error:503')] }], [0]);
    await refusing.start('Hello');
    expect([kinds(refusing.thread()), refusing.asked.length]).toEqual([['error'], 1]);
  });

  it('R1.6: the same reel twice in one thread is two rounds with all that is in it', async () => {
    const reel = fixture('ag-ui-tanstack/fix-a-test');
    const { start, thread } = await connected(reel, [{ ids: true }]);
    await start('One');
    await start('Two');
    const [one, two] = thread().rounds.toJSON();
    expect([one?.items.length, two?.status]).toEqual([two?.items.length, 'completed']);
  });

  it('leaving the screen leaves no replay at the server', async () => {
    const clock = createManualClock();
    const { unmount, result } = await connected(fixture('ai-sdk/look-around'), [{ clock, speed: 1 }]);
    act(() => void result.current.start('Hello'));
    await waitFor(() => expect(clock.sleepers).toBe(1));
    await clock.advance(1000);
    await waitFor(() => expect(result.current.status).toBe('streaming'));
    unmount();
    await waitFor(() => expect(clock.sleepers).toBe(0));
  });
});

describe('a reset at a real server, without ids', () => {
  const cut = { faults: [faultOf('reset@0.6')] };

  it.each(reels)('R5.7: %s is not asked for again by itself, and is interrupted', async (_, reel) => {
    const { start, thread, asked } = await connected(reel, [cut]);
    await start('Hello');
    expect(asked).toEqual([null]);
    expect([thread().rounds.at(0)?.status, kinds(thread())?.at(-1)]).toEqual(['failed', 'interrupted']);
  });

  it.each([
    ['ag-ui-copilotkit/fix-a-test', fixture('ag-ui-copilotkit/fix-a-test')],
    ['claude-code/fix-a-test', fixture('claude-code/fix-a-test')],
    ['the sample of ai-sdk-ui', sampleReel('ai-sdk-ui')],
    ['the sample of anthropic-messages', sampleReel('anthropic-messages')],
  ] as const)('R5.4: %s, asked for again by the app, begins anew under the id of its run', async (_, reel) => {
    const plain = await connected(reel, [{}]);
    await plain.start('Hello');
    const { start, thread } = await connected(reel, [cut, {}]);
    await start('Hello');
    await start();
    expect(content(thread())).toEqual(content(plain.thread()));
  });

  it('R5.7: where a stream names no run, its repetition under the same prompt changes nothing', async () => {
    const { start, thread } = await connected(fixture('ai-sdk/look-around'), [cut, {}]);
    await start('Hello');
    const before = content(thread());
    await start();
    expect(content(thread())).toEqual(before);
    await start('Again');
    expect(
      thread()
        .rounds.toJSON()
        .map(({ status }) => status),
    ).toEqual(['failed', 'completed']);
  });
});

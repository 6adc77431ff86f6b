import { expect, test } from 'vitest';
import {
  type AgentEvent,
  createConversationLog,
  createMemoryStore,
  emptyThread,
  lastAnswer,
  reduceAll,
} from '../index.ts';

function logged(...events: AgentEvent[]) {
  const store = createMemoryStore();
  const log = createConversationLog(store);
  for (const event of events) log.listener(event);
  const text = (event: AgentEvent) => ('delta' in event ? `${event.type} ${event.delta}` : event.type);
  return { store, log, written: [...store.read()].map(text), replayed: log.replay().map(text) };
}

const think = (delta: string, more = {}): AgentEvent => ({ type: 'thinking_delta', delta, ...more });
const write = (delta: string, more = {}): AgentEvent => ({ type: 'text_delta', delta, ...more });
const call: AgentEvent = { type: 'tool_call_started', callId: 'c', name: 'x', args: {} };

test('R5.2: deltas are buffered and written at a boundary, joined, the thinking first', () => {
  const { written } = logged(
    { type: 'turn_started', turnId: '1' },
    write('\n'),
    think('Pl'),
    think('an'),
    write('H'),
    write('i'),
    call,
  );
  expect(written.filter((each) => each.trim() !== 'text_delta')).toEqual([
    'turn_started',
    'thinking_delta Plan',
    'text_delta Hi',
    'tool_call_started',
  ]);
  expect(written.indexOf('thinking_delta Plan')).toBe(1);
});

test('R5.2: thinking after text of its turn is a boundary, and keeps its place', () => {
  const { written, replayed } = logged(write('Hi'), think('Hm'));
  expect(written).toEqual(['text_delta Hi']);
  expect(replayed).toEqual(['text_delta Hi', 'thinking_delta Hm']);
});

test('R5.2: the parts of a delegation are written the same way', () => {
  const a = { agentId: 'a' };
  const { written } = logged(
    { type: 'delegation_started', childId: 'a' },
    think('P', a),
    think('lan', a),
    write('Hi', a),
    { ...call, ...a },
  );
  expect(written).toEqual(['delegation_started', 'thinking_delta Plan', 'text_delta Hi', 'tool_call_started']);
});

test('R5.2: a log in the old order, text before thinking, keeps it', () => {
  const old: AgentEvent[] = [
    { type: 'text', text: 'Hi' },
    { type: 'thinking', text: 'Plan' },
  ];
  expect(createConversationLog(createMemoryStore(old)).replay()).toEqual(old);
});

test('R5.3: a reload reads the open buffers too, calls in preparation included; after a crash the log alone', () => {
  const { store, log, written } = logged(
    call,
    { type: 'tool_call_started', callId: 'd', name: 'write' },
    { type: 'tool_args_delta', callId: 'd', delta: '{"a' },
    { type: 'tool_preparing', toolName: 'y', byteCount: 7 },
    write('Hi'),
  );
  const shown = reduceAll(emptyThread, log.replay()).rounds.at(0);
  expect(shown && [...shown.items]).toMatchObject([
    { callId: 'c' },
    { callId: 'd', args: '{"a', byteCount: 3 },
    { name: 'y', byteCount: 7 },
    { text: 'Hi' },
  ]);
  expect(createConversationLog(store).replay().length).toBe(written.length);
});

test('R5.3, R5.4: a stream that tells all again after a reconnect loses nothing and doubles nothing (B25)', () => {
  const sent: AgentEvent[] = [
    { type: 'run_started', runId: 'r', seq: 1 },
    write('a', { seq: 2 }),
    write('b', { seq: 3 }),
  ];
  const { store, log } = logged(...sent, ...sent, write('c', { seq: 4 }));
  const answer = (events: readonly AgentEvent[]) => {
    const round = reduceAll(emptyThread, events).rounds.at(-1);
    return round && lastAnswer(round)?.text;
  };
  expect(answer(log.replay())).toBe('abc');
  log.listener(call);
  const reloaded = createConversationLog(store);
  for (const event of [...sent, write('c', { seq: 4 }), write('d', { seq: 5 })]) reloaded.listener(event);
  expect(reloaded.replay().length).toBe([...store.read()].length + 1);
});

test('section 8: any number of entries can be written at once', () => {
  const store = createMemoryStore();
  store.append(Array.from({ length: 200_000 }, () => call));
  expect([...store.read()]).toHaveLength(200_000);
});

test('R5.2: the seal of a thought is kept with it, the newest counts, and its coming is no progress', () => {
  const { log } = logged(
    { type: 'run_started', runId: 'r', at: 1 },
    think('Pl', { itemId: 'i', at: 2 }),
    think('an', { itemId: 'i', at: 3, signature: 'old' }),
    think('', { itemId: 'i', at: 4, signature: 'new' }),
  );
  const thought = { type: 'thinking_delta', delta: 'Plan', itemId: 'i', at: 2, signature: 'new', merged: { until: 3 } };
  expect(log.replay().slice(1)).toEqual([thought]);
});

test('R5.2: a thought that is nothing but its seal is in the log, and makes no item', () => {
  const { log } = logged(
    { type: 'thinking', text: '', signature: 'a', redacted: true, itemId: '1' },
    think('', { signature: 'b', itemId: '2' }),
    think('Hm', { itemId: '3' }),
    think('', { signature: 'c', redacted: true }),
    think('', { signature: 'd', redacted: true }),
  );
  const events = log.replay();
  expect(events.map((event) => 'signature' in event && event.signature)).toEqual(['a', 'b', false, 'c', 'd']);
  const items = reduceAll(emptyThread, events).rounds.at(-1)?.items;
  expect(items && [...items]).toMatchObject([{ kind: 'thinking', text: 'Hm' }]);
});

test('R5.2: a seal behind a thought that is nothing but its seal is of another one', () => {
  const events = [think('\n', { redacted: true }), think('', { signature: 's' })];
  expect(logged(...events).replayed).toHaveLength(2);
});

test('R5.2: what is thought after a seal is another entry, unless an id says that it is the same thought', () => {
  const { written, replayed } = logged(think('A'), think('', { signature: 's' }), think('B'), think('C'));
  expect([...written, ...replayed]).toEqual(['thinking_delta A', 'thinking_delta BC']);
  const named = logged(think('A', { itemId: 'i', signature: 's' }), think('B', { itemId: 'i' }));
  expect(named.replayed).toEqual(['thinking_delta AB']);
});

const marker = (toolName: string, byteCount: number, more = {}): AgentEvent => ({
  type: 'tool_preparing',
  toolName,
  byteCount,
  ...more,
});
const usage: AgentEvent = { type: 'usage', inputTokens: 1 };
const rows = (events: readonly AgentEvent[]) => {
  const round = reduceAll(emptyThread, events).rounds.at(-1);
  return round && [...round.items].map((item) => item.kind === 'tool_call' && [item.name, item.byteCount]);
};

test('R4.6, R5.3: a marker finds the row that was written before it, live and after a reload', () => {
  const sent: AgentEvent[] = [
    { type: 'run_started', runId: 'r' },
    marker('write', 1434),
    usage,
    marker('write', 0),
    marker('write', 1434),
  ];
  const { log, store } = logged(...sent);
  expect(rows(log.replay())).toEqual([
    ['write', 1434],
    ['write', 0],
  ]);
  expect(rows(log.replay())).toEqual(rows(sent));
  // A log that begins over what was written knows the rows too.
  const again = createConversationLog(store);
  for (const event of [marker('write', 0), marker('write', 1434)]) again.listener(event);
  expect(rows(again.replay())).toEqual(rows(sent));
});

test('R4.6, R5.3: markers of two calls of one name that alternate keep their rows', () => {
  const sent = [0, 700, 5, 800, 6, 900, 7].map((bytes) => marker('write', bytes));
  const { log } = logged({ type: 'run_started', runId: 'r' }, marker('write', 600), usage, ...sent);
  expect(rows(log.replay())).toEqual([
    ['write', 900],
    ['write', 7],
  ]);
});

const named: AgentEvent = { type: 'tool_call_started', callId: 'c', name: 'write' };
const args = (bytes: number, more = {}): AgentEvent => ({
  type: 'tool_args_delta',
  callId: 'c',
  delta: '1'.repeat(bytes),
  ...more,
});

test.each<[string, AgentEvent[]]>([
  ['that grow past a marker', [named, usage, args(6), marker('write', 5), args(14), marker('write', 9)]],
  [
    'whose name comes late',
    [args(2), marker('write', 5), named, usage, args(1), marker('write', 9), args(5), marker('write', 9)],
  ],
  [
    'that a numbered marker is about',
    [named, usage, args(6, { seq: 1 }), marker('write', 9, { seq: 2 }), args(14, { seq: 3 })],
  ],
])('R4.6, R5.3: markers beside arguments of a call of their name, %s', (_, events) => {
  const sent: AgentEvent[] = [{ type: 'run_started', runId: 'r' }, ...events];
  expect(rows(logged(...sent).log.replay())).toEqual(rows(sent));
});

test('R5.4: a marker that told nothing new is known when it comes again after a reload', () => {
  const again = marker('write', 9, { seq: 2 });
  const { store } = logged({ type: 'run_started', runId: 'r' }, marker('write', 9, { seq: 1 }), again, {
    type: 'turn_started',
    turnId: '2',
    seq: 3,
  });
  const log = createConversationLog(store);
  log.listener(again);
  expect(rows(log.replay())).toEqual([]);
});

test('R5.2: markers of one row are one entry, as are those of another tool between them', () => {
  const sent = [10, 20, 30].flatMap((bytes) => [marker('write', bytes), marker('Bash', bytes), marker('Bash', bytes)]);
  const { log } = logged({ type: 'run_started', runId: 'r' }, marker('write', 0), usage, ...sent);
  expect(log.replay().slice(3)).toEqual([marker('write', 30), marker('Bash', 30)]);
});

test('R5.2: what one tool prints is one entry while markers tell of another', () => {
  const out = (delta: string): AgentEvent => ({ type: 'tool_output_delta', callId: 'c', delta });
  const { log } = logged(call, out('a'), marker('y', 1), out('b'), marker('y', 2), out('c'), marker('y', 3));
  expect(log.replay().slice(1)).toEqual([out('abc'), marker('y', 3)]);
});

test('section 8: a delta costs the same however long its text already is', () => {
  const log = createConversationLog(createMemoryStore());
  log.listener({ type: 'run_started', runId: 'r' });
  for (let i = 0; i < 200_000; i++) log.listener(write('word '));
  expect(log.replay().at(-1)).toMatchObject({ delta: 'word '.repeat(200_000) });
});

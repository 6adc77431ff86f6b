import { expect, test } from 'vitest';
import { type AgentEvent, emptyThread, type Item, lastAnswer, reduceAll } from '../index.ts';

function roundOf(events: readonly AgentEvent[]) {
  const round = reduceAll(emptyThread, [{ type: 'run_started', runId: 'r' }, ...events]).rounds.at(-1);
  if (!round) throw new Error('There is no round.');
  return round;
}

const itemsOf = (events: readonly AgentEvent[]): Item[] => [...roundOf(events).items];
const isOpen = (item: Item) =>
  item.kind === 'approval' ? item.open : 'status' in item && /^(?:preparing|running)$/.test(item.status);
const call = (callId: string): AgentEvent => ({ type: 'tool_call_started', callId, name: 'bash', args: {} });
const ask = (approvalId: string, callId?: string): AgentEvent => ({
  type: 'approval_requested',
  approvalId,
  name: 'bash',
  ...(callId !== undefined && { callId }),
});

test('R5.4: every approval of a call closes when the call ends, no other one', () => {
  const asked = [call('c'), ask('a1', 'c'), ask('a2', 'c'), ask('a3', 'other'), ask('a4'), ask('a5', 'c')];
  const items = itemsOf([...asked, { type: 'tool_call_finished', callId: 'c' }]);
  expect(items.filter(isOpen)).toMatchObject([{ approvalId: 'a3' }, { approvalId: 'a4' }]);
});

test('R5.4: ids of one kind are none of another, whatever they are called', () => {
  const items = itemsOf([call('c1'), ask('of call c1'), { type: 'tool_call_finished', callId: 'c1' }]);
  expect(items.filter(isOpen)).toMatchObject([{ approvalId: 'of call c1' }]);
  const child: AgentEvent = { type: 'delegation_started', childId: 'of call c1' };
  expect(itemsOf([child, call('c1')])[1]).toMatchObject({ callId: 'c1', childId: undefined });
});

test('R5.4: an attempt that is void gives the answer back to the text before it, whatever became of that', () => {
  const turn = (turnId: string, retryOf?: string): AgentEvent => ({
    type: 'turn_started',
    turnId,
    ...(retryOf !== undefined && { retryOf }),
  });
  const said = (turnId: string): AgentEvent => ({ type: 'text', text: `Text of ${turnId}.`, turnId, itemId: turnId });
  const answer = (...events: AgentEvent[]) => lastAnswer(roundOf(events))?.text;
  const begun = [turn('t1'), said('t1'), turn('t2'), said('t2'), turn('t3'), said('t3')];
  expect(answer(...begun, turn('t4', 't3'))).toBe('Text of t2.');
  expect(answer(...begun, turn('t4', 't2'))).toBe('Text of t3.');
  expect(answer(...begun, turn('t4', 't2'), turn('t5', 't3'))).toBe('Text of t1.');
  expect(answer(...begun, turn('t4', 'unknown'))).toBe('Text of t3.');
  expect(answer(turn('t1'), said('t1'), turn('t2', 't1'))).toBeUndefined();
});

test('section 8: calls, approvals and agents at once end in the order in which they began', { timeout: 20_000 }, () => {
  const many = Array.from({ length: 20_000 }, (_, i) => i);
  const open = many.flatMap((i): AgentEvent[] => [
    { type: 'tool_call_started', callId: `c${i}`, name: 'bash' },
    ask(`a${i}`, `c${i}`),
    { type: 'delegation_started', childId: `d${i}` },
  ]);
  const ends = many.flatMap((i): AgentEvent[] => [
    { type: 'tool_call_ready', callId: `c${i}` },
    { type: 'turn_started', turnId: `t${i}` },
    { type: 'delegation_finished', childId: `d${i}`, outcome: 'completed' },
  ]);
  const finished = many.map((i): AgentEvent => ({ type: 'tool_call_finished', callId: `c${i}` }));
  const items = itemsOf([...open, ...ends, ...finished]);
  expect(items).toHaveLength(60_000);
  expect(items.some(isOpen)).toBe(false);
});

test('section 8: attempts that repeat one another far behind the answer', { timeout: 20_000 }, () => {
  const attempts = Array.from({ length: 10_000 }, (_, i): AgentEvent[] => [
    call(`c${i}`),
    { type: 'turn_started', turnId: `t${i + 1}`, retryOf: `t${i}` },
    { type: 'thinking', text: 'Again.', turnId: `t${i + 1}`, itemId: `i${i}` },
  ]).flat();
  const round = roundOf([{ type: 'text', text: 'Answer.', itemId: 'a' }, ...attempts]);
  expect(lastAnswer(round)?.text).toBe('Answer.');
});

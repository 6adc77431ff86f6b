import { expect, test } from 'vitest';
import { type AgentEvent, emptyThread, lastAnswer, reduce, reduceAll } from '../index.ts';

/** The items of the newest round, one word each. */
function items(...events: AgentEvent[]): string[] {
  const round = reduceAll(emptyThread, events).rounds.at(-1);
  return [...(round?.items ?? [])].map((item) => ('text' in item ? `${item.kind}: ${item.text}` : item.kind));
}

const think = (delta: string, more = {}): AgentEvent => ({ type: 'thinking_delta', delta, ...more });
const write = (delta: string, more = {}): AgentEvent => ({ type: 'text_delta', delta, ...more });

test('R5.1: thinking stands before the text of its turn where that is still blank', () => {
  expect(items(write('', { itemId: 'm' }), think('Plan'), write('Hi', { itemId: 'm' }))).toEqual([
    'thinking: Plan',
    'assistant_text: Hi',
  ]);
});

test('R5.1: thinking that follows text of its turn stays behind it', () => {
  expect(items(write('Hi'), think('Hm'))).toEqual(['assistant_text: Hi', 'thinking: Hm']);
});

test('R5.1: the order is that of first appearance, after every event (B21)', () => {
  const events = [think('plan', { itemId: 'r' }), write('Answer', { itemId: 't' }), think(' again', { itemId: 'r' })];
  let thread = emptyThread;
  for (const event of events) thread = reduce(thread, event);
  const round = thread.rounds.at(0);
  expect(items(...events)).toEqual(['thinking: plan again', 'assistant_text: Answer']);
  expect(round && lastAnswer(round)?.text).toBe('Answer');
});

test('R5.1: without turns, a message after a tool result begins one', () => {
  const call: AgentEvent[] = [
    { type: 'tool_call_started', callId: 'c', name: 'x', args: {} },
    { type: 'tool_preparing', toolName: 'y', byteCount: 1 },
    { type: 'tool_call_finished', callId: 'c' },
  ];
  expect(items(...call)).toEqual(['tool_call', 'tool_call']);
  expect(items(...call, write('So'))).toEqual(['tool_call', 'assistant_text: So']);
});

test('R5.5: a delta without an id continues the newest item of its kind and turn, else begins one', () => {
  expect(items(write('a'), write('b'), think('c'), write('d'))).toEqual([
    'assistant_text: ab',
    'thinking: c',
    'assistant_text: d',
  ]);
  expect(items(write('a', { turnId: '1' }), write('b', { turnId: '2' }))).toEqual([
    'assistant_text: a',
    'assistant_text: b',
  ]);
  expect(items(write('a', { turnId: '1' }), write('b', { turnId: '2' }), write('late', { turnId: '1' })).length).toBe(
    3,
  );
});

test('R5.5: one message told several times is one item; the whole wins over its deltas (B24)', () => {
  const whole: AgentEvent = { type: 'text', text: 'Hello', itemId: 'm' };
  expect(items(write('Hel', { itemId: 'm' }), write('l', { itemId: 'm' }), whole, whole)).toEqual([
    'assistant_text: Hello',
  ]);
  expect(items(whole)).toEqual(['assistant_text: Hello']);
  expect(items(write('Hel'), { type: 'text', text: 'Hello' })).toEqual(['assistant_text: Hello']);
  expect(items(write('Hello '), write('world'))).toEqual(['assistant_text: Hello world']);
});

test('R5.4: what a void attempt said is not shown twice, also where it comes late', () => {
  const attempt = [
    write('Half', { turnId: '1' }),
    think('Hm', { turnId: '1', itemId: 'i' }),
    { type: 'tool_call_started', callId: 'c', name: 'x', turnId: '1' } as const,
  ];
  const retry: AgentEvent = { type: 'turn_started', turnId: '2', retryOf: '1' };
  expect(items(...attempt, retry)).toEqual([]);
  const late = [
    write(' more', { turnId: '1' }),
    think(' more', { itemId: 'i' }),
    { type: 'tool_args_delta', callId: 'c', delta: '{' } as const,
  ];
  expect(items(...attempt, retry, ...late, write('Whole', { turnId: '2' }))).toEqual(['assistant_text: Whole']);
});

import { expect, test } from 'vitest';
import { type AgentEvent, currentStep, emptyThread, reduce, reduceAll, type ToolCall } from '../index.ts';

function calls(...events: AgentEvent[]): ToolCall[] {
  const round = reduceAll(emptyThread, [{ type: 'run_started', runId: 'r' }, ...events]).rounds.at(-1);
  return [...(round?.items ?? [])].filter((item) => item.kind === 'tool_call');
}

const started = (callId: string, name = 'write'): AgentEvent => ({ type: 'tool_call_started', callId, name });
const delta = (callId: string, text: string): AgentEvent => ({ type: 'tool_args_delta', callId, delta: text });
const marker = (byteCount: number, toolName = 'write'): AgentEvent => ({ type: 'tool_preparing', toolName, byteCount });

test('R4.2a: arguments before the name make a row without one, which the name then joins', () => {
  const early = [delta('c', '{"pa')];
  expect(calls(...early)).toMatchObject([{ name: '', byteCount: 4, status: 'preparing' }]);
  expect(calls(...early, started('c', 'read'), delta('c', 'th":"a"}'))).toMatchObject([
    { name: 'read', args: '{"path":"a"}', byteCount: 12 },
  ]);
});

test('R4.6: bytes are UTF-8, also where a character is cut', () => {
  expect(calls(started('c'), delta('c', 'ü\ud83d'), delta('c', '\ude80'))).toMatchObject([{ byteCount: 6 }]);
});

test('R4.6: a marker belongs to the open row of its name with the largest count not above its own', () => {
  const counts = (...told: number[]) => calls(...told.map((count) => marker(count))).map((call) => call.byteCount);
  expect(counts(0, 5, 9)).toEqual([9]);
  expect(counts(9, 4)).toEqual([9, 4]);
  expect(counts(9, 4, 7, 12)).toEqual([12, 7]);
  expect(calls(marker(3), marker(3, 'read')).length).toBe(2);
});

test('R4.6: the call that starts takes the oldest row of its name over', () => {
  const rows = calls(marker(9), marker(4), started('c'));
  expect(rows).toMatchObject([
    { callId: 'c', byteCount: 9 },
    { callId: '', byteCount: 4 },
  ]);
});

test('R4.7: a row is over when its call runs, ends, or the next turn, an error or the end comes', () => {
  const next: AgentEvent = { type: 'turn_started', turnId: 'next' };
  expect(calls(started('c'), { type: 'tool_call_ready', callId: 'c' })).toMatchObject([{ status: 'running' }]);
  expect(calls(started('c'), { type: 'tool_call_finished', callId: 'c', isError: true })).toMatchObject([
    { status: 'failed' },
  ]);
  expect(calls(started('c'), next)).toMatchObject([{ status: 'aborted' }]);
  for (const last of [next, { type: 'run_finished', outcome: 'failed' } as const])
    expect(calls(marker(5), last)).toEqual([]);
});

test('R4.7: a call that begins a turn nobody announced ends the rows of the turn before', () => {
  const call: AgentEvent = { type: 'tool_call_started', callId: 'c', name: 'write', turnId: 'next' };
  expect(calls(marker(5), call)).toMatchObject([{ callId: 'c', byteCount: 0 }]);
});

test('R4.7: arguments that come whole show no row', () => {
  const { rounds } = reduceAll(emptyThread, [{ type: 'tool_call_started', callId: 'c', name: 'x', args: {} }]);
  const round = rounds.at(0);
  expect(round && currentStep(round)?.kind).toBe('tool');
});

test('R5.4: a start that comes twice makes no second row and doubles no arguments (B20)', () => {
  const once = [started('c'), delta('c', '{"nr":'), delta('c', '5}')];
  expect(calls(...once, started('c'))).toMatchObject([{ args: '{"nr":5}' }]);
  expect(calls(...once, ...once)).toMatchObject([{ args: '{"nr":5}', byteCount: 8 }]);
});

test('R5.4: a result before its call is kept, however the call then arrives (B22)', () => {
  const result: AgentEvent = { type: 'tool_call_finished', callId: 'c', result: '12 lines' };
  expect(calls(result)).toEqual([]);
  for (const arrival of [started('c'), delta('c', '{}'), { type: 'tool_args', callId: 'c', args: {} } as const]) {
    expect(calls(result, arrival)).toMatchObject([{ status: 'done', result: '12 lines' }]);
  }
});

test('R5.4: the first result of a call stands', () => {
  const result = (text: string): AgentEvent => ({ type: 'tool_call_finished', callId: 'c', result: text });
  expect(calls(started('c'), result('one'), result('two'))).toMatchObject([{ result: 'one' }]);
});

test('R5.5: the whole arguments win over the pieces before and behind them (B24)', () => {
  const whole: AgentEvent = { type: 'tool_call_started', callId: 'c', name: 'run', args: { v: true } };
  expect(calls(delta('c', 'ue}'), whole)).toMatchObject([{ name: 'run', args: { v: true }, status: 'running' }]);
  const args: AgentEvent = { type: 'tool_args', callId: 'c', args: { v: true } };
  expect(calls(started('c'), args, delta('c', 'ue}'))).toMatchObject([{ args: { v: true } }]);
});

test('R5.6: only what the format flags as an error makes a call failed', () => {
  const result = { raw: null, exitCode: 1 };
  expect(calls(started('c'), { type: 'tool_call_finished', callId: 'c', result })).toMatchObject([{ status: 'done' }]);
});

test('R5.7: a denied call is aborted, and a late result does not undo that', () => {
  const denied: AgentEvent[] = [
    started('c'),
    { type: 'approval_requested', approvalId: 'a', name: 'write', callId: 'c' },
    { type: 'approval_resolved', approvalId: 'a', decision: 'denied' },
  ];
  expect(calls(...denied, { type: 'tool_call_finished', callId: 'c', result: 'late' })).toMatchObject([
    { status: 'aborted', result: 'late' },
  ]);
});

test('section 8: arguments that no JSON text can hold neither throw nor hide what had streamed', () => {
  const written = [started('c'), delta('c', '{"b":1,"a":2}')];
  const cyclic: Record<string, unknown> = { a: 1 };
  cyclic['self'] = cyclic;
  const deep: unknown = JSON.parse(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`);
  for (const args of [cyclic, deep, { a: 10n }]) {
    const ready: AgentEvent = { type: 'tool_call_ready', callId: 'c', args };
    expect(calls(...written, ready).map((call) => call.args === args)).toEqual([true]);
  }
});

test('R2.3: a call that starts again has the preview of its new arguments, also where the old one was looked at', () => {
  const whole: AgentEvent = { type: 'tool_args', callId: 'c', args: { path: 'old.ts' } };
  let thread = emptyThread;
  const previews = [whole, started('c'), started('c'), delta('c', '{')].map((event) => {
    thread = reduce(thread, event);
    const round = thread.rounds.at(-1);
    return round && currentStep(round)?.preview;
  });
  expect(previews.at(2)).toBe('old.ts');
  expect(previews.at(3)).toBeUndefined();
});

import { expect, test } from 'vitest';
import {
  type AgentEvent,
  currentStep,
  emptyThread,
  isPending,
  lastAnswer,
  reduce,
  reduceAll,
  traceEvents,
} from './index.ts';

/** After each event: the answer, `…` for the dots, and what the run line names. */
function seen(events: readonly AgentEvent[]): string[] {
  let thread = emptyThread;
  return events.map((event) => {
    thread = reduce(thread, event);
    const round = thread.rounds.at(-1);
    if (!round) return '';
    const { kind = round.status, tool = '', preview = '' } = currentStep(round) ?? {};
    const step = [kind, tool, preview].filter((each) => each !== '').join(' ');
    return `${isPending(round) ? '…' : (lastAnswer(round)?.text ?? '')}|${step}`;
  });
}

const text = (delta: string, itemId: string): AgentEvent => ({ type: 'text_delta', delta, itemId });

test('R1.1, R1.2, R2.6: the answer stays while tools run, and the dots show before it alone (B36)', () => {
  expect(
    seen([
      { type: 'run_started', runId: 'r' },
      {
        type: 'tool_call_started',
        callId: 'c1',
        name: 'Bash',
        args: { command: 'make', description: 'Build with tests' },
      },
      { type: 'tool_call_finished', callId: 'c1', result: 'ok' },
      text('Built.', 't1'),
      { type: 'tool_call_started', callId: 'c2', name: 'Bash', args: { command: 'ls' } },
      { type: 'tool_call_finished', callId: 'c2', result: 'a' },
      { type: 'run_finished', outcome: 'completed' },
    ]),
  ).toEqual([
    '…|working',
    '…|tool Bash Build with tests',
    '…|working',
    'Built.|working',
    'Built.|tool Bash ls',
    'Built.|working',
    'Built.|completed',
  ]);
});

test('R1.1: a turn that begins and a blank text replace no answer (B37)', () => {
  const found = seen([
    text('\n\n', 't1'),
    { type: 'tool_call_started', callId: 'c', name: 'find', args: { q: 'x' } },
    { type: 'tool_call_finished', callId: 'c', result: 'y' },
    text('Found y.', 't2'),
    { type: 'turn_started', turnId: 'next' },
    text(' \u00a0\u200b', 't3'),
    { type: 'run_finished', outcome: 'completed' },
  ]);
  expect(found.slice(0, 3).every((each) => each.startsWith('…'))).toBe(true);
  expect(found.slice(3).every((each) => each.startsWith('Found y.'))).toBe(true);
});

test('R1.1: a replaced answer moves to the trace, at its place in time', () => {
  const round = reduceAll(emptyThread, [
    text('One', 'a'),
    { type: 'tool_call_started', callId: 'c', name: 'Bash' },
    text('Two', 'b'),
  ]).rounds.at(0);
  if (!round) throw new Error('There is a round.');
  expect(lastAnswer(round)?.text).toBe('Two');
  expect(traceEvents(round).map((item) => item.kind)).toEqual(['assistant_text', 'tool_call']);
});

test('R1.3: a round that ends without a text has no dots and no answer, only its outcome', () => {
  for (const outcome of ['completed', 'aborted', 'failed'] as const) {
    expect(
      seen([
        { type: 'run_started', runId: 'r' },
        { type: 'run_finished', outcome },
      ]).at(-1),
    ).toBe(`|${outcome}`);
  }
});

test('R1.4: items alone decide: whole texts of a stored run give the same answer as deltas', () => {
  const stored: AgentEvent[] = [
    { type: 'text', text: 'One', itemId: 'a' },
    { type: 'text', text: 'Two', itemId: 'b' },
  ];
  expect(seen(stored).at(-1)).toBe(seen([text('O', 'a'), text('ne', 'a'), text('Tw', 'b'), text('o', 'b')]).at(-1));
});

test('R1.5: texts and steps of a delegated agent reach neither answer, dots nor run line', () => {
  expect(
    seen([
      { type: 'delegation_started', childId: 'a' },
      { type: 'text_delta', agentId: 'a', delta: 'A reads.' },
      { type: 'tool_call_started', agentId: 'a', callId: 'x', name: 'Bash' },
      { type: 'approval_requested', agentId: 'a', approvalId: 'p', name: 'Bash' },
      { type: 'text_delta', agentId: 'unannounced', delta: 'B too.' },
    ]),
  ).toEqual(new Array(5).fill('…|working'));
});

import { expect, test } from 'vitest';
import { type AgentEvent, currentStep, emptyThread, reduceAll, type Step } from './index.ts';

function step(...events: AgentEvent[]): Step | undefined {
  const round = reduceAll(emptyThread, [{ type: 'run_started', runId: 'r' }, ...events]).rounds.at(-1);
  return round && currentStep(round);
}

const think = (delta: string, itemId = 't'): AgentEvent => ({ type: 'thinking_delta', delta, itemId });
const bash: AgentEvent = {
  type: 'tool_call_started',
  callId: 'c',
  name: 'Bash',
  args: { description: 'Build with tests' },
};

test('R2.0, R2.5, R5.4: the oldest open approval comes first; it closes when its call runs or ends (B35)', () => {
  const asked: AgentEvent[] = [1, 2].flatMap((i): AgentEvent[] => [
    { type: 'tool_call_started', callId: `c${i}`, name: 'rm', args: { path: `file ${i}` } },
    { type: 'approval_requested', approvalId: `a${i}`, name: 'rm', callId: `c${i}` },
  ]);
  expect(step(...asked)).toEqual({ kind: 'approval', tool: 'rm', preview: 'file 1' });
  const approved: AgentEvent = { type: 'approval_resolved', approvalId: 'a1', decision: 'approved' };
  expect(step(...asked, approved)).toEqual({ kind: 'approval', tool: 'rm', preview: 'file 2' });
  expect(step(...asked, approved, { type: 'tool_call_finished', callId: 'c2' })?.kind).toBe('tool');
  expect(step(...asked, { type: 'run_finished', outcome: 'aborted' })).toBeUndefined();
});

test('R5.4: an approval closes also where a denial or the next turn ends its call', () => {
  const asked: AgentEvent[] = [
    { type: 'tool_call_started', callId: 'c', name: 'rm' },
    { type: 'approval_requested', approvalId: 'a', name: 'rm', callId: 'c' },
    { type: 'approval_requested', approvalId: 'b', name: 'rm', callId: 'c' },
  ];
  expect(step(...asked, { type: 'turn_started', turnId: 'next' })?.kind).toBe('working');
  expect(step(...asked, { type: 'approval_resolved', approvalId: 'a', decision: 'denied' })?.kind).toBe('working');
});

test('R2.1: a thought is told until its text, a call or the next turn follows, and again when it resumes', () => {
  expect(step(think('Plan: first'))).toEqual({ kind: 'thinking', preview: 'Plan: first' });
  expect(step(think('Plan'), { type: 'text_delta', delta: ' \n' })?.kind).toBe('thinking');
  expect(step(think('Plan'), { type: 'text_delta', delta: 'So' })?.kind).toBe('working');
  expect(step(think('Plan'), { type: 'turn_started', turnId: 'u' })?.kind).toBe('working');
  expect(step(think('Plan'), bash)?.kind).toBe('tool');
  expect(step(think('Plan'), { type: 'text_delta', delta: 'So' }, think(' on'))?.preview).toBe('Plan on');
});

test('R2.0: the newest live item is the last in the list, also where an older thought resumes', () => {
  expect(step(think('Plan'), bash, think(' on'))?.kind).toBe('tool');
  expect(step(think('Plan'), bash, think(' on'), { type: 'tool_call_finished', callId: 'c' })?.preview).toBe('Plan on');
});

test('R2.1, R4.6: a call that takes the row of a marker over ends the thought too', () => {
  const marker: AgentEvent = { type: 'tool_preparing', toolName: 'write', byteCount: 5 };
  const started: AgentEvent = { type: 'tool_call_started', callId: 'c', name: 'write', title: 'Notes' };
  expect(step(marker, think('Hm'), started)).toEqual({ kind: 'preparing', tool: 'write', preview: 'Notes', bytes: 5 });
});

test('R2.2: a running call is told with its preview, or by its name alone', () => {
  expect(step(bash)).toEqual({ kind: 'tool', tool: 'Bash', preview: 'Build with tests' });
  const get = {
    type: 'tool_call_started',
    callId: 'c',
    name: 'getInstance',
    args: { ids: ['GenericObject:2916'] },
  } as const;
  expect(step(get)).toEqual({ kind: 'tool', tool: 'getInstance', preview: 'GenericObject:2916' });
  expect(step({ ...get, args: {} })).toEqual({ kind: 'tool', tool: 'getInstance' });
});

test('R2.3: while arguments stream in, the preview is there as soon as it can be read, and the bytes', () => {
  const streamed = (delta: string) =>
    step({ type: 'tool_call_started', callId: 'c', name: 'Bash' }, { type: 'tool_args_delta', callId: 'c', delta });
  expect(streamed('{"com')).toEqual({ kind: 'preparing', tool: 'Bash', bytes: 5 });
  expect(streamed('{"command":"make a')).toEqual({ kind: 'preparing', tool: 'Bash', preview: 'make a', bytes: 18 });
});

test('R2.4: of several calls the one that came last, and how many others', () => {
  const second: AgentEvent = { type: 'tool_call_started', callId: 'd', name: 'Read', args: {} };
  expect(step(bash, second)).toEqual({ kind: 'tool', tool: 'Read', others: 1 });
  expect(step(bash, second, { type: 'tool_call_finished', callId: 'd' })).toEqual(step(bash));
});

test('R2.6, R2.7: working while no step can be told, and no step after the end', () => {
  expect(step()).toEqual({ kind: 'working' });
  expect(step({ type: 'run_finished', outcome: 'completed' })).toBeUndefined();
});

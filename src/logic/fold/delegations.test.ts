import { expect, test } from 'vitest';
import { type AgentEvent, emptyThread, isPending, lastAnswer, reduceAll } from '../index.ts';

const agents: AgentEvent[] = [
  { type: 'tool_call_started', callId: 'A', name: 'Task', args: { description: 'Check docs' } },
  { type: 'delegation_started', childId: 'A', callId: 'A', title: 'Check docs' },
  { type: 'tool_call_started', callId: 'B', name: 'Task', args: { description: 'Run tests' } },
  { type: 'delegation_started', childId: 'B', callId: 'B', title: 'Run tests' },
  { type: 'text', agentId: 'A', text: 'A reads.', itemId: 'm2' },
  { type: 'thinking', agentId: 'B', text: 'B plans', itemId: 'm3' },
  { type: 'tool_call_started', agentId: 'B', callId: 'B1', name: 'Bash', args: { command: 'make test' } },
  { type: 'text', agentId: 'A', text: 'A is done.', itemId: 'm4' },
  { type: 'tool_call_finished', callId: 'A', result: 'A is done.' },
  { type: 'delegation_finished', childId: 'A', outcome: 'completed' },
  { type: 'tool_call_finished', agentId: 'B', callId: 'B1', result: 'ok' },
];

function delegations(...events: AgentEvent[]) {
  const items = [...(reduceAll(emptyThread, events).rounds.at(0)?.items ?? [])];
  return items.filter((item) => item.kind === 'delegation');
}

test('R1.5: two agents at once each keep their own, and the caller waits (B49)', () => {
  const round = reduceAll(emptyThread, agents).rounds.at(0);
  expect(round && isPending(round)).toBe(true);
  const [a, b] = delegations(...agents);
  expect(a && [...a.items].map((item) => 'text' in item && item.text)).toEqual(['A reads.', 'A is done.']);
  expect(a).toMatchObject({ status: 'completed', title: 'Check docs' });
  expect(a && lastAnswer(a)?.text).toBe('A is done.');
  expect(b && [...b.items].map((item) => item.kind)).toEqual(['thinking', 'tool_call']);
  expect(b).toMatchObject({ status: 'running' });
});

test('R5.7: what comes for a delegation after its end is dropped, so that nothing in it runs for ever', () => {
  const late: AgentEvent = { type: 'tool_call_started', agentId: 'A', callId: 'late', name: 'Bash' };
  const [a] = delegations(...agents, late, { type: 'run_finished', outcome: 'completed' });
  expect(a?.items.length).toBe(2);
});

test('R5.4: a delegation that is told again with more stays one, and is linked to its call', () => {
  const again: AgentEvent[] = [
    { type: 'delegation_started', childId: 'A' },
    { type: 'delegation_started', childId: 'A', callId: 'c', title: 'Look' },
    { type: 'tool_call_started', callId: 'c', name: 'Task' },
  ];
  const round = reduceAll(emptyThread, again).rounds.at(0);
  expect([...(round?.items ?? [])]).toMatchObject([
    { kind: 'delegation', title: 'Look' },
    { kind: 'tool_call', childId: 'A' },
  ]);
});

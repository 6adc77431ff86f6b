import { expect, test } from 'vitest';
import { type AgentEvent, emptyThread, reduceAll, runDuration } from './index.ts';

function round(...events: AgentEvent[]) {
  const found = reduceAll(emptyThread, [{ type: 'run_started', runId: 'r', at: 1000 }, ...events]).rounds.at(0);
  if (!found) throw new Error('There is a round.');
  return found;
}

test('R2.7: a running round counts from its start, one that ended shows what was recorded', () => {
  expect(runDuration(round(), 4000)).toBe(3000);
  expect(runDuration(round({ type: 'run_finished', outcome: 'completed', at: 2500 }), 9000)).toBe(1500);
});

test('R2.7: waits for an approval do not count, neither the closed ones nor the open one', () => {
  const asked: AgentEvent = { type: 'approval_requested', approvalId: 'a', name: 'rm', at: 2000 };
  const answered: AgentEvent = { type: 'approval_resolved', approvalId: 'a', decision: 'approved', at: 5000 };
  expect(runDuration(round(asked), 4000)).toBe(1000);
  expect(runDuration(round(asked, answered), 6000)).toBe(2000);
});

test('R2.7: without times there is no duration', () => {
  const thread = reduceAll(emptyThread, [{ type: 'run_started', runId: 'r' }]);
  const bare = thread.rounds.at(0);
  expect(bare && runDuration(bare, 5)).toBeUndefined();
});

test('R2.7: the steps are the thoughts and calls of the main agent', () => {
  const { steps } = round(
    { type: 'thinking_delta', delta: 'Plan' },
    { type: 'tool_call_started', callId: 'c', name: 'Task' },
    { type: 'delegation_started', childId: 'a' },
    { type: 'delegation_started', childId: 'a', callId: 'c' },
    { type: 'tool_call_started', agentId: 'a', callId: 'x', name: 'Bash' },
    { type: 'tool_preparing', toolName: 'write', byteCount: 1 },
  );
  expect(steps).toBe(2);
});

test('R2.8: a marker whose count did not change and an empty delta are no progress, and time never runs back', () => {
  const marker = (at: number, byteCount: number): AgentEvent => ({
    type: 'tool_preparing',
    toolName: 'w',
    byteCount,
    at,
  });
  expect(round(marker(2000, 5), marker(9000, 5)).lastProgressAt).toBe(2000);
  expect(round(marker(2000, 5), marker(9000, 6)).lastProgressAt).toBe(9000);
  expect(round({ type: 'text_delta', delta: '', at: 7000 }).lastProgressAt).toBe(1000);
  expect(round(marker(2000, 5), { type: 'text_delta', delta: 'x', at: 1500 }).lastProgressAt).toBe(2000);
});

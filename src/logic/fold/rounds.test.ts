import { expect, test } from 'vitest';
import { type AgentEvent, emptyThread, lastAnswer, reduceAll } from '../index.ts';

/** Of each round: the user's words, the answer and the status. */
function rounds(events: readonly AgentEvent[]): (string | undefined)[][] {
  const { rounds } = reduceAll(emptyThread, events);
  return [...rounds].map((round) => [round.user?.text, lastAnswer(round)?.text, round.status]);
}

const started: AgentEvent = { type: 'run_started', runId: 'r' };
const spoken: AgentEvent = { type: 'user_message', text: 'Hi' };

test('R1.6: the prompt and the start of the run open one round, whichever comes first', () => {
  expect(rounds([started, spoken])).toEqual([['Hi', undefined, 'running']]);
  expect(rounds([spoken, started])).toEqual([['Hi', undefined, 'running']]);
});

test('R1.6: the prompt joins its run also where something came between', () => {
  const notice: AgentEvent = { type: 'notice', level: 'info', text: 'No server.' };
  expect(rounds([started, notice, spoken])).toEqual([['Hi', undefined, 'running']]);
});

test('R1.6: a prompt that the stream repeats is one message, also after a warning', () => {
  const warning: AgentEvent = { type: 'notice', level: 'warning', text: 'Fallback metadata.' };
  const repeated: AgentEvent = { type: 'user_message', text: 'Hi', id: 'u1' };
  expect(rounds([spoken, started, warning, repeated, repeated])).toEqual([['Hi', undefined, 'running']]);
  const answered: AgentEvent = { type: 'text', text: 'One' };
  expect(rounds([spoken, started, answered, repeated])).toHaveLength(2);
});

test('R1.6: any other event opens a round where none is open and none has ended', () => {
  expect(rounds([{ type: 'text_delta', delta: 'Hello' }])).toEqual([[undefined, 'Hello', 'running']]);
  expect(
    rounds([
      { type: 'run_finished', outcome: 'completed' },
      { type: 'text_delta', delta: 'late' },
    ]),
  ).toEqual([[undefined, undefined, 'completed']]);
});

test('R1.6: a new prompt closes a round that runs as aborted', () => {
  expect(rounds([spoken, { type: 'text', text: 'One' }, { type: 'user_message', text: 'Stop' }])).toEqual([
    ['Hi', 'One', 'aborted'],
    ['Stop', undefined, 'running'],
  ]);
});

test('R5.4: what is sent again after a reconnect changes nothing (B25)', () => {
  const sent: AgentEvent[] = [
    { ...started, seq: '1' },
    { type: 'text_delta', delta: 'a', itemId: 'm', seq: '2' },
    { type: 'text_delta', delta: 'b', itemId: 'm', seq: '3' },
  ];
  const rest: AgentEvent[] = [
    { type: 'text_delta', delta: 'c', itemId: 'm', seq: '4' },
    { type: 'run_finished', outcome: 'completed', seq: '5' },
  ];
  expect(rounds([...sent, ...sent, ...rest])).toEqual([[undefined, 'abc', 'completed']]);
  const unnumbered = sent.map(({ seq: _, ...event }): AgentEvent => event);
  expect(rounds([...unnumbered, ...unnumbered, ...rest])).toEqual([[undefined, 'abc', 'completed']]);
});

test('R5.4: a new run may count its events from the start again', () => {
  const run = (runId: string, delta: string): AgentEvent[] => [
    { type: 'run_started', runId, seq: 1 },
    { type: 'text_delta', delta, seq: 2 },
    { type: 'run_finished', outcome: 'completed', seq: 3 },
  ];
  expect(rounds([...run('r1', 'One'), ...run('r2', 'Two')]).map(([, answer]) => answer)).toEqual(['One', 'Two']);
});

test('R5.4: the first end of a run stands, and the end of another run is not its own (B28, B32)', () => {
  const failed: AgentEvent = { type: 'run_finished', outcome: 'failed', error: 'quota used up' };
  const {
    rounds: [...all],
  } = reduceAll(emptyThread, [
    started,
    { type: 'text_delta', delta: 'Half' },
    failed,
    { type: 'run_finished', outcome: 'completed' },
  ]);
  expect(all.map((round) => round.status)).toEqual(['failed']);
  expect([...(all[0]?.items ?? [])].at(-1)).toMatchObject({ kind: 'notice', level: 'error', text: 'quota used up' });
  const other: AgentEvent[] = [
    started,
    { type: 'run_started', runId: 'new' },
    { type: 'run_finished', outcome: 'aborted', runId: 'r' },
  ];
  expect(rounds(other).map(([, , status]) => status)).toEqual(['aborted', 'running']);
});

test('R1.3, R1.6: an error that comes first is told, without an answer (B28)', () => {
  const thread = reduceAll(emptyThread, [{ type: 'run_finished', outcome: 'failed', error: 'Overloaded' }]);
  expect(thread.rounds.at(0)?.status).toBe('failed');
  expect(thread.rounds.at(0)?.items.at(0)).toMatchObject({ kind: 'notice', text: 'Overloaded' });
});

test('R5.4: unknown events are counted, by kinds of any name, and change nothing', () => {
  const wire: AgentEvent[] = JSON.parse('[{"type":"strange"},{"type":"strange"},{"type":"__proto__"}]');
  const { rounds: none, diagnostics } = reduceAll(emptyThread, wire);
  expect(none.length).toBe(0);
  expect(Object.entries(diagnostics.unknown)).toEqual([
    ['strange', 2],
    ['__proto__', 1],
  ]);
});

test('R5.7: at the end all that is open closes, and nothing late brings it back (B32)', () => {
  const thread = reduceAll(emptyThread, [
    started,
    { type: 'tool_call_started', callId: 'c1', name: 'bash', args: { command: 'sleep 60' } },
    { type: 'tool_call_started', callId: 'c2', name: 'write' },
    { type: 'tool_preparing', toolName: 'edit', byteCount: 3 },
    { type: 'approval_requested', approvalId: 'p', name: 'bash' },
    { type: 'delegation_started', childId: 'a' },
    { type: 'tool_call_started', agentId: 'a', callId: 'x', name: 'read' },
    { type: 'run_finished', outcome: 'aborted' },
    { type: 'text_delta', delta: 'late' },
    { type: 'tool_preparing', toolName: 'edit', byteCount: 9 },
    { type: 'tool_call_finished', callId: 'c1', result: 'late' },
    { type: 'tool_call_finished', agentId: 'nobody', callId: 'c1', result: 'late' },
    { type: 'tool_call_started', agentId: 'a', callId: 'y', name: 'late' },
  ]);
  const [c1, c2, approval, delegation, ...more] = thread.rounds.at(0)?.items ?? [];
  expect(c1).toMatchObject({ status: 'aborted', result: 'late' });
  expect(c2).toMatchObject({ status: 'aborted' });
  expect(approval).toMatchObject({ open: false });
  expect(delegation).toMatchObject({ status: 'aborted' });
  expect(delegation?.kind === 'delegation' && [...delegation.items]).toMatchObject([{ status: 'aborted' }]);
  expect(more).toEqual([]);
});

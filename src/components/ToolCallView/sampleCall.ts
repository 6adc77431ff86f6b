import { type AgentEvent, emptyThread, reduceAll, type ToolCall } from '../../logic/index.ts';

type Start = Omit<Extract<AgentEvent, { type: 'tool_call_started' }>, 'type' | 'callId'>;

/** For stories and tests: the call `c1` as the events of a run leave it. */
export function sampleCall(start: Start, ...events: AgentEvent[]): ToolCall {
  const thread = reduceAll(emptyThread, [
    { type: 'run_started', runId: 'r1' },
    { type: 'tool_call_started', callId: 'c1', ...start },
    ...events,
  ]);
  for (const item of thread.rounds.at(-1)?.items ?? []) if (item.kind === 'tool_call') return item;
  throw new Error('The events leave no call.');
}

/** The call has ended with this. */
export function finished(result: unknown, isError = false): AgentEvent {
  return { type: 'tool_call_finished', callId: 'c1', result, isError };
}

import { type AgentEvent, type Approval, emptyThread, reduceAll } from '../../logic/index.ts';

type Request = Omit<Extract<AgentEvent, { type: 'approval_requested' }>, 'type'>;

/** For stories and tests: an approval as the events of a run leave it. */
export function sampleApproval(request: Partial<Request> = {}, ...events: AgentEvent[]): Approval {
  const thread = reduceAll(emptyThread, [
    { type: 'run_started', runId: 'r1' },
    {
      type: 'approval_requested',
      approvalId: 'a1',
      name: 'Bash',
      args: { command: 'rm -rf build && npm run build' },
      ...request,
    },
    ...events,
  ]);
  for (const item of thread.rounds.at(-1)?.items ?? []) if (item.kind === 'approval') return item;
  throw new Error('The events leave no approval.');
}

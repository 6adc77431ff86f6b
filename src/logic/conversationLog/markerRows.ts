import type { AgentEvent } from '../events.ts';
import { rowOf } from '../fold/calls.ts';
import { withinAgent } from '../fold/delegations.ts';
import { reduce, reduceAll } from '../reducer.ts';
import { emptyThread, type Thread } from '../thread.ts';

/**
 * Tells which row a marker is about, by its key; undefined where it tells nothing new. A marker has no id: that depends
 * on all that came before it (SPEC R4.6), so that the fold itself is asked. Takes every event, in order; `earlier`: those
 * before it, asked for at the first marker. A log without markers folds nothing.
 */
export function markerRows(): (event: AgentEvent, earlier: () => Iterable<AgentEvent>) => number | undefined {
  let thread: Thread | undefined;
  return (event, earlier) => {
    if (!thread && event.type !== 'tool_preparing') return undefined;
    const before = thread ?? reduceAll(emptyThread, earlier());
    thread = reduce(before, event);
    const round = thread.rounds.at(-1);
    if (event.type !== 'tool_preparing' || !round || thread.rounds === before.rounds) return undefined;
    let row: number | undefined;
    withinAgent(round, event.agentId, (scope) => {
      row = rowOf(scope, event)?.key;
      return scope;
    });
    return row;
  };
}

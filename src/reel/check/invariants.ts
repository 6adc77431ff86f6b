import type { AgentEvent } from '../../logic/events.ts';
import type { Thread } from '../../logic/thread.ts';
import type { Report } from './findings.ts';
import { createScopeWatch, type ScopeWatch } from './scopeWatch.ts';

/** What must hold of a thread after every event (SPEC R7.4). */
export interface Invariants {
  /** Takes each step of a fold in order; the cost does not grow with the thread. */
  see(before: Thread, event: AgentEvent, after: Thread): void;
  /** Turns and calls so far, those of delegated agents included. */
  totals(): { readonly turns: number; readonly calls: number };
}

/** Looks on while a thread is folded, whoever folds it, and reports each rule that does not hold. */
export function createInvariants(report: Report): Invariants {
  const watches: ScopeWatch[] = [];
  let count = 0;

  return {
    see(before, event, after) {
      const round = after.rounds.at(-1);
      if (!round) return;
      if (after.rounds.length !== count) closePrevious(after);
      else if (event.type === 'run_started' && round.items.length === 0) watches.pop();
      count = after.rounds.length;
      const watch = watches[count - 1] ?? createScopeWatch(report);
      watches[count - 1] = watch;
      // An event whose number was seen before is dropped (SPEC R5.4).
      const isDropped = before === after && event.seq !== undefined;
      watch.see(round, isDropped ? undefined : event);
    },
    totals() {
      const all = watches.map((watch) => watch.totals());
      const sum = (what: 'turns' | 'calls') => all.reduce((total, each) => total + each[what], 0);
      return { turns: sum('turns'), calls: sum('calls') };
    },
  };

  /** R1.6: a round that another one follows has ended. */
  function closePrevious(after: Thread): void {
    const previous = after.rounds.at(-2);
    if (!previous) return;
    if (previous.status === 'running') report('R1.6', `The round ${previous.id} runs though the next one has begun.`);
    watches[after.rounds.length - 2]?.see(previous, undefined);
  }
}

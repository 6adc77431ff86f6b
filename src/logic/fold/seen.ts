import type { AgentEvent } from '../events.ts';
import { IdMap } from '../idMap.ts';

/** Which sequence numbers have come: a span of whole numbers without a gap, and all others one by one. */
export interface Seen {
  readonly from: number;
  readonly to: number;
  readonly others: IdMap<true>;
}

const noneSeen: Seen = { from: 1, to: 0, others: IdMap.empty() };

/** A number and its text are the same: in SSE an id is always a text. */
function numberOf(seq: number | string): number | undefined {
  const value = typeof seq === 'string' && /^\d{1,15}$/.test(seq) ? Number(seq) : seq;
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

/** Which events of a stream have come: by their numbers, and which runs have started. */
export interface Heard {
  readonly seen: Seen;
  readonly runs: IdMap<true>;
}

export const noneHeard: Heard = { seen: noneSeen, runs: IdMap.empty() };

/** What has come once `event` has; undefined where it came before (SPEC R5.4). */
export function hear(heard: Heard, event: AgentEvent): Heard | undefined {
  const isNewRun = event.type === 'run_started' && !heard.runs.get(event.runId);
  const runs = isNewRun ? heard.runs.set(event.runId, true) : heard.runs;
  if (event.seq === undefined) return isNewRun ? { seen: heard.seen, runs } : heard;
  const isKnown = isSeen(heard.seen, event.seq);
  // A new run may count its events from the start again.
  if (isKnown && !isNewRun) return undefined;
  let seen = withSeen(isKnown ? noneSeen : heard.seen, event.seq);
  for (const seq of event.merged?.seqs ?? []) seen = withSeen(seen, seq);
  return { seen, runs };
}

function isSeen(seen: Seen, seq: number | string): boolean {
  const number = numberOf(seq);
  return (number !== undefined && number >= seen.from && number <= seen.to) || seen.others.get(String(seq)) === true;
}

function withSeen(seen: Seen, seq: number | string): Seen {
  const number = numberOf(seq);
  if (number !== undefined && seen.to < seen.from) return { ...seen, from: number, to: number };
  if (number !== undefined && number === seen.to + 1) return { ...seen, to: number };
  return { ...seen, others: seen.others.set(String(seq), true) };
}

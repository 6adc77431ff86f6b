import { IdMap } from '../idMap.ts';

/** Which sequence numbers have come: a span of whole numbers without a gap, and all others one by one. */
export interface Seen {
  readonly from: number;
  readonly to: number;
  readonly others: IdMap<true>;
}

export const noneSeen: Seen = { from: 1, to: 0, others: IdMap.empty() };

/** A number and its text are the same: in SSE an id is always a text. */
function numberOf(seq: number | string): number | undefined {
  const value = typeof seq === 'string' && /^\d{1,15}$/.test(seq) ? Number(seq) : seq;
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

export function isSeen(seen: Seen, seq: number | string): boolean {
  const number = numberOf(seq);
  return (number !== undefined && number >= seen.from && number <= seen.to) || seen.others.get(String(seq)) === true;
}

export function withSeen(seen: Seen, seq: number | string): Seen {
  const number = numberOf(seq);
  if (number !== undefined && seen.to < seen.from) return { ...seen, from: number, to: number };
  if (number !== undefined && number === seen.to + 1) return { ...seen, to: number };
  return { ...seen, others: seen.others.set(String(seq), true) };
}

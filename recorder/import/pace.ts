/** When the pieces of a run came, as far as anyone knows. */
export interface Pace {
  /** Milliseconds since the start, never going back. */
  readonly times: readonly number[];
  /** The pieces themselves told it. */
  readonly isKnown: boolean;
  /** When the first known time was, in milliseconds since the epoch. */
  readonly start?: number;
}

/** What nothing tells the time of comes at this pace by default: twenty messages a second, as a quick model writes. */
export const STEADY_PACE = 50;

/**
 * Gives each piece a time: its own, where it has one; else it follows the piece before at a steady pace, closer where
 * the next known time comes sooner. One known time alone tells no pace.
 * @param known milliseconds since the epoch
 */
export function paceOf(known: readonly (number | undefined)[], step: number): Pace {
  const anchors = anchorsOf(known);
  const first = anchors[0];
  const last = anchors.at(-1);
  if (!first || !last) return { times: known.map((_, i) => i * step), isKnown: false };
  if (first.time === last.time) return { times: known.map((_, i) => i * step), isKnown: false, start: first.time };
  const times: number[] = Array(first.index).fill(0);
  for (const [nth, { index, time }] of anchors.entries()) {
    const next = anchors[nth + 1];
    const until = next?.index ?? known.length;
    const own = next ? Math.min(step, (next.time - time) / (next.index - index)) : step;
    for (let i = index; i < until; i++) times.push(time - first.time + (i - index) * own);
  }
  return { times, isKnown: true, start: first.time };
}

interface Anchor {
  readonly index: number;
  readonly time: number;
}

/** The known times, in an order that does not go back: clocks of several machines may differ a little. */
function anchorsOf(known: readonly (number | undefined)[]): readonly Anchor[] {
  const anchors: Anchor[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  for (const [index, time] of known.entries()) {
    if (time === undefined || !Number.isFinite(time)) continue;
    latest = Math.max(latest, time);
    anchors.push({ index, time: latest });
  }
  return anchors;
}

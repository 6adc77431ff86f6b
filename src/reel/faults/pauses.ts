import type { Random } from '../random.ts';
import { splitAt } from './borders.ts';
import type { Where } from './fault.ts';
import { placeOf } from './place.ts';
import { isChunk, type Tape } from './tape.ts';

/** All that comes after the place comes `ms` later; in the middle of a chunk its rest does. */
export function stall(tape: Tape, random: Random, ms = 5000, at?: Where): Tape {
  const place = placeOf(tape, random, at);
  const { end, ...split } = splitAt(tape, [place]);
  let start = 0;
  let isLate = false;
  const entries = split.entries.map((entry) => {
    if (isChunk(entry)) {
      isLate ||= start >= place;
      start += entry.bytes.length;
    }
    return isLate ? { ...entry, time: entry.time + ms } : entry;
  });
  return { ...split, entries, ...(end && { end: { ...end, time: end.time + ms } }) };
}

/** Every pause is `factor` times as long. */
export function slow({ end, ...tape }: Tape, factor = 4): Tape {
  return {
    ...tape,
    entries: tape.entries.map((entry) => ({ ...entry, time: entry.time * factor })),
    ...(end && { end: { ...end, time: end.time * factor } }),
  };
}

import { type Random, wholeNumber } from '../random.ts';
import type { Where } from './fault.ts';
import { isChunk, outputOf, type Tape } from './tape.ts';

/** How many bytes of the output come before a fault. */
export function placeOf(tape: Tape, random: Random, at?: Where): number {
  if (at && 'chunk' in at) {
    const before = tape.entries.filter(isChunk).slice(0, at.chunk);
    return before.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }
  const { length } = outputOf(tape);
  return at ? Math.round(at.share * length) : wholeNumber(random, 0, Math.max(0, length - 1));
}

import { splitAt } from './borders.ts';
import { type Entry, isChunk, outputOf, type Tape } from './tape.ts';

/** Chunks of their own at places of the output, each at the time of what comes before it. The places are in order. */
export function insertAt(tape: Tape, places: readonly number[], bytes: Uint8Array): Tape {
  const entries: Entry[] = [];
  const due = new Set(places);
  let end = 0;
  for (const entry of splitAt(tape, places).entries) {
    entries.push(entry);
    if (!isChunk(entry)) continue;
    end += entry.bytes.length;
    if (due.delete(end)) entries.push({ time: entry.time, bytes });
  }
  return { ...tape, entries };
}

/** Other bytes of the same number from a place on; borders and times stay. */
export function overwrite(tape: Tape, place: number, bytes: Uint8Array): Tape {
  const output = outputOf(tape);
  output.set(bytes, place);
  let end = 0;
  const entries = tape.entries.map((entry) => {
    if (!isChunk(entry)) return entry;
    const from = end;
    end += entry.bytes.length;
    return { ...entry, bytes: output.subarray(from, end) };
  });
  return { ...tape, entries };
}

/** The output without the bytes from `from` to `to`; a chunk of which nothing is left is gone. */
export function takeOut(tape: Tape, from: number, to: number): Tape {
  let start = 0;
  const entries = splitAt(tape, [from, to]).entries.filter((entry) => {
    if (!isChunk(entry)) return true;
    const isOut = start >= from && start < to;
    start += entry.bytes.length;
    return !isOut;
  });
  return { ...tape, entries };
}

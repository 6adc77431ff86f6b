import { type Chunk, type Entry, isChunk, type Tape } from './tape.ts';

/** Chunks end at these places of the output too; the times stay. The places are in order. */
export function splitAt(tape: Tape, places: readonly number[]): Tape {
  const entries: Entry[] = [];
  let start = 0;
  let next = 0;
  for (const entry of tape.entries) {
    if (!isChunk(entry)) {
      entries.push(entry);
      continue;
    }
    const { time, bytes } = entry;
    const end = start + bytes.length;
    let from = start;
    for (; (places[next] ?? end) < end; next += 1) {
      const to = places[next] ?? end;
      if (to <= from) continue;
      entries.push({ time, bytes: bytes.subarray(from - start, to - start) });
      from = to;
    }
    entries.push({ time, bytes: bytes.subarray(from - start) });
    start = end;
  }
  return { ...tape, entries };
}

/**
 * Chunks come as one: `isFull` says of the chunks that wait whether they are let go. What is let go has the time of
 * the last one, as something that held them back would do it.
 */
export function joinChunks(tape: Tape, isFull: (waiting: readonly Chunk[]) => boolean): Tape {
  const entries: Entry[] = [];
  let left = tape.entries.filter(isChunk).length;
  let waiting: Chunk[] = [];
  for (const entry of tape.entries) {
    if (!isChunk(entry)) {
      entries.push(entry);
      continue;
    }
    left -= 1;
    waiting.push(entry);
    if (left > 0 && !isFull(waiting)) continue;
    entries.push(joined(waiting, entry.time));
    waiting = [];
  }
  return { ...tape, entries };
}

function joined(chunks: readonly Chunk[], time: number): Chunk {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.bytes.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk.bytes, at);
    at += chunk.bytes.length;
  }
  return { time, bytes };
}

import type { Random } from '../random.ts';
import { insertAt } from './edits.ts';
import { messagesOf } from './messages.ts';
import { type Entry, isChunk, type Tape } from './tape.ts';

const encoder = new TextEncoder();

/** Signs of life between the messages: every `ms` where they pause, else after one in three. */
export function heartbeat(tape: Tape, random: Random, ms?: number): Tape {
  const { list, heartbeat: sign } = messagesOf(tape);
  const bytes = encoder.encode(sign);
  const ends = list.map(({ to }) => to);
  if (ms !== undefined) return inPauses(tape, new Set(ends), bytes, ms);
  return insertAt(
    tape,
    ends.filter(() => random() < 1 / 3),
    bytes,
  );
}

function inPauses(tape: Tape, borders: ReadonlySet<number>, bytes: Uint8Array, ms: number): Tape {
  const chunks = tape.entries.filter(isChunk);
  const signs: Entry[] = [];
  let end = 0;
  for (const [i, chunk] of chunks.entries()) {
    end += chunk.bytes.length;
    if (!borders.has(end)) continue;
    const until = chunks[i + 1]?.time ?? tape.end?.time ?? chunk.time;
    for (let time = chunk.time + ms; time < until; time += ms) signs.push({ time, bytes });
  }
  // Each is later than the chunk before its pause and earlier than the next one.
  return { ...tape, entries: [...tape.entries, ...signs].sort((one, other) => one.time - other.time) };
}

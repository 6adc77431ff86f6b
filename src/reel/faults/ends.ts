import type { EndCause } from '../format.ts';
import type { Random } from '../random.ts';
import { splitAt } from './borders.ts';
import type { Where } from './fault.ts';
import { placeOf } from './place.ts';
import { type Entry, isChunk, type Tape } from './tape.ts';

/** The connection is lost. */
export function reset(tape: Tape, random: Random, at?: Where): Tape {
  return endAt(tape, placeOf(tape, random, at), 'reset');
}

/** The stream is closed as if all had been said. */
export function truncate(tape: Tape, random: Random, at?: Where): Tape {
  return endAt(tape, placeOf(tape, random, at), 'eof');
}

function endAt(tape: Tape, place: number, cause: EndCause): Tape {
  const { header, entries } = splitAt(tape, [place]);
  let start = 0;
  const after = entries.findIndex((entry) => {
    if (!isChunk(entry)) return false;
    start += entry.bytes.length;
    return start > place;
  });
  const kept = after === -1 ? entries : entries.slice(0, after);
  return { header, entries: kept, end: { time: kept.at(-1)?.time ?? 0, cause }, truncated: false };
}

const overloaded = JSON.stringify({ error: { type: 'overloaded_error', message: 'The service is overloaded.' } });

/** An answer that is no stream, when the first line of the recording came. */
export function httpError({ header, entries }: Tape, status = 503, body = overloaded): Tape {
  const first = entries.find((entry) => isChunk(entry) || entry.line.kind === 'h');
  const time = first?.time ?? 0;
  const answer: Entry[] = [
    { time, line: { kind: 'h', dt: 0, status, headers: { 'content-type': 'application/json' } } },
    { time, bytes: new TextEncoder().encode(body) },
  ];
  return { header, entries: answer, end: { time, cause: 'eof' }, truncated: false };
}

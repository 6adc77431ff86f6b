import { type Random, wholeNumber } from '../random.ts';
import { joinChunks, splitAt } from './borders.ts';
import type { Where } from './fault.ts';
import { placeOf } from './place.ts';
import { outputOf, type Tape } from './tape.ts';

/** `bytes` bytes from a place on come one by one; all of them where neither is said. */
export function oneByte(tape: Tape, random: Random, bytes?: number, at?: Where): Tape {
  const { length } = outputOf(tape);
  const from = bytes === undefined && !at ? 0 : placeOf(tape, random, at);
  const to = Math.min(length, from + (bytes ?? length));
  return splitAt(
    tape,
    Array.from({ length: to - from + 1 }, (_, i) => from + i),
  );
}

/** Borders anywhere, none of the old ones on purpose. */
export function recut(tape: Tape, random: Random, size = 512): Tape {
  const { length } = outputOf(tape);
  const places: number[] = [];
  for (let at = wholeNumber(random, 1, size); at < length; at += wholeNumber(random, 1, size)) places.push(at);
  const isBorder = new Set(places);
  let end = 0;
  return joinChunks(splitAt(tape, places), (waiting) => {
    end += waiting.at(-1)?.bytes.length ?? 0;
    return isBorder.has(end);
  });
}

/** Neighbours come as one. */
export function merge(tape: Tape, random: Random, count?: number): Tape {
  const next = () => count ?? wholeNumber(random, 2, 8);
  let wanted = next();
  return joinChunks(tape, (waiting) => {
    if (waiting.length < wanted) return false;
    wanted = next();
    return true;
  });
}

/** A border inside of characters of more than one byte: of all, or of so many from a place on. */
export function splitUtf8(tape: Tape, random: Random, characters = Number.POSITIVE_INFINITY, at?: Where): Tape {
  const output = outputOf(tape);
  const start = characters === Number.POSITIVE_INFINITY && !at ? 0 : placeOf(tape, random, at);
  const places: number[] = [];
  for (let place = 0; place < output.length && places.length < characters; ) {
    const length = characterLength(output[place] ?? 0);
    if (length > 1 && place >= start) places.push(place + wholeNumber(random, 1, length - 1));
    place += length;
  }
  return splitAt(tape, places);
}

function characterLength(lead: number): number {
  if (lead < 0xc0) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

const CR = 0x0d;
const LF = 0x0a;

/** Every line break is CRLF, in two chunks. Only breaks of lines are bare in JSON: what is said stays the same. */
export function splitCrlf(tape: Tape): Tape {
  let before = 0;
  const entries = tape.entries.map((entry) => {
    if (!('bytes' in entry)) return entry;
    const bytes: number[] = [];
    for (const byte of entry.bytes) {
      if (byte === LF && before !== CR) bytes.push(CR);
      bytes.push(byte);
      before = byte;
    }
    return { ...entry, bytes: Uint8Array.from(bytes) };
  });
  const crlf = { ...tape, entries };
  const output = outputOf(crlf);
  const places: number[] = [];
  output.forEach((byte, at) => {
    if (byte === LF && output[at - 1] === CR) places.push(at);
  });
  return splitAt(crlf, places);
}

import { type Random, wholeNumber } from '../random.ts';
import { insertAt, overwrite, takeOut } from './edits.ts';
import type { Where } from './fault.ts';
import { type Message, messagesOf } from './messages.ts';
import { placeOf } from './place.ts';
import { outputOf, type Tape } from './tape.ts';

/** A message again, right after itself. */
export function duplicate(tape: Tape, random: Random, at?: Where): Tape {
  const said = tellingOf(tape);
  const message = said[indexAt(said, placeOf(tape, random, at))];
  return message ? insertAt(tape, [message.to], outputOf(tape).slice(message.from, message.to)) : tape;
}

/** A message after the one that follows it; chunks end where they did. */
export function swap(tape: Tape, random: Random, at?: Where): Tape {
  const said = tellingOf(tape);
  const index = Math.min(indexAt(said, placeOf(tape, random, at)), said.length - 2);
  const [one, other] = [said[index], said[index + 1]];
  if (!one || !other) return tape;
  const output = outputOf(tape);
  const parts = [
    output.subarray(other.from, other.to),
    output.subarray(one.to, other.from),
    output.subarray(one.from, one.to),
  ];
  return overwrite(tape, one.from, Uint8Array.from(parts.flatMap((part) => [...part])));
}

/** A line of a message without its end, at least one character; the line break stays. */
export function cutLine(tape: Tape, random: Random, at?: Where): Tape {
  const said = tellingOf(tape);
  const lines = said[indexAt(said, placeOf(tape, random, at))]?.data ?? [];
  const line = lines[wholeNumber(random, 0, lines.length - 1)];
  return line ? takeOut(tape, wholeNumber(random, line.from + 1, line.to - 1), line.to) : tape;
}

/** The messages that hold more than a sign of life, and more than one byte. */
function tellingOf(tape: Tape): Message[] {
  return messagesOf(tape).list.filter(({ data }) => data.some(({ from, to }) => to - from > 1));
}

/** The message around a place, or the next one, or the last. */
function indexAt(messages: readonly Message[], place: number): number {
  const found = messages.findIndex(({ to }) => to > place);
  return found === -1 ? messages.length - 1 : found;
}

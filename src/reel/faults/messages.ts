import { outputOf, type Tape } from './tape.ts';

/** A line of the output: its bytes without and with its line break. */
interface Line {
  readonly from: number;
  readonly to: number;
  readonly next: number;
}

/** A message of the output, as a range of bytes: a line of JSON Lines, or an event of SSE with its blank line. */
export interface Message {
  readonly from: number;
  readonly to: number;
  /** The lines that hold its JSON. */
  readonly data: readonly Line[];
}

/** The messages of a tape, and what is between them on the wire. */
export interface Messages {
  readonly list: readonly Message[];
  /** A sign of life that says nothing, as bytes. */
  readonly heartbeat: string;
}

const CR = 0x0d;
const LF = 0x0a;
/** The beginnings of the lines of SSE. */
const SSE = /^(?::|(?:data|event|id|retry)(?::|$))/;

/** What has no line break at its end is no message here: nothing may come after it. */
export function messagesOf(tape: Tape): Messages {
  const output = outputOf(tape);
  const lines = linesOf(output);
  const first = lines.find(({ from, to }) => to > from);
  if (first && SSE.test(startOf(output, first))) return { list: events(output, lines), heartbeat: ': heartbeat\n\n' };
  const list = lines.map((line) => ({ from: line.from, to: line.next, data: line.to > line.from ? [line] : [] }));
  return { list, heartbeat: '\n' };
}

function events(output: Uint8Array, lines: readonly Line[]): Message[] {
  const list: Message[] = [];
  let data: Line[] = [];
  let from = 0;
  for (const line of lines) {
    if (startOf(output, line).startsWith('data:')) data.push(line);
    if (line.to > line.from) continue;
    list.push({ from, to: line.next, data });
    data = [];
    from = line.next;
  }
  return list;
}

function linesOf(output: Uint8Array): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (let at = 0; at < output.length; at += 1) {
    const byte = output[at];
    if (byte !== LF && byte !== CR) continue;
    const next = byte === CR && output[at + 1] === LF ? at + 2 : at + 1;
    lines.push({ from, to: at, next });
    from = next;
    at = next - 1;
  }
  return lines;
}

function startOf(output: Uint8Array, { from, to }: Line): string {
  return String.fromCharCode(...output.subarray(from, Math.min(to, from + 6)));
}

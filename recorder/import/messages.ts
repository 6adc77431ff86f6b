import { createFraming } from '../../src/adapters/framing/framing.ts';

const CR = 0x0d;
const LF = 0x0a;

/** Whether a text is an event stream and not JSON: one of the fields stands at the beginning of a line. */
export function isEventStream(text: string): boolean {
  for (const line of text.split(/\r\n?|\n/)) {
    if (/^(?:data|event|id|retry)?:/.test(line)) return true;
    if (/^\s*[[{]/.test(line)) return false;
  }
  return false;
}

/** The bytes of a log cut after each message: an SSE frame with its blank line, a JSON line, a document. */
export function messagesIn(bytes: Uint8Array, eventStream: boolean): readonly Uint8Array[] {
  return eventStream ? framesIn(bytes) : jsonMessagesIn(bytes);
}

function framesIn(bytes: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = [];
  let from = 0;
  let filled = false;
  for (const { start, end, to } of linesIn(bytes)) {
    if (end > start) filled = true;
    else if (filled) {
      frames.push(bytes.subarray(from, to));
      from = to;
      filled = false;
    }
  }
  return withRest(frames, bytes, from);
}

function jsonMessagesIn(bytes: Uint8Array): Uint8Array[] {
  const messages: Uint8Array[] = [];
  let isWhole = false;
  const whole = () => {
    isWhole = true;
  };
  const framing = createFraming({ message: whole, malformed: whole, alive: () => {} });
  let from = 0;
  for (const { start, to } of linesIn(bytes)) {
    framing.push(bytes.subarray(start, to));
    if (!isWhole) continue;
    messages.push(bytes.subarray(from, to));
    from = to;
    isWhole = false;
  }
  return withRest(messages, bytes, from);
}

/** What stands after the last message: blank lines go with it, anything else comes by itself. */
function withRest(pieces: Uint8Array[], bytes: Uint8Array, from: number): Uint8Array[] {
  if (from === bytes.length) return pieces;
  const rest = bytes.subarray(from);
  const last = pieces.pop();
  if (!last) return [rest];
  const isBlank = rest.every((byte) => byte === CR || byte === LF || byte === 0x20 || byte === 0x09);
  return isBlank ? [...pieces, bytes.subarray(from - last.length)] : [...pieces, last, rest];
}

interface Line {
  readonly start: number;
  /** Without the line break. */
  readonly end: number;
  /** With it. */
  readonly to: number;
}

function* linesIn(bytes: Uint8Array): Generator<Line> {
  for (let start = 0; start < bytes.length; ) {
    let end = start;
    while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end++;
    const to = Math.min(bytes.length, bytes[end] === CR && bytes[end + 1] === LF ? end + 2 : end + 1);
    yield { start, end, to };
    start = to;
  }
}

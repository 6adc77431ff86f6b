import type { Block, Board, Pieces } from './board.ts';

const BACKSLASH = 0x5c;
const QUOTE = 0x22;

/** What a backslash and this letter stand for in JSON. */
const plain = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/**
 * Adds the strings of a text that have escapes, decoded. No JSON parser: whatever lies between two quotes, or a quote
 * and a line's end, is read as the inside of a string. So a torn message, JSON between other words and JSON inside a
 * string are all read; a string without escapes is the same in the text itself.
 */
export function addDecodedStrings(board: Board, block: Block): void {
  const { text } = block;
  if (!text.includes('\\')) return;
  board.compose(block.kind === 'guessed' ? 'guessed' : 'text', block.depth + 1, (pieces) => {
    for (const { from, to } of segments(text)) {
      addDecoded(pieces, block, from, to);
      pieces.close();
    }
  });
}

/** The parts of a text between quotes and line ends that have an escape of JSON. */
function* segments(text: string): Generator<{ readonly from: number; readonly to: number }> {
  let from = 0;
  let escaped = false;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 0;
    if (code === BACKSLASH && !endsLine(text.charCodeAt(i + 1))) {
      if (escapeLength(text, i) > 0) escaped = true;
      i += 1;
    } else if (code === QUOTE || endsLine(code)) {
      if (escaped) yield { from, to: i };
      escaped = false;
      from = i + 1;
    }
  }
}

const endsLine = (code: number) => code === 10 || code === 13 || code === 0;

/** How many characters the escape has that starts here; 0 where JSON knows none such. */
export function escapeLength(text: string, at: number): number {
  const letter = text.charAt(at + 1);
  if (plain.has(letter)) return 2;
  return letter === 'u' && /^[0-9A-Fa-f]{4}$/.test(text.slice(at + 2, at + 6)) ? 6 : 0;
}

/** Adds the inside of a string, decoded; an escape that JSON does not know stays as it is. `skip`: units to leave out. */
export function addDecoded(pieces: Pieces, block: Block, from: number, to: number, skip = 0): void {
  const inside = block.text.slice(from, to);
  const start = block.start + from;
  let left = skip;
  for (let at = 0; at < inside.length; ) {
    const found = inside.indexOf('\\', at);
    const literal = found < 0 ? inside.length : found;
    const cut = Math.min(left, literal - at);
    left -= cut;
    pieces.add(inside.slice(at + cut, literal), start + at + cut, 1);
    at = literal;
    if (at === inside.length) return;
    const length = escapeLength(inside, at);
    const unit = length === 0 ? '\\' : characterOf(inside, at, length);
    if (left > 0) left -= 1;
    else pieces.add(unit, start + at, Math.max(1, length));
    at += Math.max(1, length);
  }
}

function characterOf(text: string, at: number, length: number): string {
  if (length === 2) return plain.get(text.charAt(at + 1)) ?? '';
  return String.fromCharCode(Number.parseInt(text.slice(at + 2, at + 6), 16));
}

/** The end of the string whose inside starts here: its quote, or the end of the line. */
export function stringEnd(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE || endsLine(code)) return i;
    if (code === BACKSLASH && !endsLine(text.charCodeAt(i + 1))) i += 1;
  }
  return text.length;
}

/** The inside of a string, decoded. */
export function decoded(block: Block, from: number, to: number): string {
  const source = block.text.slice(from, to);
  if (!source.includes('\\')) return source;
  const texts: string[] = [];
  addDecoded({ add: (text) => texts.push(text), close: () => {} }, block, from, to);
  return texts.join('');
}

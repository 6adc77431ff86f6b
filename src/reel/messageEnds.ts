import { chunkBytes } from './bytes.ts';
import type { Reel } from './format.ts';

const EVENT_STREAM = /^\uFEFF?(?:data|event|id|retry)?:/;
/** Of an event stream the blank line ends a message, of JSON lines any line break. */
const BLANK_LINE = /\n\r?\n$|\r\r$/;
const LINE_BREAK = /[\r\n]$/;
/** As many bytes as a blank line has with the break before it. */
const TAIL = 4;

/**
 * After which chunks no message is open, so that a reel can be cut there: 0 is the start. A stream without any line
 * break says nothing, so every chunk may be an end.
 */
export function messageEnds({ header, lines }: Reel): ReadonlySet<number> {
  const ends = new Set([0]);
  let count = 0;
  let end = header.transport === 'sse' ? BLANK_LINE : undefined;
  let tail = '';
  for (const line of lines) {
    if (line.kind !== 'o' && line.kind !== 'b') continue;
    count += 1;
    end ??= line.kind === 'o' && EVENT_STREAM.test(line.text) ? BLANK_LINE : LINE_BREAK;
    // One byte a character: of the others only their number counts.
    tail = (tail + String.fromCharCode(...chunkBytes(line).subarray(-TAIL))).slice(-TAIL);
    if (end.test(tail)) ends.add(count);
  }
  if (ends.size === 1) for (let each = 1; each < count; each++) ends.add(each);
  return ends.add(count);
}

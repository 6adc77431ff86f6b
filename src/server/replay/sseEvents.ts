/** Where an event of a server-sent stream lies in its bytes. */
export interface SseEvent {
  /** Its own `id` field, if it has one. */
  readonly id: string | undefined;
  /** Where its first `data` line begins; undefined for one without. */
  readonly data: number | undefined;
  /** Behind the blank line that ends it; undefined for the last one where that line never came. */
  readonly end: number | undefined;
}

const LF = 0x0a;
const CR = 0x0d;
const decoder = new TextDecoder();
const byteOrderMark = [0xef, 0xbb, 0xbf];

/** The events of a stream in order, comments left out; line ends may be CR, LF or both, also mixed. */
export function sseEvents(bytes: Uint8Array): SseEvent[] {
  const events: SseEvent[] = [];
  let id: string | undefined;
  let data: number | undefined;
  const close = (end: number | undefined) => {
    if (id !== undefined || data !== undefined) events.push({ id, data, end });
    id = undefined;
    data = undefined;
  };
  let from = byteOrderMark.every((byte, at) => bytes[at] === byte) ? byteOrderMark.length : 0;
  while (from < bytes.length) {
    const stop = lineEnd(bytes, from);
    const next = bytes[stop] === CR && bytes[stop + 1] === LF ? stop + 2 : stop + 1;
    const field = nameOf(bytes.subarray(from, stop));
    if (stop === from) close(next);
    else if (field === 'data') data ??= from;
    else if (field === 'id' && stop < bytes.length) id = idOf(bytes.subarray(from, stop)) ?? id;
    from = next;
  }
  close(undefined);
  return events;
}

function lineEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at += 1;
  return at;
}

/** The field's name, as far as it is one that counts here. */
function nameOf(line: Uint8Array): string {
  return decoder.decode(line.subarray(0, 'data:'.length)).replace(/:.*$/s, '');
}

/** An id with a NUL is none. */
function idOf(line: Uint8Array): string | undefined {
  const value = decoder.decode(line).slice('id:'.length).replace(/^ /, '');
  return value.includes('\0') ? undefined : value;
}

const BYTE_ORDER_MARK = 0xfeff;
const CR = 13;
const LF = 10;

export interface TextReader {
  /** The text of a chunk, with LF as its only line break; a character that the chunk's end cuts waits for the next one. */
  read(chunk: string | Uint8Array): string;
  /** What a cut character at the very end leaves: U+FFFD or nothing. */
  end(): string;
}

/**
 * Turns bytes or text, cut anywhere, into text (SPEC section 8): UTF-8 across chunks, no byte-order mark, and one kind
 * of line break, so that CRLF split over two chunks is one and a CR ends its line at once.
 */
export function createTextReader(): TextReader {
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  let started = false;
  let afterCr = false;

  function clean(text: string): string {
    if (text === '') return text;
    let from = 0;
    if (!started && text.charCodeAt(0) === BYTE_ORDER_MARK) from = 1;
    started = true;
    if (afterCr && from < text.length) {
      if (text.charCodeAt(from) === LF) from++;
      afterCr = false;
    }
    const rest = from === 0 ? text : text.slice(from);
    if (!rest.includes('\r')) return rest;
    afterCr = rest.charCodeAt(rest.length - 1) === CR;
    return rest.replace(/\r\n?/g, '\n');
  }

  return {
    read: (chunk) => clean(typeof chunk === 'string' ? chunk : utf8.decode(chunk, { stream: true })),
    end: () => clean(utf8.decode()),
  };
}

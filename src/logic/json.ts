/** The value of a JSON text, undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The readable part of a list or an object whose JSON text is cut off; undefined where nothing is. */
export function parsePartialJson(text: string): unknown {
  const { end, closers } = readableEnd(text);
  return parseJson(text.slice(0, end) + closers);
}

/** Where a text is cut, and the brackets that then close what is open, innermost first. */
interface Cut {
  readonly end: number;
  readonly closers: string;
}

/** Where the text can be cut so that closing what is open makes it whole. */
function readableEnd(text: string): Cut {
  let closers = '';
  let safe: Cut = { end: 0, closers };
  let isName = false;
  for (let i = 0; i < text.length; ) {
    const char = text.charAt(i);
    if (char === '"') {
      const { end, closed } = readString(text, i + 1);
      if (!isName) safe = { end, closers: closed ? closers : `"${closers}` };
      if (!closed) return safe;
      i = end;
      continue;
    }
    i++;
    if (char === '{' || char === '[') closers = (char === '{' ? '}' : ']') + closers;
    else if (char === '}' || char === ']') closers = closers.slice(1);
    if ('{}[]'.includes(char)) safe = { end: i, closers };
    // A number or a literal is whole where a comma follows.
    if (char === ',') safe = { end: i - 1, closers };
    if (char === ',' || char === '{') isName = closers.charAt(0) === '}';
    else if (char === ':' || char === '[') isName = false;
  }
  return safe;
}

/** The first half of a pair, written out or as an escape. */
const HIGH = /^(?:[\ud800-\udbff]|\\ud[89ab][0-9a-f]{2})$/i;

/** The end of the string whose text begins at `from`: behind its quote, or behind its last whole character. */
function readString(text: string, from: number): { readonly end: number; readonly closed: boolean } {
  let last = from;
  let i = from;
  while (i < text.length) {
    const char = text.charAt(i);
    if (char === '"') return { end: i + 1, closed: true };
    const length = char !== '\\' ? 1 : text.charAt(i + 1) === 'u' ? 6 : 2;
    if (i + length > text.length) break;
    last = i;
    i += length;
  }
  return { end: HIGH.test(text.slice(last, i)) ? last : i, closed: false };
}

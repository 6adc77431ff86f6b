/** The value of a JSON text, undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON text of a value, undefined where it has none: a cycle, a value of no JSON, nested deeper than the engine writes. */
export function writeJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** The whole characters of a string: behind them may stand half an escape, or half a surrogate pair. */
const CHARACTERS =
  /(?:[^"\\\ud800-\udbff]+|[\ud800-\udbff](?=[\s\S])[\udc00-\udfff]?|\\[^u]|\\u(?!d[89ab])[\da-f]{4}|\\ud[89ab][\da-f]{2}(?:\\ud[c-f][\da-f]{2}|(?=[^\\]|\\[^u]|\\u(?!d[c-f])[\da-f]{4})))*/iy;

/**
 * The readable part of an object or a list whose JSON text is cut off: its whole members, and the
 * beginning of a string that is a value; undefined where nothing is.
 */
export function parsePartialJson(text: string): unknown {
  // Whatever opens or closes is readable itself: what is open at the end is what was open where the readable part ends.
  const closers: string[] = [];
  let end = 0;
  let quote = '';
  let isName = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '"') {
      CHARACTERS.lastIndex = i + 1;
      i += 1 + (CHARACTERS.exec(text)?.[0].length ?? 0);
      const isClosed = text.charAt(i) === '"';
      if (!isName) [end, quote] = [i, '"'];
      if (!isClosed) break;
      continue;
    }
    if (char === '{' || char === '[') closers.push(char === '{' ? '}' : ']');
    else if (char === '}' || char === ']') closers.pop();
    // A number or a literal is whole where a comma or a bracket follows.
    if (char === ',') [end, quote] = [i, ''];
    else if ('{}[]'.includes(char)) [end, quote] = [i + 1, ''];
    if (',{'.includes(char)) isName = closers.at(-1) === '}';
    else if (':['.includes(char)) isName = false;
  }
  return parseJson(`${text.slice(0, end)}${quote}${closers.reverse().join('')}`);
}

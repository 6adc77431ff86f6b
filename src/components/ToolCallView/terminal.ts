/** A stretch of terminal output in one style. */
export interface TerminalSpan {
  readonly text: string;
  readonly color?: TerminalColor;
  readonly bold?: boolean;
  readonly dim?: boolean;
}

export type TerminalColor = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'gray';

type Style = Omit<TerminalSpan, 'text'>;

// Black and white are left out: they are the theme's ink, whatever the theme.
const COLORS: Readonly<Record<number, TerminalColor>> = {
  1: 'red',
  2: 'green',
  3: 'yellow',
  4: 'blue',
  5: 'magenta',
  6: 'cyan',
};

/**
 * A style command, any other escape sequence (also one that its end cuts off: none of it may flash), and the
 * characters that must not reach the screen.
 */
const TOKENS =
  /(?:\x1b\[|\x9b)([\d;:]*)m|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[\]PX^_][^\x07\x1b\x9c\n]*(?:\x07|\x1b\\?|\x9c)?|\x1b[ -/]*[0-~]?|[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/g;

/** Reads what a program wrote for a terminal: colours become styles, other commands nothing, links their text. */
export function readTerminal(output: string): readonly TerminalSpan[] {
  const spans: TerminalSpan[] = [];
  const text = overwritten(output);
  let style: Style = {};
  let from = 0;
  const add = (to: number) => {
    const last = spans.at(-1);
    const piece = text.slice(from, to);
    if (piece === '') return;
    if (last && last.color === style.color && last.bold === style.bold && last.dim === style.dim) {
      spans[spans.length - 1] = { ...last, text: last.text + piece };
    } else spans.push({ text: piece, ...style });
  };
  for (const match of text.matchAll(TOKENS)) {
    add(match.index);
    from = match.index + match[0].length;
    if (match[1] !== undefined) style = styled(style, match[1].split(/[;:]/).map(Number));
  }
  add(text.length);
  return spans;
}

/** The same without styles. */
export function plainTerminal(output: string): string {
  return readTerminal(output)
    .map((span) => span.text)
    .join('');
}

/** A carriage return begins its line anew; a whole screen is not played. */
function overwritten(output: string): string {
  if (!output.includes('\r')) return output;
  return output
    .split('\n')
    .map((line) => {
      const written = line.replace(/\r{1,1000}$/, '');
      return written.slice(written.lastIndexOf('\r') + 1);
    })
    .join('\n');
}

function styled(style: Style, codes: readonly number[]): Style {
  let next = style;
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] ?? 0;
    if (code === 0) next = {};
    else if (code === 1) next = { ...next, bold: true };
    else if (code === 2) next = { ...next, dim: true };
    else if (code === 22) next = colored(next.color);
    else if (code === 38 || code === 48) {
      // Free colours are left out: they know nothing of the theme.
      i += codes[i + 1] === 5 ? 2 : 4;
      if (code === 38) next = withColor(next, undefined);
    } else if ((code >= 30 && code <= 37) || code === 39) next = withColor(next, COLORS[code - 30]);
    else if (code >= 90 && code <= 97) next = withColor(next, code === 90 ? 'gray' : COLORS[code - 90]);
  }
  return next;
}

function colored(color: TerminalColor | undefined): Style {
  return color === undefined ? {} : { color };
}

function withColor({ color: _, ...rest }: Style, color: TerminalColor | undefined): Style {
  return { ...rest, ...colored(color) };
}

import type { Io } from './io.ts';

/** How far long work is: one line that is rewritten, for a person who watches. */
export interface Progress {
  tell(line: string): void;
  /** Takes the line away, before anything else is written. */
  clear(): void;
}

const CLEAR = '\r\u001b[K';
/** A longer line would wrap, and could not be rewritten. */
const WIDTH = 78;

export function createProgress({ isTerminal, err }: Io): Progress {
  if (!isTerminal) return { tell() {}, clear() {} };
  return {
    tell: (line) => err(`${CLEAR}${line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line}`),
    clear: () => err(CLEAR),
  };
}

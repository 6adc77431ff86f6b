import type { Readable, Writable } from 'node:stream';

/** The world as the program `runreel` has it: commands touch no other, so that tests run them in-process. */
export interface Io {
  /** Writes to standard output: what was asked for. */
  out(data: string | Uint8Array): void;
  /** Writes to standard error: what went wrong, and progress. */
  err(text: string): void;
  /** Relative paths start here. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: IoClock;
  /** Whether a person sees standard error as it is written: only then is there progress. */
  readonly isTerminal: boolean;
  readonly streams: { readonly stdin: Readable; readonly stdout: Writable; readonly stderr: Writable };
  /** Calls the handler for each signal that asks the program to end; gives what takes it off again. */
  onSignal(handler: (signal: NodeJS.Signals) => void): () => void;
  /** What the program ends with where nothing is thrown; a command may set it: 1 for a finding. */
  exitStatus: number;
}

export interface IoClock {
  /** Milliseconds, fractions allowed, never going back; only differences count. */
  now(): number;
  /** The time of day. */
  date(): Date;
}

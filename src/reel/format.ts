/**
 * The file format of a recorded run (SPEC R7.1): UTF-8 JSONL, a header and then one line a chunk.
 * Nothing here knows of files or clocks; text goes in and comes out.
 */

/** The version of the format that this code reads and writes. */
export const REEL_VERSION = 1;

/** The first line: what was recorded, from whom, and how. */
export interface ReelHeader {
  readonly reel: typeof REEL_VERSION;
  /** The wire format of the output, by the names of `runreel/adapters`. */
  readonly format: string;
  readonly agent: { readonly name: string; readonly version: string };
  /** What happens in the run, in a few words for a designer. */
  readonly title: string;
  /** When the clock of the lines started, ISO 8601. */
  readonly recordedAt: string;
  /** How the bytes travelled. */
  readonly transport: Transport;
  /** The user's words that started the run. */
  readonly prompt?: string;
  /** What wrote the model's words, where that was no real model. */
  readonly model?: string;
  readonly request?: unknown;
  readonly redaction: Redaction;
  /** What was cut away since (SPEC R7.6), the newest cut last. */
  readonly trimmed?: unknown;
  /** Where it was imported from, and what of it is therefore no recording. */
  readonly imported?: unknown;
  readonly expect?: unknown;
}

/** `sse` and `http` are HTTP response bodies, `stdout` is what a process wrote. */
export type Transport = 'sse' | 'http' | 'stdout' | 'websocket';

/** What was taken out before the reel was committed (SPEC R7.3). */
export interface Redaction {
  /** How many places were replaced; 0 where nothing had to be. */
  readonly replaced: number;
  readonly [more: string]: unknown;
}

/** One line. `dt` is whole milliseconds since the line before, on a monotonic clock. */
export type ReelLine = HeadersLine | TextLine | BinaryLine | MarkerLine | EndLine | OtherLine;

/** The response headers arrived. */
export interface HeadersLine {
  readonly kind: 'h';
  readonly dt: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A chunk of output (`o`), of stderr (`e`), or of what was sent to the agent (`i`), as text. */
export interface TextLine {
  readonly kind: 'o' | 'e' | 'i';
  readonly dt: number;
  readonly text: string;
  /** Bytes before the text, in hex: the rest of a character that the chunk before began. */
  readonly head?: string;
  /** Bytes after the text, in hex: the beginning of a character that the next chunk ends. */
  readonly tail?: string;
}

/** A chunk of output that is not UTF-8. */
export interface BinaryLine {
  readonly kind: 'b';
  readonly dt: number;
  readonly base64: string;
}

/** A label for the player. */
export interface MarkerLine {
  readonly kind: 'm';
  readonly dt: number;
  readonly label: string;
}

/** How the recorded stream ended. */
export interface EndLine {
  readonly kind: 'x';
  readonly dt: number;
  readonly end: EndCause;
  /** The exit status of a process. */
  readonly code?: number;
  /** How many chunks of output there are. */
  readonly chunks: number;
  /** How many bytes of output there are. */
  readonly bytes: number;
}

export type EndCause = 'eof' | 'reset' | 'abort' | 'timeout' | 'exit';

/** Whether a stream was cut, and did not end by itself. */
export function isCut(cause: EndCause): boolean {
  return cause !== 'eof' && cause !== 'exit';
}

/** A line of a kind that this version does not know: readers skip it, writers give it back. */
export interface OtherLine {
  readonly kind: 'other';
  readonly dt: number;
  readonly line: readonly [dt: number, kind: string, ...rest: unknown[]];
}

/** A recorded run. */
export interface Reel {
  readonly header: ReelHeader;
  readonly lines: readonly ReelLine[];
  /** The last line was torn by a crash and left out. */
  readonly truncated: boolean;
}

/** A reel that cannot be read. The message names the line and the reason in one sentence. */
export class ReelError extends Error {
  override readonly name = 'ReelError';
  /** Counted from 1. */
  readonly line: number;
  constructor(line: number, reason: string) {
    super(`Line ${line} of the reel: ${reason}`);
    this.line = line;
  }
}

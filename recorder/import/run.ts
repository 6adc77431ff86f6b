import { createLineMaker, type EndCause, REEL_VERSION, type Reel, type ReelHeader } from '../../src/reel/index.ts';

/** A run as it was found in some other file. Times are milliseconds since its clock started. */
export interface FoundRun {
  readonly format: string;
  readonly transport: 'sse' | 'http' | 'stdout';
  readonly pieces: readonly Piece[];
  /** What the client sent beside, in the order of time. */
  readonly sent?: readonly Piece[];
  readonly headers?: {
    readonly time: number;
    readonly status: number;
    readonly fields: Readonly<Record<string, string>>;
  };
  readonly request?: unknown;
  /** When its clock started, ISO 8601; absent where nothing tells. */
  readonly startedAt?: string;
  readonly end: EndCause;
  /** What the file could not say; absent where it said all. */
  readonly imported?: Imported;
  /** Names one of several runs in a file. */
  readonly name?: string;
  readonly agent?: string;
  readonly title?: string;
}

/** What the server of an event stream answers with. */
export const EVENT_STREAM = { status: 200, fields: { 'content-type': 'text/event-stream' } } as const;

/** Bytes that came together. */
export interface Piece {
  readonly time: number;
  readonly bytes: Uint8Array;
}

/** Of a reel's header: where it came from, and what of it is no recording. */
export interface Imported {
  readonly from: 'log' | 'har';
  /** The number of the entry in a HAR file, from 1. */
  readonly entry?: number;
  /**
   * `events`: the times that the agent wrote into its events, what has none evenly between them. `response`: evenly
   * over the time that the response took. `even`: nothing is known, a steady pace. `recorded`: as they came.
   */
  readonly timing: 'events' | 'response' | 'even' | 'recorded';
  /** What one chunk is; how the bytes were cut on their way is not known. */
  readonly chunks: 'messages' | 'document';
  readonly missing?: readonly string[];
}

/** What the importing person says of a run. */
export interface SaidFacts {
  readonly agent: ReelHeader['agent'];
  readonly title: string;
  readonly recordedAt: string;
  readonly prompt?: string;
  readonly model?: string;
  readonly end?: EndCause;
  readonly code?: number;
}

/** A reel of a run that was found. */
export function reelOf(run: FoundRun, { end = run.end, code, ...facts }: SaidFacts): Reel {
  const { agent, title, recordedAt, ...said } = facts;
  const header: ReelHeader = {
    reel: REEL_VERSION,
    format: run.format,
    ...{ agent, title, recordedAt },
    transport: run.transport,
    ...said,
    ...(run.request === undefined ? {} : { request: run.request }),
    redaction: { replaced: 0 },
    ...(run.imported === undefined ? {} : { imported: run.imported }),
  };
  const make = createLineMaker();
  const { headers } = run;
  const start = headers ? [make.headers(headers.time, headers.status, headers.fields)] : [];
  const lines = inOrder(run).map(({ kind, time, bytes }) =>
    kind === 'o' ? make.output(time, bytes) : make.beside(time, kind, bytes),
  );
  const last = Math.max(run.pieces.at(-1)?.time ?? 0, run.sent?.at(-1)?.time ?? 0);
  return { header, lines: [...start, ...lines, make.end(last, end, code)], truncated: false };
}

/** Output and input by time; what was sent at the same time as something came was sent before it. */
function inOrder({ pieces, sent = [] }: FoundRun) {
  const all = [
    ...sent.map((piece) => ({ kind: 'i' as const, ...piece })),
    ...pieces.map((piece) => ({ kind: 'o' as const, ...piece })),
  ];
  return all.sort((one, other) => one.time - other.time);
}

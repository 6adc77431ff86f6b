import {
  createLineMaker,
  type EndCause,
  REEL_VERSION,
  type Reel,
  type ReelHeader,
  type ReelLine,
} from '../../src/reel/index.ts';

/** A line or an SSE frame of a log, without its end, and when it came: milliseconds since the start. */
export interface TimedFrame {
  readonly t: number;
  readonly line: string;
}

export interface TimedLog {
  readonly frames: readonly TimedFrame[];
  /** The last line was cut off, and is left out. */
  readonly torn: boolean;
}

/** What the importing person says of a run. */
export interface RunFacts {
  readonly format: string;
  readonly agent: ReelHeader['agent'];
  readonly title: string;
  readonly transport: 'sse' | 'stdout';
  /** When the clock of the log started, ISO 8601. */
  readonly recordedAt: string;
  readonly prompt?: string;
  readonly model?: string;
  readonly end: EndCause;
  readonly code?: number;
}

/** A log that cannot be read; the message names the line, counted from 1, and the reason. */
export class LogError extends Error {
  override readonly name = 'LogError';
}

/**
 * Reads a timed log: `{"t": ms, "line": "…"}` a line.
 * @throws {LogError}
 */
export function parseTimedLog(text: string): TimedLog {
  const frames: TimedFrame[] = [];
  const rows = text.replace(/^\uFEFF/, '').split('\n');
  for (const [index, row] of rows.entries()) {
    if (row.trim() === '') continue;
    const frame = parseJson(row);
    if (isFrame(frame)) frames.push(frame);
    else if (frames.length > 0 && index === rows.length - 1) return { frames, torn: true };
    else if (frames.length === 0)
      throw new LogError('it is no timed log: a line is {"t": milliseconds, "line": "text"}.');
    else throw new LogError(`line ${index + 1} is not {"t": milliseconds, "line": "text"}.`);
  }
  if (frames.length === 0) throw new LogError('it is empty.');
  return { frames, torn: false };
}

/** Frames of an event stream start with one of its fields, JSON lines with a brace. */
export function transportOf(frames: readonly TimedFrame[]): RunFacts['transport'] {
  return frames.some(({ line }) => /^(?:data|event|id|retry)?:/.test(line)) ? 'sse' : 'stdout';
}

/**
 * When the clock of a log started, by the times that the agent itself wrote into its frames: the latest start
 * that lets no frame come before it was made. `undefined` where the agent wrote none.
 */
export function startOf(frames: readonly TimedFrame[]): string | undefined {
  const starts = frames.flatMap(({ t, line }) => {
    const made = timestampOf(line);
    return made === undefined ? [] : [made - t];
  });
  return starts.length === 0 ? undefined : new Date(Math.ceil(Math.max(...starts))).toISOString();
}

/** One chunk a frame: the log does not tell which frames came together, but for their equal times. */
export function reelOfLog(frames: readonly TimedFrame[], facts: RunFacts): Reel {
  const { end, code, ...described } = facts;
  const header: ReelHeader = { reel: REEL_VERSION, ...described, redaction: { replaced: 0 } };
  const make = createLineMaker();
  const encoder = new TextEncoder();
  const lines: ReelLine[] = [];
  if (facts.transport === 'sse') {
    // The log keeps no headers; they came before the first frame at the latest.
    lines.push(make.headers(frames[0]?.t ?? 0, 200, { 'content-type': 'text/event-stream' }));
  }
  const separator = facts.transport === 'sse' ? '\n\n' : '\n';
  for (const { t, line } of frames) lines.push(make.output(t, encoder.encode(line + separator)));
  lines.push(make.end(frames.at(-1)?.t ?? 0, end, code));
  return { header, lines, truncated: false };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isFrame(value: unknown): value is TimedFrame {
  if (typeof value !== 'object' || value === null || !('t' in value) || !('line' in value)) return false;
  return typeof value.t === 'number' && value.t >= 0 && typeof value.line === 'string';
}

function timestampOf(line: string): number | undefined {
  const message = parseJson(line.replace(/^data: ?/, ''));
  if (typeof message !== 'object' || message === null || !('timestamp' in message)) return undefined;
  const { timestamp } = message;
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : timestamp;
  return typeof time === 'number' && Number.isFinite(time) ? time : undefined;
}

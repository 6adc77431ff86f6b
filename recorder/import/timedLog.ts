import { parseJson } from '../../src/logic/json.ts';
import { EVENT_STREAM, type FoundRun } from './run.ts';
import { timestampOf } from './timestamp.ts';

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

/** Whether a text is meant as a timed log: so its first line is. */
export function isTimedLog(text: string): boolean {
  const start = text.slice(0, FIRST_LINE).trimStart();
  return isFrame(parseJson(start.split('\n', 1)[0] ?? '')) || /^\{\s*"t"\s*:\s*[\d.]+\s*,\s*"line"\s*:/.test(start);
}

const FIRST_LINE = 64 * 1024;

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
function transportOf(frames: readonly TimedFrame[]): 'sse' | 'stdout' {
  return frames.some(({ line }) => /^(?:data|event|id|retry)?:/.test(line)) ? 'sse' : 'stdout';
}

/**
 * When the clock of a log started, by the times that the agent itself wrote into its frames: the latest start
 * that lets no frame come before it was made. `undefined` where the agent wrote none.
 */
function startOf(frames: readonly TimedFrame[]): string | undefined {
  const starts = frames.flatMap(({ t, line }) => {
    const made = timestampOf(line);
    return made === undefined ? [] : [made - t];
  });
  return starts.length === 0
    ? undefined
    : new Date(Math.ceil(starts.reduce((one, other) => Math.max(one, other)))).toISOString();
}

/** One chunk a frame: the log does not tell which frames came together, but for their equal times. */
export function runOfTimedLog({ frames, torn }: TimedLog, format: string): FoundRun {
  const transport = transportOf(frames);
  const encoder = new TextEncoder();
  const separator = transport === 'sse' ? '\n\n' : '\n';
  const startedAt = startOf(frames);
  return {
    format,
    transport,
    pieces: frames.map(({ t, line }) => ({ time: t, bytes: encoder.encode(line + separator) })),
    // The log keeps no headers; they came before the first frame at the latest.
    ...(transport === 'sse' ? { headers: { ...EVENT_STREAM, time: frames[0]?.t ?? 0 } } : {}),
    ...(startedAt === undefined ? {} : { startedAt }),
    // A log whose last line is torn is that of a run that was cut.
    end: torn ? 'reset' : 'eof',
  };
}

function isFrame(value: unknown): value is TimedFrame {
  if (typeof value !== 'object' || value === null || !('t' in value) || !('line' in value)) return false;
  return typeof value.t === 'number' && value.t >= 0 && typeof value.line === 'string';
}

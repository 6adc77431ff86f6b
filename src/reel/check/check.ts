import { type FormatName, formats } from '../../adapters/index.ts';
import { reduce as reduceEvent } from '../../logic/reducer.ts';
import { emptyThread, type Thread } from '../../logic/thread.ts';
import { type Reel, ReelError } from '../format.ts';
import { checkExpectations } from './expectations.ts';
import { createFindings, type Finding, type Place, type Report } from './findings.ts';
import { createInvariants } from './invariants.ts';
import { momentsOf } from './moments.ts';
import { type Recording, readLog, readReel } from './reading.ts';
import { createWindows, type Reduce } from './windows.ts';

export interface CheckOptions {
  /** The format of a log; told from its beginning where absent. A reel tells its own. */
  readonly format?: FormatName;
  /** Decides at which moments windows join. Default 1. */
  readonly seed?: number;
  /** Reloads at every boundary and joins at 200 random moments, however long it takes; else in seconds. */
  readonly thorough?: boolean;
  /** Folds instead of the kit's own reducer: a check that finds no fault in a wrong one would say nothing. */
  readonly reduce?: Reduce;
}

/** What a check tells of a log or a reel. */
export interface CheckReport {
  readonly format: FormatName | undefined;
  readonly rounds: number;
  readonly turns: number;
  readonly calls: number;
  /** Milliseconds; absent where a log has no times. */
  readonly duration?: number;
  readonly events: number;
  /** How often each kind came that nobody knows. */
  readonly unknown: Readonly<Record<string, number>>;
  /** How many lines or messages could not be read. */
  readonly malformed: number;
  /** Empty where every rule that can be checked without eyes holds. */
  readonly findings: readonly Finding[];
}

/**
 * Reads a reel, or the bytes or text of a log, and sees after every event whether the rules hold that can be checked
 * without eyes (SPEC R7.4): R1.1, R1.2, R3.3, R4.6, R4.7, R5.1, R5.3, R5.7. Pure; what is wrong is in the report,
 * nothing is thrown.
 */
export function check(source: Reel | string | Uint8Array, options: CheckOptions = {}): CheckReport {
  let place: Place = { line: 1, event: 0 };
  const findings = createFindings(() => place);
  const { report } = findings;
  const recording = read(source, options, report);
  const { reduce = reduceEvent } = options;

  for (const line of recording.malformed) {
    place = { line, event: 0 };
    report('section 8', `Line ${line} holds something that cannot be read.`);
  }
  const invariants = createInvariants(report);
  const windows = createWindows(reduce, report);
  const moments = momentsOf(recording.events, options);
  let thread: Thread = emptyThread;
  const reload = () => {
    const moment = moments.get(place.event);
    if (moment) windows.reload(thread, place, moment.joins);
  };
  place = { line: 1, event: 0 };
  reload();
  for (const { event, line } of recording.events) {
    place = { line, event: place.event + 1 };
    const before = thread;
    thread = reduce(before, event);
    invariants.see(before, event, thread);
    windows.hear(event);
    reload();
  }
  windows.compare(thread);
  const totals = invariants.totals();
  const unknown = { ...recording.unknown, ...thread.diagnostics.unknown };
  checkUnknown(unknown, recording.events.length, report);
  if (typeof source === 'object' && 'header' in source) {
    checkExpectations(source.header.expect, totals, thread, report);
  }
  const { format, duration } = recording;
  return {
    format,
    rounds: thread.rounds.length,
    ...totals,
    ...(duration !== undefined && { duration }),
    events: recording.events.length,
    unknown,
    malformed: recording.malformed.length,
    findings: findings.list(),
  };
}

const nothing: Recording = { format: undefined, events: [], malformed: [], unknown: {}, lines: 0, duration: undefined };

function read(source: Reel | string | Uint8Array, { format }: CheckOptions, report: Report): Recording {
  if (typeof source === 'string' || source instanceof Uint8Array) {
    const log = readLog(source, format);
    if (!log.format) report('format', `The format is none that is known; known are ${formats.join(', ')}.`);
    return log;
  }
  try {
    return readReel(source);
  } catch (error) {
    if (!(error instanceof ReelError)) throw error;
    report('format', error.message);
    return nothing;
  }
}

/** Of a hundred events one may be of a kind that nobody knows. */
const MOST_UNKNOWN = 0.01;

function checkUnknown(unknown: Readonly<Record<string, number>>, events: number, report: Report): void {
  const kinds = Object.entries(unknown);
  const count = kinds.reduce((sum, [, times]) => sum + times, 0);
  if (count === 0 || count <= events * MOST_UNKNOWN) return;
  const told = kinds.map(([kind, times]) => `${kind} (${times})`).join(', ');
  report('R5.4', `Of ${events} events ${count} more are of kinds that nobody knows: ${told}.`);
}

import { detectFormat, type FormatName } from '../../src/adapters/index.ts';
import { type CheckReport, check, formatOf, parseReel, type Reel, ReelError } from '../../src/reel/index.ts';
import { sampleOf } from '../import/rawLog.ts';
import { isTimedLog } from '../import/timedLog.ts';
import { type Input, isReel, readInput, textOf } from '../input.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../usageError.ts';
import type { Candidate } from './filesIn.ts';

/** What came of one file. */
export type Checked =
  | { readonly kind: 'checked'; readonly file: string; readonly report: CheckReport }
  /** It is no reel and no log that can be read: what, and what to do. */
  | { readonly kind: 'bad'; readonly file: string; readonly reason: string }
  /** It lay in a folder and is something else. */
  | { readonly kind: 'passed over'; readonly file: string };

export interface CheckFileOptions {
  readonly format?: FormatName;
  readonly thorough?: boolean;
}

/** Checks one file (SPEC R7.4). A reel whose lines are broken is a finding, one without a header is no reel. */
export async function checkFile(candidate: Candidate, options: CheckFileOptions, io: Io): Promise<Checked> {
  const { name: file } = candidate;
  try {
    const report = await reportOf(candidate, options, io);
    return report ? { kind: 'checked', file, report } : { kind: 'passed over', file };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { kind: 'bad', file, reason: error.message };
  }
}

async function reportOf(
  { name, isFound }: Candidate,
  options: CheckFileOptions,
  io: Io,
): Promise<CheckReport | undefined> {
  const input = await readInput(name, io);
  if (isReel(input)) return reportOfReel(input, options);
  if (input.bytes.length === 0 && isFound) return undefined;
  const sample = sampleOf(input.bytes);
  const format = options.format ?? detectFormat(sample);
  if (format) return check(input.bytes, { ...options, format });
  if (isFound) return undefined;
  textOf({ ...input, bytes: input.bytes.subarray(0, sample.length) });
  const hint = isTimedLog(sample)
    ? 'it is a timed log: "runreel import" makes a reel of it'
    : 'its format is not known; say it with --format';
  throw new UsageError(`${input.name} is no reel and no log that can be checked: ${hint}.`);
}

const NOTHING: CheckReport = {
  format: undefined,
  ...{ rounds: 0, turns: 0, calls: 0, events: 0, malformed: 1 },
  unknown: {},
  findings: [],
};

/** A reel is read once: a large one takes long. */
function reportOfReel(input: Input, options: CheckFileOptions): CheckReport {
  const text = textOf(input);
  let reel: Reel;
  try {
    reel = parseReel(text);
    formatOf(reel);
  } catch (error) {
    if (!(error instanceof ReelError)) throw error;
    if (error.line <= headerLineOf(text))
      throw new UsageError(`${input.name} is no reel that can be read. ${error.message}`);
    return { ...NOTHING, findings: [{ rule: 'format', text: error.message, at: { line: error.line, event: 0 } }] };
  }
  return check(reel, options);
}

/** Blank lines may stand before the header. */
function headerLineOf(text: string): number {
  return text.slice(0, text.search(/\S/)).split('\n').length;
}

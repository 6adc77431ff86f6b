import { parseJson } from '../../src/logic/json.ts';
import { type Input, isReel, textOf } from '../input.ts';
import { UsageError } from '../usageError.ts';
import { isHar } from './har.ts';
import { type HarOptions, runsOfHar } from './harRuns.ts';
import { formatOfLog, runOfRawLog, sampleOf } from './rawLog.ts';
import type { FoundRun } from './run.ts';
import { isTimedLog, LogError, parseTimedLog, runOfTimedLog } from './timedLog.ts';

/**
 * The runs in a file, whatever it is: a timed log, a HAR file, or a log of any format that is known.
 * @throws {UsageError}
 */
export function findRuns(input: Input, options: HarOptions, tell: (sentence: string) => void): readonly FoundRun[] {
  const { name, bytes } = input;
  const text = textOf(input);
  if (isReel(input)) throw new UsageError(`${name} is a reel already.`);
  const har = /^\uFEFF?\s*\{\s*"log"\s*:/.test(text) ? parseJson(text) : undefined;
  if (isHar(har)) return runsOfHar(har, name, options, tell);
  if (options.entry !== undefined) throw new UsageError(`${name} is no HAR file, so it has no entries to choose from.`);
  if (isTimedLog(text)) return [runOfTimed(text, name, options.format)];
  return [runOfRawLog(bytes, formatOfLog(sampleOf(bytes), options.format, name), options.step)];
}

function runOfTimed(text: string, name: string, said: string | undefined): FoundRun {
  try {
    const log = parseTimedLog(text);
    const sample = log.frames.map(({ line }) => line).join('\n\n');
    return runOfTimedLog(log, formatOfLog(sample, said, name));
  } catch (error) {
    if (error instanceof LogError) throw new UsageError(`${name}: ${error.message}`);
    throw error;
  }
}

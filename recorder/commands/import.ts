import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { detectFormat, formats } from '../../src/adapters/index.ts';
import { type EndCause, formatReel } from '../../src/reel/index.ts';
import { LogError, parseTimedLog, reelOfLog, startOf, type TimedFrame, transportOf } from './timedLog.ts';

export const usage = `runreel import <log> [options]

Turns a timed log ({"t": milliseconds, "line": "…"} for each line or SSE frame, .gz too) into a reel.

  -o, --output <file>       where to write the reel (default: standard output)
  --format <name>           the wire format (default: found out)
  --agent <name>            the agent program (default: the format's name)
  --agent-version <version> its version (default: unknown)
  --title <text>            what happens in the run (default: the file's name)
  --prompt <text>           the user's words that started it
  --model <text>            what wrote the model's words, such as "scripted model"
  --recorded-at <date>      when the log's clock started (default: by the log's own timestamps)
  --end <cause>             how the stream ended: eof (default), reset, abort, timeout, exit
  --exit-code <number>      the status of the program, with --end exit
`;

const options = {
  output: { type: 'string', short: 'o' },
  format: { type: 'string' },
  agent: { type: 'string' },
  'agent-version': { type: 'string' },
  title: { type: 'string' },
  prompt: { type: 'string' },
  model: { type: 'string' },
  'recorded-at': { type: 'string' },
  end: { type: 'string' },
  'exit-code': { type: 'string' },
} satisfies ParseArgsConfig['options'];

/** What a person has to put right; shown as one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * `runreel import` (SPEC R7.2).
 * @param write where the reel goes when no output file is named
 * @throws {UsageError}
 */
export async function importLog(args: readonly string[], write: (text: string) => void): Promise<void> {
  const { values, positionals } = readArgs(args);
  const [file, ...more] = positionals;
  if (!file || more.length > 0)
    throw new UsageError('name one log, as in: runreel import run.timed.jsonl -o run.reel.jsonl');
  const frames = await readLog(file);
  const format = values.format ?? detectFormat(frames.map(({ line }) => line).join('\n\n'));
  if (!format) throw new UsageError(`${file}: the format is not known; say it with --format.`);
  if (!formats.some((known) => known === format)) {
    throw new UsageError(`the format "${format}" is not known; known are ${formats.join(', ')}.`);
  }
  const code = exitCodeOf(values['exit-code']);
  const reel = reelOfLog(frames, {
    format,
    agent: { name: values.agent ?? format, version: values['agent-version'] ?? 'unknown' },
    title: values.title ?? path.basename(file).replace(/\..*$/, ''),
    recordedAt: recordedAtOf(values['recorded-at'], frames, file),
    transport: transportOf(frames),
    ...(values.prompt === undefined ? {} : { prompt: values.prompt }),
    ...(values.model === undefined ? {} : { model: values.model }),
    end: endOf(values.end ?? 'eof'),
    ...(code === undefined ? {} : { code }),
  });
  if (values.output === undefined) return write(formatReel(reel));
  try {
    await writeFile(values.output, formatReel(reel));
  } catch (error) {
    throw new UsageError(`${values.output} cannot be written: ${reasonOf(error)}.`);
  }
}

function readArgs(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function readLog(file: string): Promise<TimedFrame[]> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
    if (file.endsWith('.gz')) bytes = gunzipSync(bytes);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${reasonOf(error)}.`);
  }
  try {
    return parseTimedLog(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof LogError) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}

/** The short name of a system's error, without the path that the sentence already names. */
function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function recordedAtOf(said: string | undefined, frames: readonly TimedFrame[], file: string): string {
  if (said === undefined) {
    const start = startOf(frames);
    if (!start) throw new UsageError(`${file} tells no date; say when it was recorded with --recorded-at.`);
    return start;
  }
  const time = Date.parse(said);
  if (Number.isNaN(time)) throw new UsageError(`--recorded-at "${said}" is no date.`);
  return new Date(time).toISOString();
}

const endCauses: readonly EndCause[] = ['eof', 'reset', 'abort', 'timeout', 'exit'];

function endOf(said: string): EndCause {
  const cause = endCauses.find((known) => known === said);
  if (cause) return cause;
  throw new UsageError(`--end "${said}" is none of ${endCauses.join(', ')}.`);
}

function exitCodeOf(said: string | undefined): number | undefined {
  if (said === undefined) return undefined;
  if (/^\d+$/.test(said)) return Number(said);
  throw new UsageError(`--exit-code "${said}" is no number.`);
}

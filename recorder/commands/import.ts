import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { detectFormat, formats } from '../../src/adapters/index.ts';
import { type EndCause, formatReel } from '../../src/reel/index.ts';
import {
  LogError,
  parseTimedLog,
  reelOfLog,
  startOf,
  type TimedFrame,
  type TimedLog,
  transportOf,
} from './timedLog.ts';

export const usage = `runreel import <log> [options]

Turns a timed log ({"t": milliseconds, "line": "…"} for each line or SSE frame, .gz too) into a reel.

  -o, --output <file>       where to write the reel (default: standard output); its folder and name
                            name the agent and the run, where you do not
  --format <name>           the wire format (default: found out)
  --agent <name>            the agent program (default: the output's folder)
  --agent-version <version> its version (default: unknown)
  --title <text>            what happens in the run (default: the output's name)
  --prompt <text>           the user's words that started it
  --model <text>            what wrote the model's words, such as "scripted model"
  --recorded-at <date>      when the log's clock started, as in 2026-11-30 (default: by the
                            log's own timestamps, else by the date of its file)
  --end <cause>             how the stream ended: eof (default), reset, abort, timeout, exit
  --exit-code <number>      the status of the program, with --end exit

Example:

  runreel import run.timed.jsonl -o fixtures/my-agent/fix-a-test.reel.jsonl --prompt "The test fails, fix it."
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
  const { frames, torn } = await readLog(file);
  const format = values.format ?? detectFormat(frames.map(({ line }) => line).join('\n\n'));
  if (!format) throw new UsageError(`${file}: the format is not known; say it with --format: ${formats.join(', ')}.`);
  if (!formats.some((known) => known === format)) {
    throw new UsageError(`the format "${format}" is not known; known are ${formats.join(', ')}.`);
  }
  const code = exitCodeOf(values['exit-code']);
  const reel = reelOfLog(frames, {
    format,
    agent: { name: values.agent ?? agentOf(values.output) ?? format, version: values['agent-version'] ?? 'unknown' },
    title: values.title ?? titleOf(values.output ?? file),
    recordedAt: await recordedAtOf(values['recorded-at'], frames, file),
    transport: transportOf(frames),
    ...(values.prompt === undefined ? {} : { prompt: values.prompt }),
    ...(values.model === undefined ? {} : { model: values.model }),
    // A log whose last line is torn is that of a run that was cut.
    end: endOf(values.end ?? (torn ? 'reset' : 'eof')),
    ...(code === undefined ? {} : { code }),
  });
  if (values.output === undefined) return write(formatReel(reel));
  try {
    await mkdir(path.dirname(values.output), { recursive: true });
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

/** `fixtures/my-agent/fix-a-test.reel.jsonl` is a run of "My agent", "Fix a test". */
function agentOf(output: string | undefined): string | undefined {
  const folder = output === undefined ? '' : path.basename(path.dirname(output));
  return folder === '' || folder === '.' || folder === 'fixtures' ? undefined : inWords(folder);
}

function titleOf(file: string): string {
  return inWords(path.basename(file).replace(/\..*$/, ''));
}

function inWords(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

async function readLog(file: string): Promise<TimedLog> {
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

/** What the system's errors mean, without the path that the sentence already names. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'you may not',
  EEXIST: 'a file stands where a folder should be',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such file',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file stands where a folder should be',
  Z_DATA_ERROR: 'it is not compressed as its name says',
};

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? (code || String(error));
}

async function recordedAtOf(said: string | undefined, frames: readonly TimedFrame[], file: string): Promise<string> {
  if (said === undefined) return startOf(frames) ?? (await stat(file)).mtime.toISOString();
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

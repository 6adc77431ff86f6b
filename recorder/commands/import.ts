import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Command } from 'commander';
import { detectFormat, formats } from '../../src/adapters/index.ts';
import { type EndCause, formatReel } from '../../src/reel/index.ts';
import type { Io } from '../io.ts';
import { reasonOf } from '../reasons.ts';
import { UsageError } from '../usageError.ts';
import {
  LogError,
  parseTimedLog,
  reelOfLog,
  startOf,
  type TimedFrame,
  type TimedLog,
  transportOf,
} from './timedLog.ts';

interface Options {
  readonly output?: string;
  readonly format?: string;
  readonly agent?: string;
  readonly agentVersion?: string;
  readonly title?: string;
  readonly prompt?: string;
  readonly model?: string;
  readonly recordedAt?: string;
  readonly end?: string;
  readonly exitCode?: string;
}

/** `runreel import` (SPEC R7.2). */
export function addImport(program: Command, io: Io): void {
  program
    .command('import')
    .summary('make a reel of a log that exists')
    .description('Makes a reel of a timed log ({"t": milliseconds, "line": "…"} for each line or SSE frame, .gz too).')
    .argument('<log>', 'the log')
    .option('-o, --output <file>', 'where to write the reel (default: standard output)')
    .option('--format <name>', 'the wire format (default: found out)')
    .option('--agent <name>', "the agent program (default: the output's folder)")
    .option('--agent-version <version>', 'its version (default: unknown)')
    .option('--title <text>', "what happens in the run (default: the output's name)")
    .option('--prompt <text>', "the user's words that started it")
    .option('--model <text>', 'what wrote the model\'s words, such as "scripted model"')
    .option('--recorded-at <date>', "when the log's clock started")
    .option('--end <cause>', 'how the stream ended: eof (default), reset, abort, timeout, exit')
    .option('--exit-code <number>', 'the status of the program, with --end exit')
    .action((file: string, options: Options) => importLog(file, options, io));
}

async function importLog(file: string, values: Options, io: Io): Promise<void> {
  const { frames, torn } = await readLog(file);
  const format = values.format ?? detectFormat(frames.map(({ line }) => line).join('\n\n'));
  if (!format) throw new UsageError(`${file}: the format is not known; say it with --format: ${formats.join(', ')}.`);
  if (!formats.some((known) => known === format)) {
    throw new UsageError(`the format "${format}" is not known; known are ${formats.join(', ')}.`);
  }
  const code = exitCodeOf(values.exitCode);
  const reel = reelOfLog(frames, {
    format,
    agent: { name: values.agent ?? agentOf(values.output) ?? format, version: values.agentVersion ?? 'unknown' },
    title: values.title ?? titleOf(values.output ?? file),
    recordedAt: await recordedAtOf(values.recordedAt, frames, file),
    transport: transportOf(frames),
    ...(values.prompt === undefined ? {} : { prompt: values.prompt }),
    ...(values.model === undefined ? {} : { model: values.model }),
    // A log whose last line is torn is that of a run that was cut.
    end: endOf(values.end ?? (torn ? 'reset' : 'eof')),
    ...(code === undefined ? {} : { code }),
  });
  if (values.output === undefined) return io.out(formatReel(reel));
  try {
    await mkdir(path.dirname(values.output), { recursive: true });
    await writeFile(values.output, formatReel(reel));
  } catch (error) {
    throw new UsageError(`${values.output} cannot be written: ${reasonOf(error)}.`);
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

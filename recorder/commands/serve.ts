import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Fault, FaultError, faultNames, faultOf, type Reel, type Speed } from '../../src/reel/index.ts';
import { type ReplayHandlerOptions, replayHandler } from '../../src/server/replay/replayHandler.ts';
import type { Io } from '../io.ts';
import { reasonOf } from '../reasons.ts';
import { type LoopbackServer, serveLoopback } from '../serve/loopbackServer.ts';
import { pathsOf } from '../serve/paths.ts';
import { readRuns } from '../serve/readRuns.ts';
import { UsageError } from '../usageError.ts';
import { milliseconds, port } from './numbers.ts';

interface Options {
  readonly port: number;
  readonly speed: Speed;
  readonly from: number;
  readonly idleLimit?: number;
  readonly fault: readonly Fault[];
  readonly seed: number;
  readonly ids?: boolean;
  readonly cors: readonly string[];
}

const help = `
Each reel is served at the name of its file, as the response that it was: status, headers, bytes, chunks and pauses; a
stream that was cut is cut again. / lists them. GET and POST are answered, on this machine only, to its own pages
(--cors lets others in). Ctrl-C ends it.

Faults: ${faultNames.join(', ')}.
Some take a number, a place (a share of the bytes, or a number of chunks), or both: stall:2000@12, reset@0.5.

A client that sends Last-Event-ID gets what comes behind that event; --ids numbers the events of a stream without ids.

Examples:

  runreel serve fixtures/ai-sdk/*.reel.jsonl --port 4000
  runreel serve run.reel.jsonl --speed instant --ids --fault split-utf8 --fault reset@0.5 --seed 7
`;

/** `runreel serve` (SPEC R7.5). */
export function addServe(program: Command, io: Io): void {
  program
    .command('serve')
    .summary('replay reels over HTTP')
    .description('Replays reels over HTTP with their timing, for an app under test.')
    .argument('<file...>', 'reels, or logs as import reads them')
    .addOption(new Option('--port <number>', '0 takes a free one').argParser(port).default(0))
    .addOption(new Option('--speed <factor>', 'of the recorded pace, or "instant"').argParser(speed).default(1))
    .addOption(new Option('--from <chunk>', 'how many chunks come at once first').argParser(whole).default(0))
    .addOption(new Option('--idle-limit <ms>', 'the longest pause that is kept').argParser(milliseconds))
    .addOption(
      new Option('--fault <fault>', 'what goes wrong with the bytes; may be said again')
        .argParser(faults)
        .default([], 'none'),
    )
    .addOption(new Option('--seed <number>', 'what the faults are decided by').argParser(whole).default(1))
    .option('--ids', 'give the events of a stream without ids their numbers, so that it can be taken up again')
    .addOption(
      new Option('--cors <origin>', 'pages of this origin too, "*" of any; may be said again')
        .argParser(origins)
        .default([], 'none'),
    )
    .addHelpText('after', help)
    .action((files: string[], options: Options) => serve(files, options, io));
}

async function serve(files: readonly string[], options: Options, io: Io): Promise<void> {
  const { port: wanted, fault: faults, ...replay } = options;
  const runs = (await Promise.all(files.map((file) => readRuns(file, io)))).flat();
  const reels = new Map([...pathsOf(runs, io.cwd)].map(([path, { reel }]) => [path, reel]));
  const server = await open(reels, { ...replay, faults }, wanted);
  for (const [path, { header }] of reels) io.out(`${server.origin}${encodeURI(path)}  ${onOneLine(header.title)}\n`);
  await new Promise<void>((resolve) => {
    const off = io.onSignal(() => {
      off();
      resolve();
    });
  });
  await server.close();
}

function onOneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

async function open(
  reels: ReadonlyMap<string, Reel>,
  options: ReplayHandlerOptions,
  wanted: number,
): Promise<LoopbackServer> {
  try {
    return await serveLoopback(replayHandler(reels, options), wanted);
  } catch (error) {
    throw new UsageError(`port ${wanted} cannot be opened: ${reasonOf(error)}; take another, or 0 for a free one.`);
  }
}

function speed(text: string): Speed {
  if (text === 'instant') return text;
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('It is a number above 0, or "instant".');
}

function whole(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a whole number.');
}

function faults(text: string, before: readonly Fault[]): readonly Fault[] {
  try {
    return [...before, faultOf(text)];
  } catch (error) {
    if (error instanceof FaultError) throw new InvalidArgumentError(error.message);
    throw error;
  }
}

/** An origin as a browser writes it: without a path. */
function origins(text: string, before: readonly string[]): readonly string[] {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  if (text !== '*' && origin === 'null') throw new InvalidArgumentError('It is an origin, such as https://app.test.');
  return [...before, text === '*' ? text : origin];
}

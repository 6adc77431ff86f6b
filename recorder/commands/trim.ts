import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Cut, formatReel, type Reel, ReelError, TrimError, trimReel } from '../../src/reel/index.ts';
import { readInput, reelIn } from '../input.ts';
import type { Io } from '../io.ts';
import { writeWhole } from '../output.ts';
import { UsageError } from '../usageError.ts';
import { position } from './numbers.ts';

interface Options {
  readonly output?: string;
  readonly from?: number;
  readonly to?: number;
  readonly dropFirst?: number;
  readonly chunks?: Extract<Cut, { readonly by: 'chunk' | 'time' }>;
  readonly round?: number;
}

const help = `
The lines that are kept stay as they are. A cut inside a message moves to its end. The header says under "trimmed" what
was kept; a reel that lost its end ends as "abort". Give one kind of cut: by time, by chunk, or by round.

Examples:

  runreel trim run.reel.jsonl --from 2s --to 10s -o short.reel.jsonl
  runreel trim run.reel.jsonl --drop-first 100 -o late.reel.jsonl
  runreel trim run.reel.jsonl --chunks 20-60 -o middle.reel.jsonl
  runreel trim run.reel.jsonl --round 1 -o first.reel.jsonl
`;

/** `runreel trim` (SPEC R7.6). */
export function addTrim(program: Command, io: Io): void {
  program
    .command('trim')
    .summary('cut a reel: by time, by chunk, by round')
    .description('Cuts a reel by time, by chunk or by round.')
    .argument('<reel>', 'the reel; - is standard input')
    .option('-o, --output <file>', 'where the cut reel goes (default: standard output)')
    .addOption(new Option('--from <time>', 'keep what came at this time or later, as 2s or 1500ms').argParser(time))
    .addOption(new Option('--to <time>', 'keep what came until this time').argParser(time))
    .addOption(new Option('--drop-first <number>', 'drop so many chunks from the start').argParser(position))
    .addOption(new Option('--chunks <range>', 'keep these chunks, as 20-60, 20- or -60').argParser(range))
    .addOption(new Option('--round <number>', 'keep this round, from 1').argParser(position))
    .addHelpText('after', help)
    .action((name: string, options: Options) => trim(name, options, io));
}

async function trim(name: string, options: Options, io: Io): Promise<void> {
  const cut = cutOf(options);
  const reel = reelIn(await readInput(name, io));
  const text = formatReel(cutReel(reel, cut, name));
  if (options.output === undefined) io.out(text);
  else await writeWhole(io.cwd, options.output, text);
}

function cutReel(reel: Reel, cut: Cut, name: string): Reel {
  try {
    return trimReel(reel, cut);
  } catch (error) {
    if (error instanceof TrimError) throw new UsageError(`${name} is not cut: ${error.message}.`);
    if (error instanceof ReelError) throw new UsageError(`${name} is not cut. ${error.message}`);
    throw error;
  }
}

function cutOf({ from, to, dropFirst, chunks, round }: Options): Cut {
  const cuts: Cut[] = [
    ...(from === undefined && to === undefined
      ? []
      : [{ by: 'time' as const, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }]),
    ...(dropFirst === undefined ? [] : [{ by: 'chunk' as const, from: dropFirst + 1 }]),
    ...(chunks === undefined ? [] : [chunks]),
    ...(round === undefined ? [] : [{ by: 'round' as const, round }]),
  ];
  const [cut, another] = cuts;
  if (cut && !another) return cut;
  throw new UsageError('say one thing to keep: --from and --to, --drop-first, --chunks, or --round.');
}

function time(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError('It is a time, as 2s, 1500ms or 1.5m.');
  return Number(number) * (unit === 'ms' ? 1 : unit === 'm' ? 60_000 : 1000);
}

function range(text: string): Cut {
  const [, from, to] = /^(\d*)-(\d*)$/.exec(text) ?? [];
  if (!from && !to) throw new InvalidArgumentError('It is a range of numbers, as 20-60, 20- or -60.');
  return { by: 'chunk', ...(from ? { from: Number(from) } : {}), ...(to ? { to: Number(to) } : {}) };
}

import { type Command, Option } from 'commander';
import { type FormatName, formats } from '../../src/adapters/index.ts';
import { readLog, readReel } from '../../src/reel/check/reading.ts';
import { chunkBytes, type ReelLine } from '../../src/reel/index.ts';
import { formatOfLog, sampleOf } from '../import/rawLog.ts';
import { type Input, isReel, knownReelIn, readInput, reelIn, textOf } from '../input.ts';
import type { Io } from '../io.ts';

interface Options {
  readonly events?: boolean;
  readonly stderr?: boolean;
  readonly input?: boolean;
  readonly format?: FormatName;
}

const help = `
Examples:

  runreel cat run.reel.jsonl > run.jsonl
  runreel cat run.reel.jsonl --events
  runreel cat run.reel.jsonl --stderr
`;

/** `runreel cat`: gives back what is in a reel. */
export function addCat(program: Command, io: Io): void {
  program
    .command('cat')
    .summary('give back the bytes, or the events, of a reel')
    .description("Writes what a reel holds to standard output: the agent's bytes as they were, or the kit's events.")
    .argument('<reel>', 'the reel, with --events also a log; - is standard input')
    .addOption(new Option('--events', "the kit's events, one in JSON a line").conflicts(['stderr', 'input']))
    .addOption(new Option('--stderr', 'what the agent wrote to standard error').conflicts('input'))
    .option('--input', 'what was sent to the agent')
    .addOption(new Option('--format <name>', 'of a log, where it is not found out').choices(formats))
    .addHelpText('after', help)
    .action((name: string, options: Options) => cat(name, options, io));
}

async function cat(name: string, options: Options, io: Io): Promise<void> {
  const input = await readInput(name, io);
  if (options.events) {
    for (const { event } of eventsIn(input, options.format)) io.out(`${JSON.stringify(event)}\n`);
    return;
  }
  const kinds = options.stderr ? 'e' : options.input ? 'i' : 'ob';
  for (const line of reelIn(input).lines) if (isBytes(line) && kinds.includes(line.kind)) io.out(chunkBytes(line));
}

function isBytes(line: ReelLine): line is Extract<ReelLine, { readonly kind: 'o' | 'b' | 'e' | 'i' }> {
  return 'text' in line || 'base64' in line;
}

function eventsIn(input: Input, said: FormatName | undefined) {
  if (isReel(input)) return readReel(knownReelIn(input)).events;
  textOf(input);
  return readLog(input.bytes, formatOfLog(sampleOf(input.bytes), said, input.name)).events;
}

import type { Command } from 'commander';
import { reduceAll } from '../../src/logic/reducer.ts';
import { emptyThread } from '../../src/logic/thread.ts';
import { readReel } from '../../src/reel/check/reading.ts';
import { chunkBytes, type EndLine, type Reel } from '../../src/reel/index.ts';
import { size } from '../capture/inWords.ts';
import { counted, durationInWords, oneLine } from '../check/tell.ts';
import { knownReelIn, readInput } from '../input.ts';
import type { Io } from '../io.ts';

const help = `
Examples:

  runreel info run.reel.jsonl
  runreel info run.reel.jsonl --json
`;

/** `runreel info`: what is in a reel. */
export function addInfo(program: Command, io: Io): void {
  program
    .command('info')
    .summary('tell what is in a reel')
    .description('Tells what is in a reel: its header, how much there is of what, the tools in use, and its end.')
    .argument('<reel>', 'the reel; - is standard input')
    .option('--json', 'for machines: one JSON document')
    .addHelpText('after', help)
    .action(async (name: string, { json = false }: { readonly json?: boolean }) => {
      const info = infoOf(knownReelIn(await readInput(name, io)));
      io.out(json ? `${JSON.stringify(info, undefined, 2)}\n` : inWords(info));
    });
}

type Info = ReturnType<typeof infoOf>;

function infoOf(reel: Reel) {
  const { header, lines, truncated } = reel;
  const events = readReel(reel).events.map(({ event }) => event);
  const bytesOf = (...kinds: readonly string[]) =>
    lines.reduce(
      (sum, line) =>
        sum + (('text' in line || 'base64' in line) && kinds.includes(line.kind) ? chunkBytes(line).length : 0),
      0,
    );
  const tools = new Map<string, Set<string>>();
  for (const event of events) {
    if (event.type !== 'tool_call_started') continue;
    tools.set(event.name, (tools.get(event.name) ?? new Set()).add(event.callId));
  }
  const chunks = lines.flatMap((line) => (line.kind === 'o' || line.kind === 'b' ? [chunkBytes(line).length] : []));
  const end = lines.find((line): line is EndLine => line.kind === 'x');
  return {
    header,
    duration: lines.reduce((sum, { dt }) => sum + dt, 0),
    chunks: {
      count: chunks.length,
      bytes: bytesOf('o', 'b'),
      largest: chunks.reduce((one, other) => Math.max(one, other), 0),
    },
    stderr: bytesOf('e'),
    input: bytesOf('i'),
    markers: lines.flatMap((line) => (line.kind === 'm' ? [line.label] : [])),
    events: events.length,
    rounds: [...reduceAll(emptyThread, events).rounds].map(({ status }) => status),
    tools: Object.fromEntries([...tools].map(([name, calls]) => [name, calls.size])),
    end: end ? { cause: end.end, ...(end.code === undefined ? {} : { code: end.code }) } : undefined,
    truncated,
  };
}

function inWords(info: Info): string {
  const { header, chunks, end, rounds } = info;
  const tools = Object.entries(info.tools).map(([name, calls]) => `${name} ×${calls}`);
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['title', header.title],
    ['prompt', header.prompt],
    ['agent', `${header.agent.name} ${header.agent.version}${header.model === undefined ? '' : `, ${header.model}`}`],
    ['recorded', `${header.recordedAt}, ${header.transport}`],
    ['format', header.format],
    ['duration', durationInWords(info.duration)],
    ['output', `${counted(chunks.count, 'chunk')}, ${size(chunks.bytes)}, the largest ${size(chunks.largest)}`],
    ['stderr', info.stderr === 0 ? undefined : size(info.stderr)],
    ['input', info.input === 0 ? undefined : size(info.input)],
    ['markers', info.markers.length === 0 ? undefined : info.markers.join(', ')],
    [
      'rounds',
      rounds.length === 0 ? 'none' : `${rounds.length} (${rounds.join(', ')}), ${counted(info.events, 'event')}`,
    ],
    ['tools', tools.length === 0 ? 'none' : tools.join(', ')],
    ['redacted', counted(header.redaction.replaced, 'place')],
    ['trimmed', header.trimmed === undefined ? undefined : JSON.stringify(header.trimmed)],
    ['imported', header.imported === undefined ? undefined : JSON.stringify(header.imported)],
    ['end', end ? `${end.cause}${end.code === undefined ? '' : ` with ${end.code}`}` : 'none: the recorder died'],
    ['torn', info.truncated ? 'the last line was cut off and is left out' : undefined],
  ];
  return rows.map(([name, value]) => (value === undefined ? '' : `${name.padEnd(9)} ${oneLine(value)}\n`)).join('');
}

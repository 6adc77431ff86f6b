import { type Command, InvalidArgumentError, Option } from 'commander';
import { formats } from '../../src/adapters/index.ts';
import type { Facts } from '../capture/facts.ts';
import { recordCommand } from '../capture/recordCommand.ts';
import { recordProxy } from '../capture/recordProxy.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../usageError.ts';
import { port } from './numbers.ts';

interface Options extends Facts {
  readonly output?: string;
  readonly raw?: boolean;
  readonly stdin?: boolean;
  readonly proxy?: string;
  readonly port?: number;
  readonly only?: 'sse';
  readonly timeout?: number;
}

const examples = `
The program runs as it would alone: its output, its input, its exit status and Ctrl-C pass through. While it runs, all
is written to a private file in .runreel; at the end that is sealed: redacted, verified, and moved to where -o says.

Between an agent and the service of its model, --proxy records a reel of each request. It listens on this machine only,
prints its address, and seals when Ctrl-C ends it. WebSockets do not pass.

Examples:

  runreel record -o fixtures/my-agent/fix-a-test.reel.jsonl --prompt "The test fails, fix it." -- my-agent --json run
  runreel record --proxy https://api.example.com --port 4040 --only sse -o fixtures/my-agent/
`;

/** `runreel record` (SPEC R7.2, R7.3). */
export function addRecord(program: Command, io: Io): void {
  program
    .command('record')
    .summary('record an agent program, or what passes a proxy')
    .description('Records a run of an agent program, or with --proxy the streams between an agent and its model.')
    .argument('[command...]', 'the program and its arguments, after --')
    .option('-o, --output <file>', 'where the sealed reel goes; for a folder it gets a name by itself (default: reels)')
    .option('--title <text>', 'what happens in the run, in a few words')
    .option('--agent <name>', 'the agent program (default: the name of the command)')
    .option('--agent-version <version>', 'its version')
    .option('--prompt <text>', "the user's words that start the run")
    .addOption(new Option('--format <name>', 'the wire format (default: found out)').argParser(knownFormat))
    .option('--model <text>', 'what writes the model\'s words, such as "scripted model"')
    .option('--raw', 'do not seal: leave the private file, and say where it is')
    .addOption(new Option('--stdin', 'record what comes in on standard input too').conflicts('proxy'))
    .option('--proxy <address>', 'record what is sent to this address: the agent is given the address that is printed')
    .addOption(new Option('--port <number>', 'the port of the proxy; 0 takes a free one (default: 0)').argParser(port))
    .addOption(new Option('--only <kind>', 'record event streams only; the rest just passes').choices(['sse']))
    .addOption(new Option('--timeout <seconds>', 'how long the upstream may say nothing').argParser(seconds))
    .addHelpText('after', examples)
    .action(async (command: string[], options: Options) => {
      io.exitStatus = await record(command, options, io);
    });
}

function record([first, ...rest]: readonly string[], options: Options, io: Io): Promise<number> {
  const { proxy, port: said, only, ...shared } = options;
  if (proxy !== undefined) {
    if (first !== undefined) throw new UsageError('name a command or --proxy, not both.');
    return recordProxy({ ...shared, proxy, port: said ?? 0, onlySse: only === 'sse' }, io);
  }
  for (const name of ['port', 'only', 'timeout'] as const) {
    if (options[name] !== undefined) throw new UsageError(`--${name} goes with --proxy only.`);
  }
  if (!first) throw new UsageError('name the program to record, as in: runreel record -- my-agent --json "Fix it."');
  return recordCommand([first, ...rest], shared, io);
}

function knownFormat(name: string): string {
  if (formats.some((known) => known === name)) return name;
  throw new InvalidArgumentError(`Known are ${formats.join(', ')}.`);
}

function seconds(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('It is a number of seconds.');
}

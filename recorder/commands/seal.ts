import path from 'node:path';
import type { Command } from 'commander';
import type { Io } from '../io.ts';
import { isFolder } from '../output.ts';
import { sealReel } from '../seal.ts';

interface Options {
  readonly output?: string;
  readonly config?: string;
  readonly deleteRaw?: boolean;
  readonly json?: boolean;
}

const help = `
Replaced are keys and tokens, credentials, cookies, private keys, headers that could tell something, e-mail addresses,
home directories, names of the user and the machine, private addresses, and what runreel.config.ts lists:

  import { defineConfig } from 'runreel/reel';

  export default defineConfig({ redact: ['Project Heron', /ACME-\\d+/], headers: ['x-trace-id'] });

Then a second detector looks through the result, and the events are compared with those of the raw file. Where
something is found nothing is written, the rule and the line are told, never the value, and the exit status is 1.

Examples:

  runreel seal .runreel/20261130-180000-123-my-agent.raw.jsonl -o fixtures/my-agent/fix-a-test.reel.jsonl
  runreel seal run.raw.jsonl -o reels/ --config tools/runreel.config.ts --delete-raw
`;

/** `runreel seal` (SPEC R7.3). */
export function addSeal(program: Command, io: Io): void {
  program
    .command('seal')
    .summary('make a raw recording safe to publish')
    .description('Takes secrets and names out of a raw recording, verifies the result, and writes the fixture.')
    .argument('<raw>', 'the raw recording, or an imported reel')
    .option(
      '-o, --output <file>',
      'where the fixture goes; for a folder it is named as the raw file (default: beside it)',
    )
    .option('--config <file>', 'the configuration (default: runreel.config.ts, .mjs or .json in the working folder)')
    .option('--delete-raw', 'delete the raw recording when the fixture stands')
    .option('--json', 'tell the result as JSON')
    .addHelpText('after', help)
    .action((raw: string, options: Options) => seal(raw, options, io));
}

async function seal(raw: string, { output, config, deleteRaw = false, json = false }: Options, io: Io): Promise<void> {
  const { cwd, env } = io;
  if (io.isTerminal) io.err(`sealing ${raw} …`);
  const target = await targetOf(raw, output, cwd);
  const result = await sealReel(raw, target, { cwd, env, deleteRaw, ...(config !== undefined && { config }) }).finally(
    () => {
      if (io.isTerminal) io.err('\r\x1b[K');
    },
  );
  if (json) io.out(`${JSON.stringify(result)}\n`);
  if (!result.sealed) {
    io.exitStatus = 1;
    if (json) return;
    for (const { rule, line } of result.findings) io.out(`${raw}:${line}: ${rule}\n`);
    io.err(`runreel: not sealed, nothing was written; list what is left in runreel.config.ts under "redact".\n`);
    return;
  }
  if (!json) io.out(`${result.output}: ${result.replaced} replaced, ${result.bytes} bytes\n`);
}

async function targetOf(raw: string, output: string | undefined, cwd: string): Promise<string> {
  const name = `${path.basename(raw).replace(/(?:\.(?:raw|reel))?\.jsonl$/, '')}.reel.jsonl`;
  if (output === undefined) return path.join(path.dirname(raw), name);
  return (await isFolder(cwd, output)) ? path.join(output, name) : output;
}

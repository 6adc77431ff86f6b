#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { addCat } from './commands/cat.ts';
import { addCheck } from './commands/check.ts';
import { addImport } from './commands/import.ts';
import { addInfo } from './commands/info.ts';
import { addRecord } from './commands/record.ts';
import { addSeal } from './commands/seal.ts';
import { addServe } from './commands/serve.ts';
import { addTrim } from './commands/trim.ts';
import type { Io } from './io.ts';
import { processIo } from './processIo.ts';
import { UsageError } from './usageError.ts';

/**
 * Runs the program `runreel` and gives its exit status: 0 fine, 1 a finding, 2 wrong use or bad input, which is told
 * in one line. `record` gives the status of the program that it recorded.
 */
export async function main(args: readonly string[], io: Io = processIo()): Promise<number> {
  io.exitStatus = 0;
  const program = programOf(io);
  try {
    await program.parseAsync(args, { from: 'user' });
    return io.exitStatus;
  } catch (error) {
    if (error instanceof CommanderError && isHelp(error)) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof UsageError || error instanceof CommanderError)) throw error;
    io.err(`runreel: ${error instanceof CommanderError ? whatToDo(error, program, args) : oneLine(error.message)}\n`);
    return 2;
  }
}

/** Where the parser has nothing to suggest, the help has. */
function whatToDo({ message }: CommanderError, program: Command, [first]: readonly string[]): string {
  const said = oneLine(message);
  if (/Did you mean|Allowed choices|is invalid/.test(said)) return said;
  const command = program.commands.find((each) => each.name() === first);
  return `${said}; see "runreel ${command ? `${command.name()} ` : ''}--help"`;
}

/** Help was asked for and is written, or nothing was asked for at all. */
function isHelp({ code }: CommanderError): boolean {
  return code === 'commander.helpDisplayed' || code === 'commander.help' || code === 'commander.version';
}

/** The parser begins its messages with "error:" and puts what was perhaps meant on a line of its own. */
function oneLine(message: string): string {
  return message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
}

const HELP_WIDTH = 100;

function programOf(io: Io): Command {
  const program = new Command('runreel')
    .description('Records runs of agent programs as reels, checks them, and gives them back.')
    .version(manifest.version, '-V, --version', 'tell the version')
    .helpOption('-h, --help', 'tell how to use it')
    .helpCommand('help [command]', 'tell how to use a command')
    .exitOverride()
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      // Told in one line by `main`.
      outputError: () => {},
      getOutHelpWidth: () => HELP_WIDTH,
      getErrHelpWidth: () => HELP_WIDTH,
    });
  // In the order of the help.
  addRecord(program, io);
  addSeal(program, io);
  addImport(program, io);
  addCheck(program, io);
  addTrim(program, io);
  addCat(program, io);
  addInfo(program, io);
  addServe(program, io);
  return program;
}

// npm starts a program through a link.
if (process.argv[1] && fileURLToPath(import.meta.url) === realpathSync(process.argv[1])) {
  process.exitCode = await main(process.argv.slice(2));
}

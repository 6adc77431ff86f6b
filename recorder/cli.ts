#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importLog, usage as importUsage, UsageError } from './commands/import.ts';

/** Where a command writes. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
}

/** Runs the program `runreel` and gives its exit status: 2 for what the caller has to put right. */
export async function main(args: readonly string[], { out, err }: Output): Promise<number> {
  const [command, ...rest] = args;
  const asksHelp = command === undefined || command === 'help' || args.includes('--help') || args.includes('-h');
  if (asksHelp) {
    out(importUsage);
    return command === undefined ? 2 : 0;
  }
  try {
    if (command !== 'import') throw new UsageError(`there is no command "${command}"; there is: import.`);
    await importLog(rest, out);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    err(`runreel: ${error.message}\n`);
    return 2;
  }
}

// npm starts a program through a link.
if (process.argv[1] && fileURLToPath(import.meta.url) === realpathSync(process.argv[1])) {
  process.exitCode = await main(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  });
}

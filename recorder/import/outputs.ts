import path from 'node:path';
import { titleOfFile } from '../capture/facts.ts';
import { slug } from '../capture/rawFile.ts';
import { STDIN } from '../input.ts';
import type { Io } from '../io.ts';
import { isFolder } from '../output.ts';
import { UsageError } from '../usageError.ts';
import type { FoundRun } from './run.ts';

/**
 * Where each run goes; `undefined` is standard output.
 * @throws {UsageError} where there are several runs and no folder
 */
export async function outputsOf(
  found: readonly { readonly log: string; readonly run: FoundRun }[],
  said: string | undefined,
  io: Io,
): Promise<readonly (string | undefined)[]> {
  if (said !== undefined && (await isFolder(io.cwd, said))) return namesIn(said, found);
  if (found.length === 1) return [said];
  const entries = found.flatMap(({ run }) => run.imported?.entry ?? []);
  const choice = entries.length > 1 ? ` (entries ${entries.join(', ')}): choose one with --entry, or` : ':';
  throw new UsageError(`there are ${found.length} runs${choice} name a folder with -o, as in -o reels/`);
}

/** A name of its own for each run in a folder. */
function namesIn(folder: string, found: readonly { readonly log: string; readonly run: FoundRun }[]): string[] {
  const taken = new Set<string>();
  return found.map(({ log, run }) => {
    const base = log === STDIN ? 'run' : path.basename(log).replace(/\..*$/, '') || 'run';
    const name = run.name === undefined ? base : `${base}-${slug(run.name)}`;
    let free = name;
    for (let copy = 2; taken.has(free); copy++) free = `${name}-${copy}`;
    taken.add(free);
    return path.join(folder, `${free}.reel.jsonl`);
  });
}

/** `fixtures/my-agent/fix-a-test.reel.jsonl` is a run of "My agent". */
export function agentOfFolder(output: string | undefined): string | undefined {
  const folder = output === undefined ? '' : path.basename(path.dirname(output));
  return ['', '.', '..', 'fixtures', 'reels'].includes(folder) ? undefined : titleOfFile(folder);
}

import path from 'node:path';
import { slug } from '../capture/rawFile.ts';
import type { FileRun } from './readRuns.ts';

/**
 * A path for each run, by the name of its file: `fixtures/ai-sdk/fix-a-test.reel.jsonl` is served at `/fix-a-test`.
 * Where that is taken its folder goes before it, and then a number behind it.
 */
export function pathsOf(runs: readonly FileRun[], cwd: string): ReadonlyMap<string, FileRun> {
  const taken = new Map<string, FileRun>();
  for (const run of runs) taken.set(freePath(run, taken, cwd), run);
  return taken;
}

function freePath({ file, name }: FileRun, taken: ReadonlyMap<string, FileRun>, cwd: string): string {
  const base = path.basename(file).replace(/(?<=.)(?:\.(?:reel|raw|timed))?\.[a-z]+(?:\.gz)?$/i, '');
  const own = name === undefined ? base : `${base}-${slug(name)}`;
  const long = `/${path.basename(path.dirname(path.resolve(cwd, file)))}/${own}`;
  if (!taken.has(`/${own}`)) return `/${own}`;
  let free = long;
  for (let copy = 2; taken.has(free); copy += 1) free = `${long}-${copy}`;
  return free;
}

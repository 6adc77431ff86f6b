import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { STDIN } from '../input.ts';
import type { Io } from '../io.ts';
import { reasonOf } from '../reasons.ts';
import { UsageError } from '../usageError.ts';

/** A file to look at. */
export interface Candidate {
  readonly name: string;
  /** It was found in a folder: it need not be a reel or a log. */
  readonly isFound: boolean;
}

/** What a log's name may end with; of a folder no other file is opened. */
const LOG_NAME = /\.(?:jsonl?|ndjson|sse|txt|log)(?:\.gz)?$/i;

/**
 * The files that are named, and those in the folders that are named and in their folders.
 * @throws {UsageError}
 */
export async function filesIn(names: readonly string[], io: Io): Promise<readonly Candidate[]> {
  const lists = await Promise.all(names.map((name) => candidatesOf(name, io)));
  return lists.flat();
}

async function candidatesOf(name: string, io: Io): Promise<readonly Candidate[]> {
  const place = path.resolve(io.cwd, name);
  try {
    if (name === STDIN || !(await stat(place)).isDirectory()) return [{ name, isFound: false }];
    const found = await namesIn(place);
    return found.map((each) => ({ name: path.join(name, each), isFound: true }));
  } catch (error) {
    throw new UsageError(`${name} cannot be read: ${reasonOf(error)}.`);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names: string[] = [];
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    if (entry.isFile() && LOG_NAME.test(entry.name)) names.push(entry.name);
    if (!entry.isDirectory()) continue;
    for (const name of await namesIn(path.join(folder, entry.name))) names.push(path.join(entry.name, name));
  }
  return names;
}

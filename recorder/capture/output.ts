import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { reasonOf } from '../reasons.ts';
import { UsageError } from '../usageError.ts';
import { RAW_FOLDER, slug, timeInName } from './rawFile.ts';

/** Where reels go that nobody named. */
export const REELS_FOLDER = 'reels';

export interface Output {
  readonly file: string;
  /** Whether a person gave the file its name. */
  readonly isNamed: boolean;
}

export const rawFolderIn = (cwd: string) => path.join(cwd, RAW_FOLDER);

/**
 * The file that a sealed run goes to: the one that was named, or one of its own name in the folder that was named.
 * @throws {UsageError} before the run, so that none is lost for a folder that cannot be written.
 */
export function outputFile(cwd: string, said: string | undefined, name: string, recordedAt: string): Output {
  const target = path.resolve(cwd, said ?? REELS_FOLDER);
  const isFolder = said === undefined || /[/\\]$/.test(said) || kindOf(target) === 'folder';
  const file = isFolder ? path.join(target, `${timeInName(recordedAt)}-${slug(name)}.reel.jsonl`) : target;
  checkFolder(path.dirname(file));
  return { file, isNamed: !isFolder };
}

/** @throws {UsageError} where no file can be made in the folder, or the folder itself cannot be made. */
export function checkFolder(folder: string): void {
  const kind = kindOf(folder);
  if (kind === 'none') {
    checkFolder(path.dirname(folder));
    return;
  }
  if (kind === 'file') throw new UsageError(`${folder} is a file; name a folder there with -o.`);
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new UsageError(`${folder} cannot be written: ${reasonOf(error)}; name another place with -o.`);
  }
}

function kindOf(target: string): 'folder' | 'file' | 'none' {
  try {
    return statSync(target).isDirectory() ? 'folder' : 'file';
  } catch {
    return 'none';
  }
}

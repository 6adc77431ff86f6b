import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { reasonOf } from './reasons.ts';
import { UsageError } from './usageError.ts';

/**
 * Writes a file whole or not at all, and makes its folder.
 * @throws {UsageError}
 */
export async function writeWhole(cwd: string, name: string, text: string): Promise<void> {
  const file = path.resolve(cwd, name);
  const unfinished = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}.tmp`);
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(unfinished, text, { flag: 'wx' });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw new UsageError(`${name} cannot be written: ${reasonOf(error)}; name another place with -o.`);
  }
}

/** Whether a name means a folder: there is one, or it ends as one. */
export async function isFolder(cwd: string, name: string): Promise<boolean> {
  if (/[/\\]$/.test(name)) return true;
  return await stat(path.resolve(cwd, name)).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

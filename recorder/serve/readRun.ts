import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseReel, type Reel, ReelError } from '../../src/reel/index.ts';
import { reasonOf } from '../reasons.ts';
import { UsageError } from '../usageError.ts';

/**
 * Reads a reel, .gz too.
 * @param file as the caller named it; relative to `cwd`
 * @throws {UsageError}
 */
export async function readRun(file: string, cwd: string): Promise<Reel> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path.resolve(cwd, file));
    if (file.endsWith('.gz')) bytes = gunzipSync(bytes);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${reasonOf(error)}.`);
  }
  try {
    return parseReel(bytes.toString('utf8'));
  } catch (error) {
    if (!(error instanceof ReelError)) throw error;
    throw new UsageError(`${file} is no reel: ${error.message} A log becomes one with: runreel import.`);
  }
}

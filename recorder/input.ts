import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { formatOf, parseReel, type Reel, ReelError } from '../src/reel/index.ts';
import type { Io } from './io.ts';
import { reasonOf } from './reasons.ts';
import { UsageError } from './usageError.ts';

/** A file as it was named, and what is in it. */
export interface Input {
  /** For messages. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** When it was last written; of standard input, now. */
  readonly date: Date;
}

/** The name of standard input. */
export const STDIN = '-';

/**
 * Reads a file whole, unpacked where it is packed by gzip, or standard input.
 * @throws {UsageError}
 */
export async function readInput(name: string, io: Io): Promise<Input> {
  const file = path.resolve(io.cwd, name);
  const isStdin = name === STDIN;
  const shown = isStdin ? 'standard input' : name;
  try {
    const bytes = isStdin ? await buffer(io.streams.stdin) : await readFile(file);
    const date = isStdin ? io.clock.date() : (await stat(file)).mtime;
    return { name: shown, bytes: isPacked(name, bytes) ? gunzipSync(bytes) : bytes, date };
  } catch (error) {
    throw new UsageError(`${shown} cannot be read: ${reasonOf(error)}.`);
  }
}

function isPacked(name: string, bytes: Uint8Array): boolean {
  return name.endsWith('.gz') || (bytes[0] === 0x1f && bytes[1] === 0x8b);
}

const START = 512;

/** Whether the first line is meant as the header of a reel. */
export function isReel({ name, bytes }: Input): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, START)).trimStart();
  return /\.reel\.jsonl(\.gz)?$/.test(name) || /^\{\s*"reel"\s*:/.test(start);
}

/**
 * The text of an input.
 * @throws {UsageError} where it is empty, too long for a text, or no text at all.
 */
export function textOf({ name, bytes }: Input): string {
  // A NUL is in no log; it is in almost every other file.
  if (bytes.subarray(0, START).includes(0)) throw new UsageError(`${name} is no text, so no log and no reel.`);
  let text: string;
  try {
    text = new TextDecoder().decode(bytes);
  } catch (error) {
    throw new UsageError(`${name} cannot be read: ${reasonOf(error)}.`);
  }
  if (text.trim() === '') throw new UsageError(`${name}: it is empty.`);
  return text;
}

/**
 * The reel in an input.
 * @throws {UsageError} where there is none; for a log the message says what makes a reel of it.
 */
export function reelIn(input: Input): Reel {
  const text = textOf(input);
  if (!isReel(input)) {
    throw new UsageError(`${input.name} is no reel; if it is a log, "runreel import" makes one of it.`);
  }
  try {
    return parseReel(text);
  } catch (error) {
    if (!(error instanceof ReelError)) throw error;
    throw new UsageError(`${input.name} is no reel that can be read. ${error.message}`);
  }
}

/**
 * The reel in an input, whose format is known.
 * @throws {UsageError}
 */
export function knownReelIn(input: Input): Reel {
  const reel = reelIn(input);
  try {
    formatOf(reel);
  } catch (error) {
    if (!(error instanceof ReelError)) throw error;
    throw new UsageError(`${input.name} cannot be decoded. ${error.message}`);
  }
  return reel;
}

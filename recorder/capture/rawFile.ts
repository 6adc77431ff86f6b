import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { formatHeader, type ReelHeader } from '../../src/reel/index.ts';

/** Where private recordings lie, in the folder that the program was started in (SPEC R7.3). */
export const RAW_FOLDER = '.runreel';

/** A private recording while it is written: unredacted, readable by its owner alone, ignored by git. */
export interface RawFile {
  readonly path: string;
  /** Appends one line, newline included, before it returns. */
  append(line: string): void;
  close(): void;
  /** Closes and deletes it. */
  remove(): void;
}

/**
 * Makes `<folder>/<time>-<name>.raw.jsonl` with its header. The file has its name only when the header is whole,
 * so that after a crash at any moment every file of that name can be read.
 * Errors of the system are thrown as they are.
 */
export function createRawFile(folder: string, name: string, header: ReelHeader): RawFile {
  makePrivateFolder(folder);
  const target = freeName(folder, `${timeInName(header.recordedAt)}-${slug(name)}`);
  const unfinished = `${target}.${process.pid}.tmp`;
  const file = openSync(unfinished, 'ax', 0o600);
  try {
    appendWhole(file, formatHeader(header));
    renameSync(unfinished, target);
  } catch (error) {
    closeSync(file);
    rmSync(unfinished, { force: true });
    throw error;
  }
  let open = true;
  const close = () => {
    if (open) closeSync(file);
    open = false;
  };
  return {
    path: target,
    append: (line) => appendWhole(file, line),
    close,
    remove() {
      close();
      rmSync(target, { force: true });
    },
  };
}

/**
 * One write a line, and no queue: what is not written yet is at most the line in hand, so a crash costs one line,
 * and a disk that is slower than the agent holds the agent back instead of filling the memory.
 */
function appendWhole(file: number, line: string): void {
  const bytes = encoded(line);
  let written = writeSync(file, bytes);
  // The system writes less than asked only on a full disk or by a signal.
  while (written < bytes.length) written += writeSync(file, bytes, written);
}

/** A line is written before the next one is made, so they share their room; a longer one has its own. */
const room = Buffer.allocUnsafe(512 * 1024);
const MOST_BYTES_OF_A_UNIT = 3;

function encoded(line: string): Uint8Array {
  if (line.length * MOST_BYTES_OF_A_UNIT > room.length) return Buffer.from(line);
  return room.subarray(0, room.write(line));
}

function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const ignore = path.join(folder, '.gitignore');
  if (!existsSync(ignore)) writeFileSync(ignore, '*\n');
}

function freeName(folder: string, name: string): string {
  for (let copy = 1; ; copy += 1) {
    const file = path.join(folder, `${name}${copy === 1 ? '' : `-${copy}`}.raw.jsonl`);
    if (!existsSync(file)) return file;
  }
}

/** `2026-11-30T18:00:00.123Z` as part of a file's name: `20261130-180000-123`. */
export function timeInName(iso: string): string {
  return iso.replace(/[-:Z]/g, '').replace(/[T.]/g, '-');
}

const LONGEST_SLUG = 60;

/** Any text as part of a file's name. */
export function slug(text: string): string {
  const words = text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return words.slice(0, LONGEST_SLUG).replace(/^-|-$/g, '') || 'run';
}

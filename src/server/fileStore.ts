import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { LogStore } from '../logic/conversationLog/store.ts';
import type { AgentEvent } from '../logic/events.ts';
import { LogFileError } from './logFileError.ts';
import { lastLineOf, readEntries, readLine } from './logLines.ts';

/** A store of a conversation log in a file. */
export interface FileStore extends LogStore {
  /** Nothing is written any more: a later `append` throws. What was written can still be read. */
  close(): void;
}

/** Entries may hold all that was said: nobody else reads them. */
const OWNER_ONLY = 0o600;

/**
 * A store that keeps a conversation log in a JSONL file, one of the kit's events a line, which is also what the format
 * `runreel` reads. A file that does not exist is an empty log; the first `append` makes it, readable by its owner only.
 *
 * When `append` returns, its entries are on the disk; after a crash at most those of the call that was under way are
 * missing. What a crash left of a line is passed over by `read`, and cut off by the next `append`; a line that only
 * lacks its line break is an entry.
 *
 * One store writes to a file: one that finds the file other than it left it, or than it read it, throws and writes
 * nothing. Entries are appended with one system call, so those of two stores that write at the very same moment stand
 * one behind the other, and one of the two throws at its next `append`.
 */
export function createFileStore(file: string): FileStore {
  /** How long the file is, as far as this store knows. */
  let known: number | undefined;
  let isMended = false;
  let isClosed = false;

  /** What must stand before the next entry; what a crash left of the last line is cut off. */
  function mend(open: number, size: number): { readonly size: number; readonly lead: string } {
    const last = lastLineOf(open, size);
    const line = readLine(last);
    if (last.length === 0) return { size, lead: '' };
    if (line.kind === 'entry') return { size, lead: '\n' };
    if (line.kind === 'unreadable') throw new LogFileError(file, undefined, `its last line: ${line.reason}`);
    ftruncateSync(open, size - last.length);
    return { size: size - last.length, lead: '' };
  }

  function write(open: number, lines: string): void {
    const before = fstatSync(open).size;
    if (known !== undefined && before !== known)
      throw new LogFileError(file, undefined, 'something else has written to it; nothing was appended.');
    const { size, lead } = isMended ? { size: before, lead: '' } : mend(open, before);
    const bytes = Buffer.from(lead + lines);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(open, bytes, at);
      fsyncSync(open);
    } catch (error) {
      // A full disk: half an entry must not stand before the next one.
      ftruncateSync(open, size);
      known = size;
      throw error;
    }
    isMended = true;
    known = size + bytes.length;
    if (size === 0) syncFolder(path.dirname(file));
  }

  return {
    append(entries) {
      if (isClosed) throw new LogFileError(file, undefined, 'the store is closed; nothing was appended.');
      if (entries.length === 0) return;
      const lines = entries.map((entry) => lineOf(file, entry)).join('');
      const open = openSync(file, 'a+', OWNER_ONLY);
      try {
        write(open, lines);
      } finally {
        closeSync(open);
      }
    },
    read: () => ({
      *[Symbol.iterator]() {
        try {
          yield* readEntries(file, (size) => {
            known ??= size;
          });
        } catch (error) {
          if (!isMissing(error)) throw error;
          known ??= 0;
        }
      },
    }),
    close() {
      isClosed = true;
    },
  };
}

function lineOf(file: string, entry: AgentEvent): string {
  try {
    return `${JSON.stringify(entry)}\n`;
  } catch (cause) {
    throw new LogFileError(file, undefined, `a ${entry.type} has no JSON; nothing was appended.`, { cause });
  }
}

/** The name of a new file is on the disk once its folder is; some systems do not let a folder be opened. */
function syncFolder(folder: string): void {
  let open: number | undefined;
  try {
    open = openSync(folder, 'r');
    fsyncSync(open);
  } catch {
    // What the system does not offer cannot be had.
  } finally {
    if (open !== undefined) closeSync(open);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { AgentEvent } from '../logic/events.ts';
import { LogFileError } from './logFileError.ts';

const CHUNK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;
const BRACE = 0x7b;
const NUL = 0;

/** What a line of a log file is; `torn`: the beginning of an entry, as a crash leaves it behind. */
export type LogLine =
  | { readonly kind: 'entry'; readonly event: AgentEvent }
  | { readonly kind: 'blank' | 'torn' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/**
 * The entries of a log file that is there, in order. A last line without its line break counts if it is whole; the
 * beginning of an entry at the end of the file is passed over: its writer did not live to end it.
 * @param opened hears how many bytes the file has as it is read; what is written meanwhile is not read.
 * @throws {LogFileError} for any other line that is no entry, once those before it are read.
 */
export function* readEntries(path: string, opened: (size: number) => void): Generator<AgentEvent> {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    opened(size);
    let number = 0;
    for (const { bytes, isEnded } of linesOf(file, size)) {
      number++;
      const line = readLine(bytes);
      if (line.kind === 'entry') yield line.event;
      else if (line.kind === 'unreadable') throw new LogFileError(path, number, line.reason);
      else if (line.kind === 'torn' && isEnded) throw new LogFileError(path, number, 'it is not JSON.');
    }
  } finally {
    closeSync(file);
  }
}

function* linesOf(file: number, size: number): Generator<{ readonly bytes: Buffer; readonly isEnded: boolean }> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let open: Buffer[] = [];
  for (let at = 0; at < size; ) {
    const count = readSync(file, buffer, 0, Math.min(CHUNK_BYTES, size - at), at);
    if (count === 0) break;
    at += count;
    const chunk = buffer.subarray(0, count);
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      const piece = chunk.subarray(from, end);
      yield { bytes: open.length > 0 ? Buffer.concat([...open, piece]) : piece, isEnded: true };
      open = [];
      from = end + 1;
    }
    if (from < count) open.push(Buffer.from(chunk.subarray(from)));
  }
  if (open.length > 0) yield { bytes: Buffer.concat(open), isEnded: false };
}

/** What stands behind the last line break of a file. */
export function lastLineOf(file: number, size: number): Buffer {
  const pieces: Buffer[] = [];
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - CHUNK_BYTES);
    const chunk = Buffer.alloc(end - start);
    const piece = chunk.subarray(0, readSync(file, chunk, 0, chunk.length, start));
    const lineBreak = piece.lastIndexOf(NEWLINE);
    pieces.unshift(piece.subarray(lineBreak + 1));
    if (lineBreak >= 0) break;
    end = start;
  }
  return Buffer.concat(pieces);
}

/** Reads one line, without its line break. */
export function readLine(bytes: Buffer): LogLine {
  const isBeginning = bytes[0] === BRACE || bytes[0] === NUL;
  let value: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (text.trim() === '') return { kind: 'blank' };
    value = JSON.parse(text);
  } catch (error) {
    if (isBeginning) return { kind: 'torn' };
    return { kind: 'unreadable', reason: error instanceof SyntaxError ? 'it is not JSON.' : 'it is not UTF-8.' };
  }
  return isEvent(value)
    ? { kind: 'entry', event: value }
    : { kind: 'unreadable', reason: 'it is no entry of a conversation log.' };
}

/** Events of a kind that nobody knows are entries too: the reducer counts them. */
function isEvent(value: unknown): value is AgentEvent {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

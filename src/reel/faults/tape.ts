import { chunkBytes, chunkLine } from '../bytes.ts';
import type { BinaryLine, EndCause, EndLine, Reel, ReelHeader, ReelLine, TextLine } from '../format.ts';

/** A reel as faults take it: every time is counted from the start, and chunks are bytes. */
export interface Tape {
  readonly header: ReelHeader;
  readonly entries: readonly Entry[];
  /** Absent where the recorder died. */
  readonly end?: { readonly time: number; readonly cause: EndCause; readonly code?: number };
  readonly truncated: boolean;
}

export type Entry = Chunk | Beside;

/** A chunk of the output. */
export interface Chunk {
  readonly time: number;
  readonly bytes: Uint8Array;
}

/** What stands between the chunks: headers, markers, stderr, input, and what this version does not know. */
interface Beside {
  readonly time: number;
  readonly line: Exclude<ReelLine, EndLine>;
}

export const isChunk = (entry: Entry): entry is Chunk => 'bytes' in entry;

export function tapeOf({ header, lines, truncated }: Reel): Tape {
  const entries: Entry[] = [];
  let end: Tape['end'];
  let time = 0;
  for (const line of lines) {
    time += line.dt;
    if (line.kind === 'x') end = { time, cause: line.end, ...(line.code !== undefined && { code: line.code }) };
    else if (isOutput(line)) entries.push({ time, bytes: chunkBytes(line) });
    else entries.push({ time, line });
  }
  return { header, entries, truncated, ...(end && { end }) };
}

const isOutput = (line: ReelLine): line is TextLine | BinaryLine => line.kind === 'o' || line.kind === 'b';

/** The reel again: times between the lines, and at its end how much output there is now. */
export function reelOf({ header, entries, end, truncated }: Tape): Reel {
  let last = 0;
  const since = (time: number) => {
    const dt = Math.max(0, Math.round(time) - last);
    last += dt;
    return dt;
  };
  const lines: ReelLine[] = [];
  let chunks = 0;
  let bytes = 0;
  for (const entry of entries) {
    const dt = since(entry.time);
    if (!isChunk(entry)) {
      lines.push(retimed(entry.line, dt));
      continue;
    }
    chunks += 1;
    bytes += entry.bytes.length;
    lines.push(chunkLine(dt, entry.bytes));
  }
  if (end) {
    const { time, cause, code } = end;
    lines.push({ kind: 'x', dt: since(time), end: cause, ...(code !== undefined && { code }), chunks, bytes });
  }
  return { header, lines, truncated };
}

function retimed(line: Beside['line'], dt: number): ReelLine {
  if (line.kind !== 'other') return { ...line, dt };
  const [, kind, ...rest] = line.line;
  return { ...line, dt, line: [dt, kind, ...rest] };
}

/** All output in one piece. */
export function outputOf({ entries }: Tape): Uint8Array {
  const chunks = entries.filter(isChunk);
  const joined = new Uint8Array(chunks.reduce((sum, { bytes }) => sum + bytes.length, 0));
  let at = 0;
  for (const { bytes } of chunks) {
    joined.set(bytes, at);
    at += bytes.length;
  }
  return joined;
}

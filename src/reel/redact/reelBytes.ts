import { besideLine, chunkBytes, chunkLine } from '../bytes.ts';
import type { BinaryLine, Reel, ReelLine, TextLine } from '../format.ts';
import { parseReel } from '../parse.ts';
import { formatHeader, formatLine } from '../write.ts';

type ChunkLine = TextLine | BinaryLine;

export interface Span {
  readonly from: number;
  readonly to: number;
  /** The line of the reel's file. */
  readonly line: number;
  readonly kind: 'o' | 'e' | 'i' | 'fields';
}

/** A reel as one run of bytes: each stream in one piece, and then everything else as the JSON it is written in. */
export interface ReelBytes {
  readonly bytes: Uint8Array;
  /** In the order of the bytes. */
  readonly spans: readonly Span[];
}

const isChunk = (line: ReelLine): line is ChunkLine =>
  line.kind === 'o' || line.kind === 'b' || line.kind === 'e' || line.kind === 'i';
const streamOf = (line: ChunkLine) => (line.kind === 'b' ? 'o' : line.kind);
const encoder = new TextEncoder();

export function bytesOfReel(reel: Reel): ReelBytes {
  const parts: { readonly bytes: Uint8Array; readonly line: number; readonly kind: Span['kind'] }[] = [];
  for (const stream of ['o', 'e', 'i'] as const) {
    for (const [index, line] of reel.lines.entries()) {
      if (isChunk(line) && streamOf(line) === stream)
        parts.push({ bytes: chunkBytes(line), line: index + 2, kind: stream });
    }
    parts.push({ bytes: Uint8Array.of(0), line: 0, kind: stream });
  }
  parts.push({ bytes: encoder.encode(formatHeader(reel.header)), line: 1, kind: 'fields' });
  for (const [index, line] of reel.lines.entries()) {
    if (!isChunk(line)) parts.push({ bytes: encoder.encode(formatLine(line)), line: index + 2, kind: 'fields' });
  }
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.bytes.length, 0));
  const spans: Span[] = [];
  let from = 0;
  for (const { bytes: part, line, kind } of parts) {
    bytes.set(part, from);
    if (line > 0) spans.push({ from, to: from + part.length, line, kind });
    from += part.length;
  }
  return { bytes, spans };
}

/** The reel with other bytes, as many as it had. Lines that did not change stay the same objects. */
export function withBytes(reel: Reel, before: ReelBytes, bytes: Uint8Array): Reel {
  const lines = [...reel.lines];
  const fields: { readonly line: number; readonly text: string }[] = [];
  for (const { from, to, line, kind } of before.spans) {
    const part = bytes.subarray(from, to);
    if (kind === 'fields') {
      fields.push({ line, text: decoder.decode(part) });
      continue;
    }
    const old = reel.lines[line - 2];
    if (old && isChunk(old) && !sameBytes(part, before.bytes.subarray(from, to))) lines[line - 2] = chunkOf(old, part);
  }
  const read = parseReel(fields.map(({ text }) => text).join(''));
  for (const [index, { line }] of fields.slice(1).entries()) {
    const field = read.lines[index];
    if (field) lines[line - 2] = field;
  }
  return { ...reel, header: read.header, lines };
}

const decoder = new TextDecoder();

function chunkOf(old: ChunkLine, bytes: Uint8Array): ReelLine {
  return old.kind === 'e' || old.kind === 'i' ? besideLine(old.kind, old.dt, bytes) : chunkLine(old.dt, bytes);
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.every((byte, index) => byte === other[index]);
}

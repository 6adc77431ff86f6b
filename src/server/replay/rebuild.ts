import { chunkBytes } from '../../reel/bytes.ts';
import type { Reel, ReelLine } from '../../reel/format.ts';
import { createLineMaker } from '../../reel/write.ts';

/** All output of a reel in one piece. */
export function bodyBytes(reel: Reel): Uint8Array {
  return joined(reel.lines.flatMap((line) => (line.kind === 'o' || line.kind === 'b' ? [chunkBytes(line)] : [])));
}

/**
 * What is left of a reel behind `offset` bytes of its output, with a response of its own: the headers come at once,
 * the rest of a chunk too, and what follows at its distance.
 */
export function restOf(reel: Reel, offset: number): Reel {
  const make = createLineMaker();
  const lines: ReelLine[] = [];
  let time = 0;
  /** When the last byte before `offset` came. */
  let start = 0;
  let at = 0;
  for (const line of reel.lines) {
    time += line.dt;
    if (at < offset) start = time;
    if (line.kind === 'h') lines.push(make.headers(0, line.status, line.headers));
    else if (line.kind === 'x') lines.push(make.end(time - start, line.end, line.code));
    else if (line.kind === 'o' || line.kind === 'b') {
      const bytes = chunkBytes(line);
      const left = bytes.subarray(Math.max(0, offset - at));
      if (left.length > 0) lines.push(make.output(time - start, left));
      at += bytes.length;
    }
  }
  return { ...reel, lines };
}

/** The same run with more bytes in its output; the chunks stay as many and come when they came. */
export function withInserted(reel: Reel, inserts: readonly { readonly at: number; readonly text: string }[]): Reel {
  const make = createLineMaker();
  const encoder = new TextEncoder();
  let time = 0;
  let offset = 0;
  let next = 0;
  const lines = reel.lines.map((line) => {
    time += line.dt;
    if (line.kind === 'x') return make.end(time, line.end, line.code);
    if (line.kind !== 'o' && line.kind !== 'b') return line;
    const bytes = chunkBytes(line);
    const pieces: Uint8Array[] = [];
    let from = 0;
    for (let insert = inserts[next]; insert && insert.at < offset + bytes.length; insert = inserts[next]) {
      pieces.push(bytes.subarray(from, insert.at - offset), encoder.encode(insert.text));
      from = insert.at - offset;
      next += 1;
    }
    pieces.push(bytes.subarray(from));
    offset += bytes.length;
    return { ...make.output(time, joined(pieces)), dt: line.dt };
  });
  return { ...reel, lines };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

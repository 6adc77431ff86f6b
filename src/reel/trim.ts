import { chunkBytes } from './bytes.ts';
import type { EndLine, Reel, ReelHeader, ReelLine } from './format.ts';
import { messageEnds } from './messageEnds.ts';
import { type ChunkPlace, type ChunkRange, chunkPlaces, roundStarts } from './roundStarts.ts';

/** What of a reel is kept. Chunks and rounds count from 1, times are milliseconds of the reel; both ends are kept. */
export type Cut =
  | { readonly by: 'chunk' | 'time'; readonly from?: number; readonly to?: number }
  | { readonly by: 'round'; readonly round: number };

/** What the header says of a cut. */
export interface Trimmed {
  /** The first and the last chunk that were kept, by their numbers before. */
  readonly chunks: readonly [first: number, last: number];
  /** How many there were. */
  readonly of: number;
  /** When those two came, in milliseconds of the reel before. */
  readonly time: readonly [from: number, to: number];
}

/** A cut that leaves nothing. The message says why. */
export class TrimError extends Error {
  override readonly name = 'TrimError';
}

/**
 * Cuts a reel (SPEC R7.6). A cut inside a message moves to its end, so that what is kept can be read. The lines that
 * are kept stay as they are, byte for byte; the header says what was cut, its date moves to where the clock of the
 * reel now starts, and the end line counts what is left. A reel without its end was left by its reader: `abort`.
 * @throws {TrimError}
 * @throws {ReelError} where the format has to be known, and is not
 */
export function trimReel(reel: Reel, cut: Cut): Reel {
  const { lines } = reel;
  const places = chunkPlaces(lines);
  const [first, last] = rangeOf(reel, places, cut);
  const [start, end] = [places[first - 1], places[last - 1]];
  if (!start || !end) throw new TrimError('nothing would be left');
  const isToEnd = last === places.length;
  const from = (places[first - 2]?.index ?? -1) + 1;
  const before = lines.slice(0, from);
  // The response headers belong to whatever is kept of the body.
  const headers = before.filter(({ kind }) => kind === 'h');
  const kept = [...headers, ...lines.slice(from, isToEnd ? lines.length : end.index + 1)].filter(isNoEnd);
  const trimmed: Trimmed = { chunks: [first, last], of: places.length, time: [start.time, end.time] };
  return {
    header: headerOf(reel, trimmed, durationOf(before) - durationOf(headers)),
    lines: [...kept, endOf(kept, isToEnd ? lines.at(-1) : LEFT)],
    truncated: false,
  };
}

const LEFT: EndLine = { kind: 'x', dt: 0, end: 'abort', chunks: 0, bytes: 0 };
/** The recorder died (SPEC R7.1). */
const DIED: EndLine = { ...LEFT, end: 'reset' };

const isNoEnd = ({ kind }: ReelLine) => kind !== 'x';
const durationOf = (lines: readonly ReelLine[]) => lines.reduce((sum, { dt }) => sum + dt, 0);

/** The chunks that are kept, with whole messages at both ends. */
function rangeOf(reel: Reel, places: readonly ChunkPlace[], cut: Cut): ChunkRange {
  const [first, last] = askedOf(reel, places, cut);
  if (first > last) throw new TrimError('nothing would be left');
  const ends = messageEnds(reel);
  const toEnd = (chunk: number) => {
    let end = chunk;
    while (end < places.length && !ends.has(end)) end++;
    return end;
  };
  const start = toEnd(first - 1) + 1;
  const end = toEnd(last);
  if (start > end) throw new TrimError('no message begins where it would be cut, so nothing would be left');
  return [start, end];
}

function askedOf(reel: Reel, places: readonly ChunkPlace[], cut: Cut): ChunkRange {
  if (cut.by === 'round') {
    const starts = roundStarts(reel);
    const from = starts[cut.round - 1];
    if (from === undefined) throw new TrimError(`it has ${starts.length} rounds, and no round ${cut.round}`);
    return [from, Math.max(from, (starts[cut.round] ?? places.length + 1) - 1)];
  }
  const { from = 0, to = Number.POSITIVE_INFINITY } = cut;
  const isIn = (place: ChunkPlace, chunk: number) => {
    const at = cut.by === 'time' ? place.time : chunk;
    return from <= at && at <= to;
  };
  const chunks = places.flatMap((place, i) => (isIn(place, i + 1) ? [i + 1] : []));
  return [chunks[0] ?? 1, chunks.at(-1) ?? 0];
}

/** The user's words go where their round does, what was expected of the whole run is no longer so. */
function headerOf(reel: Reel, trimmed: Trimmed, skipped: number): ReelHeader {
  const { expect, ...whole } = reel.header;
  const { prompt, ...later } = whole;
  const { recordedAt, trimmed: before } = later;
  const isLater = prompt !== undefined && trimmed.chunks[0] >= (roundStarts(reel)[1] ?? Number.POSITIVE_INFINITY);
  return {
    ...(isLater ? later : whole),
    recordedAt: skipped === 0 ? recordedAt : new Date(Date.parse(recordedAt) + skipped).toISOString(),
    trimmed: [...(Array.isArray(before) ? before : []), trimmed],
  };
}

function endOf(kept: readonly ReelLine[], last: ReelLine | undefined): EndLine {
  const chunks = kept.flatMap((line) => (line.kind === 'o' || line.kind === 'b' ? [chunkBytes(line).length] : []));
  const end = last?.kind === 'x' ? last : DIED;
  return { ...end, chunks: chunks.length, bytes: chunks.reduce((sum, bytes) => sum + bytes, 0) };
}

import { createDecoder } from '../adapters/index.ts';
import { reduceAll } from '../logic/reducer.ts';
import { emptyThread, type Thread } from '../logic/thread.ts';
import { chunkBytes } from './bytes.ts';
import type { Reel, ReelLine } from './format.ts';
import { formatOf } from './formatOf.ts';

/** Where a chunk stands among the lines of its reel, and when it came. */
export interface ChunkPlace {
  readonly index: number;
  readonly time: number;
}

/** The first and the last of some chunks, counted from 1. */
export type ChunkRange = readonly [first: number, last: number];

export function chunkPlaces(lines: readonly ReelLine[]): readonly ChunkPlace[] {
  let time = 0;
  return lines.flatMap(({ kind, dt }, index) => {
    time += dt;
    return kind === 'o' || kind === 'b' ? [{ index, time }] : [];
  });
}

/**
 * The chunk with which each round begins, counted from 1; the first round begins with the reel.
 * @throws {ReelError} where the reel's format is not known.
 */
export function roundStarts(reel: Reel): readonly number[] {
  const decoder = createDecoder(formatOf(reel));
  const { prompt } = reel.header;
  const starts: number[] = [];
  let thread: Thread =
    prompt === undefined ? emptyThread : reduceAll(emptyThread, [{ type: 'user_message', text: prompt }]);
  let chunk = 0;
  for (const line of reel.lines) {
    if (line.kind === 'i') thread = reduceAll(thread, decoder.push(chunkBytes(line), 'client'));
    if (line.kind !== 'o' && line.kind !== 'b') continue;
    chunk += 1;
    thread = reduceAll(thread, decoder.push(chunkBytes(line)));
    while (starts.length < thread.rounds.length) starts.push(starts.length === 0 ? 1 : chunk);
  }
  return starts;
}

import { chunkBytes } from './bytes.ts';
import type { EndCause, Reel } from './format.ts';

/** When each chunk of a reel came. Times are milliseconds since the reel's clock started. */
export interface Timeline {
  readonly chunks: readonly TimedChunk[];
  readonly end: { readonly time: number; readonly cause: EndCause };
}

/** A chunk of the output and when it came. */
export interface TimedChunk {
  readonly time: number;
  readonly bytes: Uint8Array;
}

/** The output of a reel over time. Without an end line it ends as `reset`: the recorder died (SPEC R7.1). */
export function timelineOf(reel: Reel): Timeline {
  const chunks: TimedChunk[] = [];
  let time = 0;
  let cause: EndCause = 'reset';
  for (const line of reel.lines) {
    time += line.dt;
    if (line.kind === 'o' || line.kind === 'b') chunks.push({ time, bytes: chunkBytes(line) });
    if (line.kind === 'x') cause = line.end;
  }
  return { chunks, end: { time, cause } };
}

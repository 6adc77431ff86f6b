import type { Clock } from './clock.ts';
import { createPlayer } from './createPlayer.ts';
import type { Reel } from './format.ts';
import type { Speed } from './player.ts';

export interface PlayOptions {
  /** A factor on the recorded pace, or `instant`. Default 1. */
  readonly speed?: Speed;
  /** How many chunks are delivered at once before the pace starts. Default 0. */
  readonly from?: number;
  /** The longest pause that is kept, in milliseconds of the reel. */
  readonly idleLimit?: number;
  /** Default: real time. */
  readonly clock?: Clock;
  /** Ends the replay. */
  readonly signal?: AbortSignal;
}

/**
 * Replays a reel as the stream of bytes that it was, with its pauses (SPEC R7.5).
 * @throws {ReelCut} at the end, where the recorded stream was cut.
 * @throws the reason of `signal`, once that aborts.
 */
export async function* play(reel: Reel, options: PlayOptions = {}): AsyncGenerator<Uint8Array, void, undefined> {
  const { from = 0, signal, ...rest } = options;
  const player = createPlayer(reel, { ...rest, playing: true });
  if (from > 0) player.seek(from);
  try {
    yield* player.stream(signal);
  } finally {
    player.dispose();
  }
}

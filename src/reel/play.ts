import type { Clock } from './clock.ts';
import { createPlayer } from './createPlayer.ts';
import type { Fault } from './faults/fault.ts';
import { withFaults } from './faults/withFaults.ts';
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
  /** What goes wrong with the bytes, one after the other (see {@link withFaults}); positions are those of what is left. */
  readonly faults?: readonly Fault[];
  /** Decides where and how. Default 1. */
  readonly seed?: number;
  /** Ends the replay. */
  readonly signal?: AbortSignal;
}

/**
 * Replays a reel as the stream of bytes that it was, with its pauses (SPEC R7.5).
 * @throws {ReelCut} at the end, where the recorded stream was cut, or a fault cuts it.
 * @throws {FaultError} for a fault that cannot be.
 * @throws the reason of `signal`, once that aborts.
 */
export async function* play(reel: Reel, options: PlayOptions = {}): AsyncGenerator<Uint8Array, void, undefined> {
  const { from = 0, signal, faults, seed, ...rest } = options;
  const player = createPlayer(withFaults(reel, faults, seed), { ...rest, playing: true });
  if (from > 0) player.seek(from);
  try {
    yield* player.stream(signal);
  } finally {
    player.dispose();
  }
}

import type { Clock } from './clock.ts';
import type { EndCause, Reel } from './format.ts';

/** A factor on the recorded pace, or `instant` for no pauses at all. */
export type Speed = number | 'instant';

export interface PlayerOptions {
  /** Default: real time. */
  readonly clock?: Clock;
  /** The longest pause that is kept, in milliseconds of the reel; the reel's clock jumps over the rest. */
  readonly idleLimit?: number;
  /** Default 1. */
  readonly speed?: Speed;
  /** Whether it runs as soon as a stream is open. Default false. */
  readonly playing?: boolean;
}

/** What a player shows. A snapshot: the same object until something changes. */
export interface PlayerState {
  readonly playing: boolean;
  /** How many chunks are released: delivered, or delivered at once as the stream is read. */
  readonly position: number;
  /** How many chunks there are. */
  readonly length: number;
  /** Milliseconds in the reel when the state last changed; {@link Player.now} moves in between. */
  readonly time: number;
  /** Milliseconds from the start of the reel's clock to its end. */
  readonly duration: number;
  readonly speed: Speed;
  /** The end is released too. */
  readonly ended: boolean;
  /** Grows when the run starts anew: who reads the stream drops what it has and opens another. */
  readonly run: number;
}

/** Plays a reel under a reader's hand (SPEC R7.5). */
export interface Player {
  readonly reel: Reel;
  getState(): PlayerState;
  subscribe(listener: () => void): () => void;
  /** Goes on; after the end it starts a new run. */
  play(): void;
  pause(): void;
  /** Releases the next chunk and stays paused; the end comes with the last one. */
  step(): void;
  /** Releases exactly `chunk` chunks: forwards at once, backwards in a new run. The end comes with the last one. */
  seek(chunk: number): void;
  setSpeed(speed: Speed): void;
  /** The reel's clock, milliseconds since the epoch: it stands while paused and never runs ahead of the stream. */
  now(): number;
  /**
   * The run from its start, held back as the player says. A new stream ends the one before.
   * @throws {ReelCut} at a cut where the recorded stream was cut, and as `abort` where the player ended it.
   * @throws the reason of `signal`, once that aborts.
   */
  stream(signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** Ends the stream; no timer is left. */
  dispose(): void;
}

/** A stream that did not end well, as the recorded one did not. */
export class ReelCut extends Error {
  override readonly name = 'ReelCut';
  readonly end: EndCause;
  constructor(end: EndCause) {
    super(`The stream ended by ${end}.`);
    this.end = end;
  }
}

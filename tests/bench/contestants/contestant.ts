import type { EndState, NeutralLog } from '../neutral/log.ts';

/**
 * A library that folds events into what a screen shows. Of every library the fold counts together with the least that
 * a screen reads of each new state: how many parts there are, and the newest one.
 */
export interface Contestant {
  /** The package, for what must be installed. */
  readonly name: string;
  /** What the folding is called there. */
  readonly entry: string;
  /** Loads the library. */
  open(): Promise<Prepare>;
}

/** Maps a log to the library's own format, which is not measured. */
export type Prepare = (log: NeutralLog) => Fold;

/** Folds from the beginning, measured; `tick` is called at every state that a screen would be told of. */
export type Fold = (tick: () => void) => Folded | Promise<Folded>;

/** The last state, which is alive as long as this is. */
export interface Folded {
  /** How many things the state consists of in the library's own view: items, parts, or messages. */
  readonly parts: number;
  /** Absent for the floor, which has no state. */
  readonly end?: () => EndState;
}

/**
 * A library that this repository does not depend on. It is found from the folder that the peers are installed in,
 * where the bundle lies that this is part of; the types are those that its mapper writes down.
 */
export async function load<Library>(name: string): Promise<Library> {
  const library: Library = await import(name);
  return library;
}

import { lastNotAfter, type Runs } from './runs.ts';
import { readUtf8 } from './utf8Text.ts';

/**
 * All that can be read in a reel, in one space of coordinates: its bytes, the text of these bytes, the strings decoded
 * out of that text, and so on. Each unit of a text knows the units that it was read from, so what is written into a
 * decoded view arrives at the bytes of the reel, whole escapes and whole characters at a time.
 */
export interface Board {
  readonly blocks: readonly Block[];
  /** The bytes that everything was read from, with what was written. */
  readonly bytes: Uint8Array;
  /** Bytes that nothing may overwrite. */
  lock(from: number, to: number): void;
  /** A text made of pieces of other texts. */
  compose(kind: Block['kind'], depth: number, build: (pieces: Pieces) => void): void;
  /** A text of other bytes, which are written back whole when {@link settle} is called. */
  addBytes(source: ByteSource): void;
  /** Writes one unit of a text; tells whether it could: not where something stands already. */
  put(at: number, code: number): boolean;
  /** The first byte of the reel that a unit comes from. */
  origin(at: number): number;
  /** Writes back what was written into the bytes of {@link addBytes}. */
  settle(): void;
}

/** Bytes that were encoded in a text. */
export interface ByteSource {
  readonly bytes: Uint8Array;
  readonly depth: number;
  /** The unit of the text where they begin. */
  readonly at: number;
  writeBack(written: Uint8Array): void;
}

/** A text on the board. */
export interface Block {
  /** `joined`: deltas of one message; `guessed`: the same, told by the names of members alone. */
  readonly kind: 'text' | 'joined' | 'guessed';
  /** How many decodings lie between it and the reel. */
  readonly depth: number;
  /** The coordinate of its first unit. */
  readonly start: number;
  readonly text: string;
  readonly runs: Runs;
}

export interface Pieces {
  /** Units of which each comes from `step` units, the first from those at `parent`. */
  add(text: string, parent: number, step: number): void;
  /** Ends a piece: no rule matches over it. */
  close(): void;
}

interface Region {
  readonly start: number;
  readonly bytes: Uint8Array;
  readonly locked: Uint8Array;
  readonly source: ByteSource | undefined;
  changed: boolean;
}

export function createBoard(bytes: Uint8Array): Board {
  const blocks: Block[] = [];
  const regions: Region[] = [];
  const places: { readonly start: number; readonly holds: Block | Region }[] = [];
  let end = 0;

  function addRegion(original: Uint8Array, source?: ByteSource): Region {
    const { length } = original;
    const region = { start: end, bytes: original.slice(), locked: new Uint8Array(length), source, changed: false };
    regions.push(region);
    places.push({ start: end, holds: region });
    end += length;
    const { text, runs } = readUtf8(original, region.start);
    addBlock({ kind: 'text', depth: source?.depth ?? 0, start: end, text, runs });
    return region;
  }

  function addBlock(block: Block): void {
    if (block.text === '') return;
    blocks.push(block);
    places.push({ start: block.start, holds: block });
    end += block.text.length;
  }

  const holderOf = (at: number) => places[lastNotAfter(places.length, (i) => places[i]?.start ?? 0, at)]?.holds;

  function put(at: number, code: number): boolean {
    const holder = holderOf(at);
    if (!holder) return false;
    if ('bytes' in holder) {
      const index = at - holder.start;
      if (holder.locked[index]) return false;
      holder.locked[index] = 1;
      holder.bytes[index] = code;
      holder.changed = true;
      return true;
    }
    const { parent, step } = sourceOf(holder, at);
    let changed = false;
    for (let i = 0; i < step; i++) {
      if (put(parent + i, step > 1 ? letter(code) : code)) changed = true;
    }
    return changed;
  }

  function origin(at: number): number {
    const holder = holderOf(at);
    if (!holder) return 0;
    if ('bytes' in holder) return holder.source ? origin(holder.source.at) : at;
    return origin(sourceOf(holder, at).parent);
  }

  const base = addRegion(bytes);
  return {
    blocks,
    bytes: base.bytes,
    lock: (from, to) => void base.locked.fill(1, from, to),
    compose(kind, depth, build) {
      const pieces = createPieces(end);
      build(pieces);
      addBlock({ kind, depth, start: end, ...pieces.done() });
    },
    addBytes: (source) => void addRegion(source.bytes, source),
    put,
    origin,
    settle() {
      for (const region of regions.toReversed()) if (region.changed) region.source?.writeBack(region.bytes);
    },
  };
}

/** A wide unit (an escape, a character of several bytes) becomes letters and digits only. */
function letter(code: number): number {
  const plain = /[A-Za-z0-9]/.test(String.fromCharCode(code));
  return plain ? code : 0x78;
}

function sourceOf({ start, runs }: Block, at: number): { readonly parent: number; readonly step: number } {
  const offset = at - start;
  const index = lastNotAfter(runs.starts.length, (i) => runs.starts[i] ?? 0, offset);
  const step = runs.steps[index] ?? 1;
  return { step, parent: (runs.parents[index] ?? 0) + (offset - (runs.starts[index] ?? 0)) * step };
}

const SEPARATOR = '\0';

function createPieces(origin: number) {
  const texts: string[] = [];
  const starts: number[] = [];
  const parents: number[] = [];
  const steps: number[] = [];
  let length = 0;
  let next = -1;
  function add(text: string, parent: number, step: number): void {
    if (text === '') return;
    if (next !== parent || steps.at(-1) !== step) {
      starts.push(length);
      parents.push(parent);
      steps.push(step);
    }
    next = parent + text.length * step;
    texts.push(text);
    length += text.length;
  }
  return {
    add,
    // A separator comes from nothing: nothing is ever written for it.
    close: () => add(SEPARATOR, origin, 0),
    done: () => ({ text: texts.join(''), runs: { starts, parents, steps } }),
  };
}

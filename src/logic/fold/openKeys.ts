import { bitsBelow } from '../idMap.ts';

/**
 * The keys of items that are open: never changed in place. A key goes in and out at the cost of a trie's height, in any
 * order: calls that run at once end in the order in which they began as well as in the other one.
 */
export interface OpenKeys {
  readonly size: number;
  readonly oldest: number;
  readonly newest: number;
  /** All keys where there are more than the oldest and the newest. */
  readonly trie: Trie | undefined;
}

/** `height`: how many levels lie below the root. */
interface Trie {
  readonly height: number;
  readonly root: Kid;
}

/** At the bottom 32 keys, a bit each; above it the subtrees that hold any. */
type Kid = number | Branch;

interface Branch {
  readonly taken: number;
  readonly kids: readonly Kid[];
}

const BITS = 5;

/** The bit of a key on one level. */
const placeOf = (key: number, height: number) => 1 << ((key >>> (height * BITS)) & ((1 << BITS) - 1));

/** Whether a key is too large for a trie of this height. */
const isAbove = (key: number, height: number) => (key >>> (height * BITS)) >>> BITS > 0;

/** The keys and one more, which must not be among them. */
export function withKey(open: OpenKeys | undefined, key: number): OpenKeys {
  if (!open) return { size: 1, oldest: key, newest: key, trie: undefined };
  const { size, oldest, newest, trie } = open;
  const all = trie ?? (size > 1 ? [oldest, newest].reduce<Trie | undefined>(planted, undefined) : undefined);
  return {
    size: size + 1,
    oldest: Math.min(oldest, key),
    newest: Math.max(newest, key),
    trie: size > 1 ? planted(all, key) : undefined,
  };
}

/** The keys without one; the very same where it is none of them. */
export function withoutKey(open: OpenKeys | undefined, key: number): OpenKeys | undefined {
  if (!open) return undefined;
  const { size, oldest, newest, trie } = open;
  if (trie) {
    const root = isAbove(key, trie.height) ? trie.root : uprooted(trie.root, trie.height, key);
    if (root === trie.root || root === undefined) return open;
    const [first, last] = [outermost(root, trie.height, 'oldest'), outermost(root, trie.height, 'newest')];
    return { size: size - 1, oldest: first, newest: last, trie: size > 3 ? { ...trie, root } : undefined };
  }
  if (key !== oldest && key !== newest) return open;
  const left = key === oldest ? newest : oldest;
  return size === 1 ? undefined : { size: 1, oldest: left, newest: left, trie: undefined };
}

/** All keys, the oldest first. */
export function keysOf(open: OpenKeys | undefined): readonly number[] {
  if (!open) return [];
  if (!open.trie) return open.size === 1 ? [open.oldest] : [open.oldest, open.newest];
  const keys: number[] = [];
  collect(open.trie.root, open.trie.height, 0, keys);
  return keys;
}

function planted(trie: Trie | undefined, key: number): Trie {
  let { height, root }: { height: number; root: Kid | undefined } = trie ?? { height: 0, root: undefined };
  for (; (key >>> (height * BITS)) >>> BITS > 0; height++) {
    if (root !== undefined) root = { taken: 1, kids: [root] };
  }
  return { height, root: inserted(root, height, key) };
}

function inserted(kid: Kid | undefined, height: number, key: number): Kid {
  const place = placeOf(key, height);
  if (height === 0) return (typeof kid === 'number' ? kid : 0) | place;
  const { taken, kids }: Branch = typeof kid === 'object' ? kid : { taken: 0, kids: [] };
  const slot = bitsBelow(taken, place);
  const isTaken = (taken & place) !== 0;
  const grown = inserted(isTaken ? kids[slot] : undefined, height - 1, key);
  return { taken: taken | place, kids: isTaken ? kids.with(slot, grown) : kids.toSpliced(slot, 0, grown) };
}

function uprooted(kid: Kid, height: number, key: number): Kid | undefined {
  const place = placeOf(key, height);
  if (typeof kid === 'number') return (kid & ~place) === 0 ? undefined : kid & ~place;
  const slot = bitsBelow(kid.taken, place);
  const below = kid.taken & place ? kid.kids[slot] : undefined;
  if (below === undefined) return kid;
  const rest = uprooted(below, height - 1, key);
  if (rest === below) return kid;
  if (rest !== undefined) return { taken: kid.taken, kids: kid.kids.with(slot, rest) };
  return kid.kids.length === 1 ? undefined : { taken: kid.taken & ~place, kids: kid.kids.toSpliced(slot, 1) };
}

function outermost(root: Kid, height: number, which: 'oldest' | 'newest'): number {
  let kid: Kid | undefined = root;
  let key = 0;
  for (let level = height; kid !== undefined; level--) {
    const bits: number = typeof kid === 'number' ? kid : kid.taken;
    const place = which === 'newest' ? 31 - Math.clz32(bits) : 31 - Math.clz32(bits & -bits);
    key += place << (level * BITS);
    kid = typeof kid === 'number' ? undefined : kid.kids.at(which === 'newest' ? -1 : 0);
  }
  return key;
}

function collect(kid: Kid, height: number, base: number, keys: number[]): void {
  let rest = typeof kid === 'number' ? kid : kid.taken;
  for (let slot = 0; rest !== 0; slot++) {
    const place = 31 - Math.clz32(rest & -rest);
    rest &= rest - 1;
    const key = base + (place << (height * BITS));
    const below = typeof kid === 'number' ? undefined : kid.kids[slot];
    if (below === undefined) keys.push(key);
    else collect(below, height - 1, key, keys);
  }
}

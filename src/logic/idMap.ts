import { leafAt, NO_NODE, type Node, withLeaf } from './trie.ts';

interface Entry<V> {
  readonly key: string;
  readonly value: V;
  /** Entries whose keys have the same hash. */
  readonly next: Entry<V> | undefined;
}

/** Bits of a hash that lie below the root: a map finds its entries by the first 20 bits of it. */
const SHIFT = 15;

/** A map from ids to values that is never changed in place: setting one copies a bounded part. */
export class IdMap<V> {
  private readonly root: Node<Entry<V>>;

  private constructor(root: Node<Entry<V>>) {
    this.root = root;
  }

  static empty<V>(): IdMap<V> {
    return new IdMap<V>(NO_NODE);
  }

  get(key: string): V | undefined {
    let entry = leafAt(this.root, SHIFT, hashOf(key));
    while (entry && entry.key !== key) entry = entry.next;
    return entry?.value;
  }

  /** A value that is set again hides the one before. */
  set(key: string, value: V): IdMap<V> {
    const hash = hashOf(key);
    const next = leafAt(this.root, SHIFT, hash);
    return new IdMap(withLeaf(this.root, SHIFT, hash, { key, value, next: next?.key === key ? next.next : next }));
  }
}

/** FNV-1a, mixed once more so that ids that differ in their end alone differ in their low bits. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 12;
}

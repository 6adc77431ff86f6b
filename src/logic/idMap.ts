const BITS = 4;
const MASK = (1 << BITS) - 1;
const DEPTH = 32 / BITS;

interface Entry<V> {
  readonly key: string;
  readonly value: V;
  /** Entries whose keys have the same hash. */
  readonly next: Entry<V> | undefined;
}
type Node<V> = Entry<V> | readonly (Node<V> | undefined)[];

/** A map from ids to values that is never changed in place: setting one copies a bounded part. */
export class IdMap<V> {
  private readonly root: Node<V> | undefined;

  private constructor(root: Node<V> | undefined) {
    this.root = root;
  }

  static empty<V>(): IdMap<V> {
    return new IdMap<V>(undefined);
  }

  get(key: string): V | undefined {
    let node = this.root;
    for (let hash = hashOf(key); isBranch(node); hash >>>= BITS) node = node[hash & MASK];
    for (; node; node = node.next) if (node.key === key) return node.value;
    return undefined;
  }

  set(key: string, value: V): IdMap<V> {
    return new IdMap(put(this.root, 0, hashOf(key), { key, value, next: undefined }));
  }
}

function isBranch<V>(node: Node<V> | undefined): node is readonly (Node<V> | undefined)[] {
  return Array.isArray(node);
}

function put<V>(node: Node<V> | undefined, depth: number, hash: number, entry: Entry<V>): Node<V> {
  if (!node) return entry;
  if (isBranch(node)) {
    const slot = (hash >>> (depth * BITS)) & MASK;
    const branch = node.slice();
    branch[slot] = put(branch[slot], depth + 1, hash, entry);
    return branch;
  }
  if (node.key === entry.key) return { ...entry, next: node.next };
  if (depth === DEPTH) return chain(node, entry);
  const branch = new Array<Node<V> | undefined>(1 << BITS).fill(undefined);
  branch[(hashOf(node.key) >>> (depth * BITS)) & MASK] = node;
  return put(branch, depth, hash, entry);
}

function chain<V>(node: Entry<V>, entry: Entry<V>): Entry<V> {
  if (node.key === entry.key) return { ...entry, next: node.next };
  return { ...node, next: node.next ? chain(node.next, entry) : entry };
}

/** FNV-1a, mixed once more so that ids that differ in their end alone differ in their low bits. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
}

const BITS = 5;
const WIDTH = 1 << BITS;
const MASK = WIDTH - 1;

/** A node of the trie: up to 32 subtrees, or up to 32 elements. */
type Tree<T> = { readonly kids: readonly Tree<T>[] } | { readonly leaf: readonly T[] };

/**
 * A read-only list whose change copies a bounded part: a trie of 32 a node with its last elements
 * in a tail, so that appending to it and replacing in it cost the same at any length.
 */
export class Sequence<T> implements Iterable<T> {
  /** How many elements it holds. */
  readonly length: number;
  private readonly root: Tree<T>;
  private readonly shift: number;
  private readonly tail: readonly T[];

  private constructor(length: number, root: Tree<T>, shift: number, tail: readonly T[]) {
    this.length = length;
    this.root = root;
    this.shift = shift;
    this.tail = tail;
  }

  /** A sequence of no element. */
  static empty<T>(): Sequence<T> {
    return new Sequence<T>(0, { kids: [] }, BITS, []);
  }

  /** The element at `index`, counted from the end where negative; undefined where there is none. */
  at(index: number): T | undefined {
    const i = index < 0 ? this.length + index : index;
    if (!(i >= 0 && i < this.length)) return undefined;
    const tailStart = this.length - this.tail.length;
    return i >= tailStart ? this.tail[i - tailStart] : leafOf(this.root, this.shift, i)[i & MASK];
  }

  /** The same with `value` behind its last element. */
  append(value: T): Sequence<T> {
    if (this.tail.length < WIDTH) {
      return new Sequence(this.length + 1, this.root, this.shift, [...this.tail, value]);
    }
    const start = this.length - WIDTH;
    const full = start >= 1 << (this.shift + BITS);
    const shift = full ? this.shift + BITS : this.shift;
    const root: Tree<T> = full ? { kids: [this.root] } : this.root;
    return new Sequence(this.length + 1, graft(root, shift, start, this.tail), shift, [value]);
  }

  /** The same with `value` in place of the element at `index`, which must exist. */
  with(index: number, value: T): Sequence<T> {
    const tailStart = this.length - this.tail.length;
    if (index < tailStart) {
      return new Sequence(this.length, replaceIn(this.root, this.shift, index, value), this.shift, this.tail);
    }
    const tail = this.tail.slice();
    tail[index - tailStart] = value;
    return new Sequence(this.length, this.root, this.shift, tail);
  }

  /** The same without the element at `index`; the cost is the distance from its end. */
  without(index: number): Sequence<T> {
    return this.keep(index, (_, i) => i !== index);
  }

  /** The first `from` elements, and those after them that `test` admits. */
  keep(from: number, test: (value: T, index: number) => boolean): Sequence<T> {
    let kept = this.take(from);
    for (let i = from; i < this.length; i++) {
      const value = this.at(i);
      if (value !== undefined && test(value, i)) kept = kept.append(value);
    }
    return kept;
  }

  *[Symbol.iterator](): IterableIterator<T> {
    const tailStart = this.length - this.tail.length;
    for (let i = 0; i < tailStart; i += WIDTH) yield* leafOf(this.root, this.shift, i);
    yield* this.tail;
  }

  /** A plain array of it, which is also what `JSON.stringify` writes. */
  toJSON(): T[] {
    return [...this];
  }

  private take(length: number): Sequence<T> {
    if (length >= this.length) return this;
    if (length <= 0) return Sequence.empty();
    const tailStart = this.length - this.tail.length;
    const start = (length - 1) & ~MASK;
    const leaf = start >= tailStart ? this.tail : leafOf(this.root, this.shift, start);
    let root = prune(this.root, this.shift, start);
    let shift = this.shift;
    while (shift > BITS && 'kids' in root && root.kids.length <= 1) {
      root = root.kids[0] ?? { kids: [] };
      shift -= BITS;
    }
    return new Sequence(length, root, shift, leaf.slice(0, length - start));
  }
}

function leafOf<T>(root: Tree<T>, rootShift: number, index: number): readonly T[] {
  let node = root;
  let shift = rootShift;
  while ('kids' in node) {
    const kid = node.kids[(index >> shift) & MASK];
    if (!kid) return [];
    node = kid;
    shift -= BITS;
  }
  return node.leaf;
}

/** Puts a full leaf at `start`, the next free place of the trie. */
function graft<T>(node: Tree<T>, shift: number, start: number, leaf: readonly T[]): Tree<T> {
  if (shift === 0 || 'leaf' in node) return { leaf };
  const kids = node.kids.slice();
  const slot = (start >> shift) & MASK;
  kids[slot] = graft(kids[slot] ?? { kids: [] }, shift - BITS, start, leaf);
  return { kids };
}

function replaceIn<T>(node: Tree<T>, shift: number, index: number, value: T): Tree<T> {
  if ('leaf' in node) {
    const leaf = node.leaf.slice();
    leaf[index & MASK] = value;
    return { leaf };
  }
  const slot = (index >> shift) & MASK;
  return { kids: node.kids.map((kid, i) => (i === slot ? replaceIn(kid, shift - BITS, index, value) : kid)) };
}

/** What holds the elements before `end`, a multiple of 32. */
function prune<T>(node: Tree<T>, shift: number, end: number): Tree<T> {
  if ('leaf' in node || end === 0) return 'leaf' in node ? node : { kids: [] };
  const last = ((end - 1) >> shift) & MASK;
  return {
    kids: node.kids.slice(0, last + 1).map((kid, i) => (i === last ? prune(kid, shift - BITS, end) : kid)),
  };
}

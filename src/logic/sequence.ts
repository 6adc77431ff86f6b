import { BITS, leafAt, MASK, NO_NODE, type Node, withLeaf } from './trie.ts';

/**
 * A read-only list whose change copies a bounded part: appending to it and replacing in it cost the
 * same at any length. The last element stands apart, since most changes are to it.
 */
export class Sequence<T> implements Iterable<T> {
  /** How many elements it holds. */
  readonly length: number;
  /** All elements but the last. */
  private readonly root: Node<T>;
  private readonly shift: number;
  private readonly last: T | undefined;

  private constructor(length: number, root: Node<T>, shift: number, last: T | undefined) {
    this.length = length;
    this.root = root;
    this.shift = shift;
    this.last = last;
  }

  /** A sequence of no element. */
  static empty<T>(): Sequence<T> {
    return new Sequence<T>(0, NO_NODE, 0, undefined);
  }

  /** The element at `index`, counted from the end where negative; undefined where there is none. */
  at(index: number): T | undefined {
    const i = index < 0 ? this.length + index : index;
    if (i === this.length - 1) return this.last;
    return i >= 0 && i < this.length ? leafAt(this.root, this.shift, i) : undefined;
  }

  /** The same with `value` behind its last element. */
  append(value: T): Sequence<T> {
    const { length, root, shift, last } = this;
    if (last === undefined) return new Sequence(1, NO_NODE, 0, value);
    const isFull = (length - 1) >> shift > MASK;
    const above = isFull ? shift + BITS : shift;
    const grown: Node<T> = isFull ? { kids: [root], leaves: [] } : root;
    return new Sequence(length + 1, withLeaf(grown, above, length - 1, last), above, value);
  }

  /** The same with `value` in place of the element at `index`, which must exist. */
  with(index: number, value: T): Sequence<T> {
    const { length, root, shift, last } = this;
    if (index === length - 1) return new Sequence(length, root, shift, value);
    return new Sequence(length, withLeaf(root, shift, index, value), shift, last);
  }

  /** The first `from` elements, and those after them that `test` admits; the cost is that of the latter. */
  keep(from: number, test: (value: T) => boolean): Sequence<T> {
    // What the trie holds behind its length is never read, and overwritten by what is appended.
    let kept = new Sequence(from, this.root, this.shift, from === 0 ? undefined : this.at(from - 1));
    for (let i = from; i < this.length; i++) {
      const value = this.at(i);
      if (value !== undefined && test(value)) kept = kept.append(value);
    }
    return kept;
  }

  *[Symbol.iterator](): IterableIterator<T> {
    for (let i = 0; i < this.length; i++) {
      const value = this.at(i);
      if (value !== undefined) yield value;
    }
  }

  /** A plain array of it, which is also what `JSON.stringify` writes. */
  toJSON(): T[] {
    return [...this];
  }
}

/** Bits of an index that one level of a trie takes. */
export const BITS = 5;
export const MASK = (1 << BITS) - 1;

/** A node of a trie that is never changed in place: up to 32 subtrees, at the bottom up to 32 elements. */
export interface Node<T> {
  readonly kids: readonly Node<T>[];
  readonly leaves: readonly T[];
}

export const NO_NODE: Node<never> = { kids: [], leaves: [] };

/** The element at `index`; `shift`: the bits of an index that lie below the root. */
export function leafAt<T>(root: Node<T>, shift: number, index: number): T | undefined {
  let node: Node<T> | undefined = root;
  for (let below = shift; below > 0; below -= BITS) node = node?.kids[(index >> below) & MASK];
  return node?.leaves[index & MASK];
}

/** The same trie with `leaf` at `index`; the cost is the trie's height. */
export function withLeaf<T>(node: Node<T>, shift: number, index: number, leaf: T): Node<T> {
  const slot = (index >> shift) & MASK;
  if (shift === 0) return { kids: node.kids, leaves: put(node.leaves, slot, leaf) };
  return { kids: put(node.kids, slot, withLeaf(node.kids[slot] ?? NO_NODE, shift - BITS, index, leaf)), leaves: [] };
}

/** To write behind the end of a copy would make room for many more. */
function put<T>(list: readonly T[], slot: number, value: T): readonly T[] {
  return slot < list.length ? list.with(slot, value) : list.toSpliced(slot, 0, value);
}

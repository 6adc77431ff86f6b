/** Bits of a hash that one level of the map takes. */
const BITS = 5;
const HASH_BITS = 32;

interface Entry<V> {
  readonly key: string;
  readonly hash: number;
  readonly value: V;
  /** An entry whose key has the same hash. */
  readonly next: Entry<V> | undefined;
}

/** Up to 32 places, of which only those that are taken have a slot: one bit a place. */
interface Branch<V> {
  readonly taken: number;
  readonly slots: readonly (Branch<V> | Entry<V>)[];
}

const NO_BRANCH: Branch<never> = { taken: 0, slots: [] };

/** A map from ids to values that is never changed in place: setting one copies a bounded part. */
export class IdMap<V> {
  private readonly root: Branch<V>;

  private constructor(root: Branch<V>) {
    this.root = root;
  }

  static empty<V>(): IdMap<V> {
    return new IdMap<V>(NO_BRANCH);
  }

  get(key: string): V | undefined {
    const hash = hashOf(key);
    let node: Branch<V> | Entry<V> | undefined = this.root;
    for (let shift = 0; node && 'slots' in node; shift += BITS) {
      const place = placeOf(hash, shift);
      node = node.taken & place ? node.slots[slotOf(node, place)] : undefined;
    }
    while (node && node.key !== key) node = node.next;
    return node?.value;
  }

  /** A value that is set again hides the one before. */
  set(key: string, value: V): IdMap<V> {
    return new IdMap(withEntry(this.root, 0, { key, hash: hashOf(key), value, next: undefined }));
  }
}

function withEntry<V>(branch: Branch<V>, shift: number, entry: Entry<V>): Branch<V> {
  const { taken, slots } = branch;
  const place = placeOf(entry.hash, shift);
  const slot = slotOf(branch, place);
  const known = taken & place ? slots[slot] : undefined;
  if (known === undefined) return { taken: taken | place, slots: slots.toSpliced(slot, 0, entry) };
  return { taken, slots: slots.with(slot, joined(known, shift + BITS, entry)) };
}

/** What stands where `known` stood, once `entry` has come to the same place. */
function joined<V>(known: Branch<V> | Entry<V>, shift: number, entry: Entry<V>): Branch<V> | Entry<V> {
  if ('slots' in known) return withEntry(known, shift, entry);
  if (known.key === entry.key) return { ...entry, next: known.next };
  if (known.hash === entry.hash || shift >= HASH_BITS) return { ...entry, next: known };
  return withEntry(withEntry<V>(NO_BRANCH, shift, known), shift, entry);
}

function placeOf(hash: number, shift: number): number {
  return 1 << ((hash >>> shift) & ((1 << BITS) - 1));
}

/** How many places before this one are taken. */
function slotOf({ taken }: Branch<unknown>, place: number): number {
  let bits = taken & (place - 1);
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** FNV-1a, mixed once more so that ids that differ in their end alone differ in all bits. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

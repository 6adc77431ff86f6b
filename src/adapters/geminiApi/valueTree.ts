import type { JsonPath, Segment } from './jsonPath.ts';

/** A value that stands at a path. */
export type Leaf = string | number | boolean | null;
type Node = Leaf | Node[] | Members;
interface Members {
  [name: string]: Node;
}

/** Values put at their paths, in any order. */
export interface ValueTree {
  /** `more`: the value goes on with the string that stands there. */
  put(path: JsonPath, value: Leaf, more: boolean): void;
  readonly value: unknown;
}

/** Members have no prototype: names such as `__proto__` are data. */
export function createValueTree(): ValueTree {
  const root: Members = Object.create(null);

  return {
    put(path, value, more) {
      let inner: Node[] | Members = root;
      for (const [i, segment] of path.entries()) {
        const next = path[i + 1];
        const before = at(inner, segment);
        if (next === undefined) {
          set(inner, segment, more && typeof before === 'string' ? before + String(value) : value);
          return;
        }
        const below = isContainer(before, next) ? before : emptyFor(next);
        if (below !== before) set(inner, segment, below);
        inner = below;
      }
    },
    value: root,
  };
}

function isContainer(node: Node | undefined, next: Segment): node is Node[] | Members {
  return typeof node === 'object' && node !== null && Array.isArray(node) === (typeof next === 'number');
}

function emptyFor(next: Segment): Node[] | Members {
  return typeof next === 'number' ? [] : Object.create(null);
}

function at(inner: Node[] | Members, segment: Segment): Node | undefined {
  return Array.isArray(inner) ? inner[Number(segment)] : inner[segment];
}

/** A place far behind the end of a list is its next one: no list has holes. */
function set(inner: Node[] | Members, segment: Segment, value: Node): void {
  if (Array.isArray(inner)) inner[Math.min(Number(segment), inner.length)] = value;
  else inner[segment] = value;
}

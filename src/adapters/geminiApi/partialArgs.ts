import { writeJson } from '../../logic/json.ts';
import { list, member } from '../json.ts';
import { type JsonPath, parseJsonPath, type Segment } from './jsonPath.ts';
import { createValueTree, type Leaf } from './valueTree.ts';

/** Arguments that come as values at paths, as the JSON text that they make. */
export interface PartialArgs {
  /** What a piece of the call adds to the text. */
  write(functionCall: unknown): string;
  /** What ends the text. */
  close(): string;
  /** The whole, where the values came in an order in which no text can be written. */
  whole(): unknown;
}

interface Container {
  readonly isList: boolean;
  /** Its place in the container around it. */
  readonly segment: Segment | undefined;
  readonly written: Set<Segment>;
}

/** Reads the `partialArgs` of a call: `[{jsonPath, stringValue | numberValue | boolValue | nullValue, willContinue}]`. */
export function createPartialArgs(): PartialArgs {
  const tree = createValueTree();
  const open: Container[] = [];
  /** Where a string goes on. */
  let stringAt: JsonPath | undefined;
  let isTorn = false;
  let text = '';

  function begin(isList: boolean, segment?: Segment): void {
    open.push({ isList, segment, written: new Set() });
    text += isList ? '[' : '{';
  }

  function closeDownTo(depth: number): void {
    while (open.length > depth) text += open.pop()?.isList ? ']' : '}';
  }

  function closeString(): void {
    if (stringAt) text += '"';
    stringAt = undefined;
  }

  /** How many of the open containers the path goes through; the root is one. */
  function sharedDepth(path: JsonPath): number {
    let depth = 1;
    while (depth < open.length && depth < path.length && open[depth]?.segment === path[depth - 1]) depth++;
    return depth;
  }

  /** Writes where in the innermost container a value stands; false where it can no longer stand there. */
  function enter(segment: Segment): boolean {
    const inner = open.at(-1);
    if (!inner || inner.isList !== (typeof segment === 'number')) return false;
    if (inner.isList ? segment !== inner.written.size : inner.written.has(segment)) return false;
    if (inner.written.size > 0) text += ',';
    if (!inner.isList) text += `${JSON.stringify(segment)}:`;
    inner.written.add(segment);
    return true;
  }

  /** Closes and opens containers up to the place of a value. */
  function reach(path: JsonPath): boolean {
    if (open.length === 0) begin(false);
    closeDownTo(sharedDepth(path));
    for (const [i, segment] of path.entries()) {
      if (i < open.length - 1) continue;
      if (!enter(segment)) return false;
      const next = path[i + 1];
      if (next !== undefined) begin(typeof next === 'number', segment);
    }
    return true;
  }

  function place(path: JsonPath, value: Leaf): void {
    const goesOn = typeof value === 'string' && stringAt !== undefined && isSame(stringAt, path);
    tree.put(path, value, goesOn);
    if (!goesOn) {
      closeString();
      if (!reach(path)) {
        isTorn = true;
        return;
      }
      if (typeof value === 'string') text += '"';
    }
    text += typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : (writeJson(value) ?? 'null');
    stringAt = typeof value === 'string' ? path : undefined;
  }

  function taken(): string {
    const said = text;
    text = '';
    return said;
  }

  return {
    write(functionCall) {
      for (const entry of list(functionCall, 'partialArgs')) {
        const path = parseJsonPath(member(entry, 'jsonPath'));
        const value = leafOf(entry);
        if (!path || value === undefined) continue;
        place(path, value);
        if (member(entry, 'willContinue') !== true) closeString();
      }
      return taken();
    },
    close() {
      closeString();
      if (open.length === 0) begin(false);
      closeDownTo(0);
      return taken();
    },
    whole: () => (isTorn ? tree.value : undefined),
  };
}

function isSame(a: JsonPath, b: JsonPath): boolean {
  return a.length === b.length && a.every((segment, i) => segment === b[i]);
}

function leafOf(entry: unknown): Leaf | undefined {
  const string = member(entry, 'stringValue');
  if (typeof string === 'string') return string;
  const number = member(entry, 'numberValue');
  if (typeof number === 'number') return number;
  const bool = member(entry, 'boolValue');
  if (typeof bool === 'boolean') return bool;
  return member(entry, 'nullValue') === undefined ? undefined : null;
}

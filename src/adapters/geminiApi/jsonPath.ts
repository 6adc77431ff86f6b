/** One step of a path: the name of a member, or the place in a list. */
export type Segment = string | number;
export type JsonPath = readonly [Segment, ...Segment[]];

const SEGMENT = /\.?([^.[\]]+)|\[(\d{1,9})\]|\.?\['((?:[^'\\]|\\.)*)'\]|\.?\["((?:[^"\\]|\\.)*)"\]/y;
const DEEPEST = 64;

/** Reads the paths that Gemini writes (RFC 9535, normal form): `$.list[0].name`, `$['a name']`. */
export function parseJsonPath(source: unknown): JsonPath | undefined {
  if (typeof source !== 'string' || !source.startsWith('$')) return undefined;
  const segments: Segment[] = [];
  SEGMENT.lastIndex = 1;
  while (SEGMENT.lastIndex < source.length) {
    const found = SEGMENT.exec(source);
    if (!found || segments.length === DEEPEST) return undefined;
    const [, name, index, single, double] = found;
    segments.push(index === undefined ? (name ?? unescaped(single ?? double ?? '')) : Number(index));
  }
  const [first, ...others] = segments;
  return first === undefined ? undefined : [first, ...others];
}

function unescaped(name: string): string {
  return name.replace(/\\(.)/g, '$1');
}

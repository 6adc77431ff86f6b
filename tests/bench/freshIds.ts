/** Names of members that tell one thing from another. */
const ID = /^(id|uuid)$|_(id|uuid)$|I[dD]$/;
/** Further apart than the numbers of one stream. */
const STRIDE = 1_000_000;

/** A stream's bytes with other ids, so that it is the stream of another run; lines that are no JSON stay. */
export function withFreshIds(bytes: Uint8Array, nth: number): Uint8Array {
  const lines = new TextDecoder().decode(bytes).split('\n');
  return new TextEncoder().encode(lines.map((line) => renamed(line, nth)).join('\n'));
}

function renamed(line: string, nth: number): string {
  const start = line.indexOf('{');
  if (start < 0) return line;
  try {
    const value: unknown = JSON.parse(line.slice(start), (key, member: unknown) => fresh(key, member, nth));
    return line.slice(0, start) + JSON.stringify(value);
  } catch {
    return line;
  }
}

function fresh(key: string, value: unknown, nth: number): unknown {
  if (!ID.test(key)) return value;
  if (typeof value === 'number') return value + nth * STRIDE;
  return typeof value === 'string' ? `${value}-${nth}` : value;
}

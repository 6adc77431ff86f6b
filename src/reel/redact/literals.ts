/** A text that is looked for as it is. */
export interface Found {
  readonly from: number;
  readonly literal: string;
}

const BITS = 16;

/**
 * Looks for many texts at once, in time that grows with what is searched only: the first characters of each are a
 * number, and so are those at each place.
 */
export function createLiteralSearch(literals: Iterable<string>): (text: string) => Generator<Found> {
  const list = [...new Set(literals)].filter((literal) => literal !== '');
  const width = Math.min(8, ...list.map(({ length }) => length));
  const maybe = new Uint8Array(1 << BITS);
  const byHash = new Map<number, string[]>();
  const top = 31 ** (width - 1);
  const hashOf = (text: string, from: number) => {
    let hash = 0;
    for (let i = from; i < from + width; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
    return hash;
  };
  const slot = (hash: number) => (hash ^ (hash >>> BITS)) & 0xffff;
  for (const literal of list) {
    const hash = hashOf(literal, 0);
    maybe[slot(hash)] = 1;
    const same = byHash.get(hash);
    if (same) same.push(literal);
    else byHash.set(hash, [literal]);
  }
  for (const same of byHash.values()) same.sort((one, other) => other.length - one.length);

  return function* search(text) {
    if (list.length === 0 || text.length < width) return;
    let hash = hashOf(text, 0);
    for (let from = 0; ; from++) {
      if (maybe[slot(hash)]) {
        const literal = byHash.get(hash)?.find((one) => text.startsWith(one, from));
        if (literal) yield { from, literal };
      }
      if (from + width >= text.length) return;
      const without = (hash - Math.imul(text.charCodeAt(from), top)) | 0;
      hash = (Math.imul(without, 31) + text.charCodeAt(from + width)) | 0;
    }
  };
}

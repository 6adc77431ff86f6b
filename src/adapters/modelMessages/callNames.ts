const ID_LENGTH = 64;

/** Gives each call an id that every provider takes: of letters, digits, `_` and `-`, not too long, and its own. */
export function createCallIds(): (callId: string) => string {
  const used = new Set<string>();
  const tries = new Map<string, number>();
  return (callId) => {
    const plain = providerName(callId, ID_LENGTH);
    let id = plain;
    // The same id may name a call of each round.
    for (let n = tries.get(plain) ?? 2; used.has(id); n++) {
      id = `${plain.slice(0, ID_LENGTH - 1 - String(n).length)}_${n}`;
      tries.set(plain, n + 1);
    }
    used.add(id);
    return id;
  };
}

/** A name as providers take it: agents also use dots, colons and slashes. */
export function providerName(name: string, length: number): string {
  return name.replace(/[^\w-]/g, '_').slice(0, length) || '_';
}

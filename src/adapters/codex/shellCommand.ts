/**
 * The script inside of `/bin/bash -lc '…'`: Codex wraps each command so, and its reader wants to see what runs. Any other
 * command stays as it is.
 */
export function shellScript(command: string): string {
  const quoted = /^(?:\S*\/)?(?:ba|z|da)?sh -l?c ([\s\S]+)$/.exec(command)?.[1];
  return (quoted === undefined ? undefined : unquoted(quoted)) ?? command;
}

/** One word of a POSIX shell without its quotes; `undefined` if it is more than one. */
function unquoted(word: string): string | undefined {
  const pieces: string[] = [];
  const piece = /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\]+)/gy;
  while (piece.lastIndex < word.length) {
    const found = piece.exec(word);
    if (!found) return undefined;
    const [, single, double, escaped, bare] = found;
    pieces.push(single ?? double?.replace(/\\([$`"\\])/g, '$1') ?? escaped ?? bare ?? '');
  }
  return pieces.join('');
}

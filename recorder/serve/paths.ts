import path from 'node:path';

/**
 * A path for each file, by its name: `fixtures/ai-sdk/fix-a-test.reel.jsonl` is served at `/fix-a-test`. Where that
 * is taken its folder goes before it, and then a number behind it.
 */
export function pathsOf(files: readonly string[]): string[] {
  const taken = new Set<string>();
  return files.map((file) => {
    for (const candidate of candidates(file)) {
      if (taken.has(candidate)) continue;
      taken.add(candidate);
      return candidate;
    }
    return '/';
  });
}

function* candidates(file: string): Generator<string> {
  const name = path.basename(file).replace(/(?<=.)(?:\.(?:reel|raw|timed))?\.[a-z]+(?:\.gz)?$/i, '');
  const folder = path.basename(path.dirname(path.resolve(file)));
  yield `/${name}`;
  yield `/${folder}/${name}`;
  for (let number = 2; ; number += 1) yield `/${folder}/${name}-${number}`;
}

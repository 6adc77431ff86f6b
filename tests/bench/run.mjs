// npm run bench [-- <part of a name>]: bundles the benches, which are TypeScript, and runs them in this Node.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = import.meta.dirname;
const out = path.join(here, '..', '..', '.cache', 'bench');
mkdirSync(out, { recursive: true });
const file = path.join(out, 'fold.mjs');
await build({
  entryPoints: [path.join(here, 'fold.ts')],
  outfile: file,
  bundle: true,
  format: 'esm',
  platform: 'node',
  logLevel: 'error',
});
const { bench } = await import(pathToFileURL(file).href);
bench(process.argv[2] ?? '');

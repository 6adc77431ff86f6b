import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from './run.mjs';

const peers = ['react', 'react-dom', 'i18next', 'react-i18next', 'msw', 'storybook'];

/** What an entry may weigh, in bytes, minified and gzipped; `without`: the packages that are not counted. */
export const limits = [
  { entry: 'logic', limit: 8 * 1024, without: [] },
  { entry: 'index', limit: 30 * 1024, without: [...peers, 'react-markdown', 'remark-gfm', 'remend'] },
];

/**
 * Bundles a built entry as an app would.
 * @param {string} entry its name in dist
 * @param {readonly string[]} without
 * @returns {Promise<{ bytes: number, imports: string[] }>} its size, and the packages that it pulls in
 */
export async function measure(entry, without) {
  const { outputFiles, metafile } = await build({
    entryPoints: [path.join(root, 'dist', `${entry}.js`)],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    external: [...without],
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const inputs = Object.keys(metafile.inputs).flatMap(
    (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [],
  );
  const external = Object.values(metafile.outputs).flatMap((output) => output.imports.map((each) => each.path));
  const bytes = outputFiles.reduce((sum, file) => sum + gzipSync(file.contents, { level: 9 }).length, 0);
  return { bytes, imports: [...new Set([...inputs, ...external])].toSorted() };
}

// npm run size
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { entry, limit, without } of limits) {
    const { bytes, imports } = await measure(entry, without);
    console.log(`${entry}: ${bytes} bytes of ${limit}${imports.length > 0 ? `, with ${imports.join(', ')}` : ''}`);
    if (bytes > limit) process.exitCode = 1;
  }
}

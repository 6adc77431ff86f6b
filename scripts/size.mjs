import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from './run.mjs';

const peers = ['react', 'react-dom', 'i18next', 'react-i18next', 'msw', 'storybook'];

/**
 * What an entry may weigh when it is loaded, in bytes, minified and gzipped; `without`: the packages, and the folder,
 * that are not counted. The aims are 8 KB for `logic` and 30 KB for the main entry; what it takes to cost the same at
 * any size, copies written out and indexes that never change in place, is 2 KB of each.
 */
export const limits = [
  { entry: 'src/logic/index.ts', limit: 13.15 * 1024, without: [] },
  { entry: 'src/index.ts', limit: 31.8 * 1024, without: [...peers, 'src/components/Markdown'] },
];

/** Takes what lies in a folder for something that is loaded elsewhere. @type {(folder: string) => import('esbuild').Plugin} */
const leaveOut = (folder) => ({
  name: 'leave-out',
  setup({ onResolve }) {
    const name = path.basename(folder);
    onResolve({ filter: new RegExp(`/${name}/${name}\\.tsx$`) }, ({ path: file }) => ({ path: file, external: true }));
  },
});

/**
 * Bundles an entry as an app would.
 * @param {string} entry its file
 * @param {readonly string[]} without
 * @returns {Promise<{ bytes: number, later: number, imports: string[] }>} what is loaded with it, what it loads on
 *   demand, and the packages that it pulls in
 */
export async function measure(entry, without) {
  const { outputFiles, metafile } = await build({
    entryPoints: [path.join(root, entry)],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    external: without.filter((each) => !each.includes('/')),
    plugins: without.filter((each) => each.includes('/')).map(leaveOut),
    outdir: 'out',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const sizes = new Map(outputFiles.map((file) => [path.relative(root, file.path), gzipSync(file.contents).length]));
  const atOnce = loadedWith(metafile.outputs, path.join('out', 'index.js'));
  const sum = (/** @type {(file: string) => boolean} */ counts) =>
    [...sizes].reduce((total, [file, size]) => total + (counts(file) ? size : 0), 0);

  const inputs = Object.keys(metafile.inputs).flatMap((file) => packageIn(file) ?? []);
  const external = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.flatMap((each) => (each.external ? [each.path] : [])),
  );
  return {
    bytes: sum((file) => atOnce.has(file)),
    later: sum((file) => !atOnce.has(file)),
    imports: [...new Set([...inputs, ...external])].toSorted(),
  };
}

/** @param {string} file */
const packageIn = (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];

/**
 * An output and all that it imports, and so on, but not what it imports on demand.
 * @param {import('esbuild').Metafile['outputs']} outputs
 * @param {string} file
 * @param {Set<string>} [seen]
 */
function loadedWith(outputs, file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { path: next, kind } of outputs[file]?.imports ?? []) {
    if (kind === 'import-statement') loadedWith(outputs, next, seen);
  }
  return seen;
}

/** @param {string} entry @param {number} limit @param {Awaited<ReturnType<typeof measure>>} size */
export function sizeLine(entry, limit, { bytes, later, imports }) {
  const onDemand = later > 0 ? `, ${later} more on demand` : '';
  return `${entry}: ${bytes} bytes of ${limit}${onDemand}${imports.length > 0 ? `; imports ${imports.join(', ')}` : ''}`;
}

// npm run size
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { entry, limit, without } of limits) {
    const size = await measure(entry, without);
    console.log(sizeLine(entry, limit, size));
    if (size.bytes > limit) process.exitCode = 1;
  }
}

import { renameSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const here = import.meta.dirname;
const cache = path.join(here, '..', '..', '.cache', 'bench');

export const mainFile = path.join(cache, 'main.mjs');
/** What a process of its own runs. It lies beside the installed peers, so that it finds them. */
const childFile = path.join(cache, 'peers', 'child.mjs');

/** Bundles the benches, which are TypeScript, for this Node. */
export async function bundle() {
  await Promise.all([bundleOne('main.ts', mainFile), bundleOne('child.ts', childFile)]);
}

/** The bundle is renamed when it is whole, so that another bench never runs half of it. @param {string} source @param {string} file */
async function bundleOne(source, file) {
  const outfile = `${file}.${process.pid}`;
  await build({
    entryPoints: [path.join(here, source)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
  renameSync(outfile, file);
}

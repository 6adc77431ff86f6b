/** What a scenario needs on this machine: the program at its exact version, the mock, and the recorder in one file. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { run } from '../../../scripts/run.mjs';

export const root = path.resolve(import.meta.dirname, '../../..');
/** Ignored by git. Another folder keeps what is installed out of the checkout. */
export const cacheFolder = path.resolve(process.env['RUNREEL_SCENARIOS'] ?? path.join(root, '.cache', 'scenarios'));

const MOCK = '@copilotkit/aimock@1.43.0';

/** @param {import('./program.ts').Program} program */
export async function install({ installed, packages }) {
  await installIn('aimock', [MOCK]);
  await installIn(installed, packages);
}

/** Install scripts are not run: no program needs them. @param {string} name @param {readonly string[]} packages */
async function installIn(name, packages) {
  const folder = path.join(cacheFolder, 'inst', name);
  if (existsSync(path.join(folder, 'node_modules'))) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: `scenario-${name}`, private: true }));
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', ...packages];
  if ((await run('npm', args, { cwd: folder, quiet: true })) !== 0) throw new Error(`${name} could not be installed.`);
}

/** Below the checkout, whose packages it uses. */
const RECORDER = '.cache/scenarios/runreel.mjs';
/** Where it is in the sandbox. */
export const recorderInside = `/runreel/${RECORDER}`;

export async function bundleRecorder() {
  const entryPoints = [path.join(root, 'recorder', 'cli.ts')];
  const outfile = path.join(root, RECORDER);
  await build({
    entryPoints,
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
}

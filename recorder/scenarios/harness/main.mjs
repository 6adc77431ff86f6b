/** Each program's file ends with a call of this: on the machine it sets the scenario up, in the sandbox it plays it. */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleRecorder, cacheFolder, install, root } from './install.mjs';
import { play } from './play.mjs';
import { finished } from './processes.mjs';
import { sealScenario } from './sealScenario.mjs';

/** @typedef {import('./program.ts').Program} Program */

/**
 * `node recorder/scenarios/<program>.mjs [scenario …]`; without a name all of them.
 * @param {string} url of the program's file @param {Program} program
 */
export async function main(url, program) {
  const file = fileURLToPath(url);
  const [first = '', ...rest] = process.argv.slice(2);
  if (first === '--inside') return await play(program, String(rest[0]));
  const known = Object.keys(program.scenarios);
  const wanted = first === '' ? known : [first, ...rest].flatMap((name) => known.filter((key) => key.endsWith(name)));
  if (wanted.length === 0) {
    console.error(`No such scenario; there are ${known.join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  await install(program);
  await bundleRecorder();
  for (const name of wanted) await perform(file, program, name);
}

/** A scenario that hangs is ended, in milliseconds. */
const LONGEST = 120_000;

/** @param {string} file @param {Program} program @param {string} name */
async function perform(file, program, name) {
  const out = path.join(cacheFolder, 'out', name.replace('/', '-'));
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const script = path.join('/runreel', path.relative(root, file));
  const inside = ['/usr/bin/node', script, '--inside', name];
  const sandbox = path.join(import.meta.dirname, 'sandbox.sh');
  const status = await finished(
    spawn('bash', [sandbox, root, path.join(cacheFolder, 'inst'), out, ...inside], {
      stdio: 'inherit',
      timeout: LONGEST,
      killSignal: 'SIGKILL',
    }),
  );
  if (status !== 0) throw new Error(`${name} ended with ${status}.`);
  const scenario = program.scenarios[name];
  if (scenario) await sealScenario(name, scenario, out);
}

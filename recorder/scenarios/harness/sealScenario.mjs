/** Outside of the sandbox again: the private recordings of a scenario become a fixture. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../../../scripts/run.mjs';
import { root } from './install.mjs';
import { joinReels } from './joinReels.mjs';

/** @param {string} name @param {import('./program.ts').Scenario} scenario @param {string} out */
export async function sealScenario(name, { joins = false }, out) {
  const folder = path.join(out, '.runreel');
  const raws = readdirSync(folder)
    .filter((file) => file.endsWith('.raw.jsonl'))
    .sort();
  const [first, ...more] = raws.map((file) => path.join(folder, file));
  if (!first || (more.length > 0 && !joins)) throw new Error(`${name} left ${raws.length} recordings.`);
  let raw = first;
  if (joins) {
    raw = path.join(out, 'joined.raw.jsonl');
    writeFileSync(raw, joinReels([first, ...more].map((file) => readFileSync(file, 'utf8'))));
  }
  const output = path.join(root, 'fixtures', `${name}.reel.jsonl`);
  mkdirSync(path.dirname(output), { recursive: true });
  const recorder = path.join(root, '.cache/scenarios/runreel.mjs');
  const status = await run(process.execPath, [recorder, 'seal', raw, '-o', output]);
  if (status !== 0) throw new Error(`${name} could not be sealed.`);
}

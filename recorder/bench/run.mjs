// npm run bench:recorder [-- --quick]: what recording costs an agent, and this program's memory. Exit status 1 where a
// bound is not kept.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { flood, idle, paced, pingPong } from './measures.mjs';

const quick = process.argv.includes('--quick');
const SECONDS = quick ? 2 : 5;
const ROUNDS = quick ? 1 : 6;
const GIGABYTE = quick ? 2 ** 27 : 2 ** 30;
const MOST_WALL_TIME = 0.02;
const MOST_MEMORY = 64 * 2 ** 20;

const root = path.resolve(import.meta.dirname, '../..');
// It lies here to find its packages.
const program = path.join(root, '.cache', 'bench-recorder', 'cli.mjs');
await build({
  entryPoints: [path.join(root, 'recorder', 'cli.ts')],
  outfile: program,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'error',
});
const folder = mkdtempSync(path.join(tmpdir(), 'runreel-bench-'));
const bench = { program, folder };
let failed = 0;

/** @param {string} name @param {string} value */
const row = (name, value) => console.log(`${name.padEnd(62)} ${value}`);

/** @param {string} name @param {string} value @param {boolean} kept */
function bound(name, value, kept) {
  row(name, `${value}  ${kept ? 'kept' : 'NOT KEPT'}`);
  if (!kept) failed += 1;
}

/** @param {readonly number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
/** @param {number} ms */
const inMs = (ms) => `${ms.toFixed(ms < 10 ? 3 : 0)} ms`;
/** @param {number} bytes */
const inMb = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
/** @param {number} part */
const percent = (part) => `${(part * 100).toFixed(2)} %`;

try {
  console.log(`Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(2)}; ${ROUNDS} runs of each, in turn`);
  await costOfPace('a command', 'command');
  await costOfPace('through the proxy', 'proxy');
  const direct = await pingPong(bench, 'direct', quick ? 300 : 3000);
  const proxied = await pingPong(bench, 'proxy', quick ? 300 : 3000);
  row('one chunk and its answer, direct / through the proxy', `${inMs(direct.median)} / ${inMs(proxied.median)}`);
  row('  99 of 100', `${inMs(direct.p99)} / ${inMs(proxied.p99)}`);
  await memoryOfFlood('a command', 'command');
  await memoryOfFlood('through the proxy', 'proxy');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;

/** @param {string} what @param {'command' | 'proxy'} how */
async function costOfPace(what, how) {
  /** @type {{ alone: import('./measures.mjs').Paced[], recorded: import('./measures.mjs').Paced[] }} */
  const runs = { alone: [], recorded: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    runs.alone.push(await paced(bench, how, false, SECONDS));
    runs.recorded.push(await paced(bench, how, true, SECONDS));
  }
  const of = (/** @type {'run' | 'waited' | 'whole'} */ time, /** @type {(values: number[]) => number} */ one) => ({
    alone: one(runs.alone.map((each) => each[time])),
    recorded: one(runs.recorded.map((each) => each[time])),
  });
  // What else the machine does only ever adds, so the least of each tells best what recording adds.
  const run = of('run', (values) => Math.min(...values));
  const usual = of('run', median);
  const whole = of('whole', (values) => Math.min(...values));
  row(`200 KB/s for ${SECONDS} s, ${what}: alone / recorded, least`, `${inMs(run.alone)} / ${inMs(run.recorded)}`);
  row('  by which it costs the agent, least / medians', `${percent(costOf(run))} / ${percent(costOf(usual))}`);
  if (how === 'command') {
    const waited = of('waited', median);
    row('  of that in its writes, medians', `${inMs(waited.alone)} / ${inMs(waited.recorded)}`);
  }
  bound('  costs the agent', percent(costOf(run)), costOf(run) < MOST_WALL_TIME);
  row('  with the starts of the programs, least', `${inMs(whole.alone)} / ${inMs(whole.recorded)}`);
}

/** @param {{ alone: number, recorded: number }} times */
function costOf({ alone, recorded }) {
  return recorded / alone - 1;
}

/** @param {string} what @param {'command' | 'proxy'} how */
async function memoryOfFlood(what, how) {
  const free = await flood(bench, how, false, GIGABYTE);
  const still = await idle(bench, how);
  const one = await flood(bench, how, true, GIGABYTE);
  const rate = (/** @type {number} */ ms) => `${(GIGABYTE / 2 ** 20 / (ms / 1000)).toFixed(0)} MB/s`;
  row(`${inMb(GIGABYTE)} unpaced, ${what}: alone / recorded`, `${rate(free.ms)} / ${rate(one.ms)}`);
  row('  idle / most while it ran (resident)', `${inMb(still)} / ${inMb(one.most)}`);
  bound('  adds', inMb(one.most - still), one.most - still <= MOST_MEMORY);
  if (one.bytes !== GIGABYTE || one.kept !== GIGABYTE) {
    throw new Error(`${one.bytes} of ${GIGABYTE} bytes came through, ${one.kept} were recorded`);
  }
}

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { ensureInstalled } from './install.mjs';
import { programOf, root, run } from './run.mjs';
import { add, countOf, summary } from './tally.mjs';

/** @typedef {import('./tally.mjs').Tally} Tally */

/**
 * A step passes or fails as a whole.
 * @param {readonly string[][]} commands
 * @returns {() => Promise<Tally>}
 */
function check(...commands) {
  return async () => {
    for (const [packageName = '', program = packageName, ...args] of commands) {
      if ((await run(process.execPath, [programOf(packageName, program), ...args])) !== 0) return add({ failed: 1 });
    }
    return add({ passed: 1 });
  };
}

/**
 * A step that counts its tests.
 * @param {string} project of vitest.config.ts
 * @param {() => Promise<Record<string, string>>} [prepare] what it needs in its environment
 * @returns {() => Promise<Tally>}
 */
function tests(project, prepare = async () => ({})) {
  return async () => {
    const env = { ...process.env, ...(await prepare()) };
    const report = path.join(root, '.cache', 'tests', `${project}.json`);
    rmSync(report, { force: true });
    mkdirSync(path.dirname(report), { recursive: true });
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const code = await run(process.execPath, [programOf('vitest'), 'run', '--project', project, ...reporters], { env });
    return countOf(code, () => JSON.parse(readFileSync(report, 'utf8')));
  };
}

const steps = {
  types: check(['typescript', 'tsc'], ['typescript', 'tsc', '-p', 'tsconfig.logic.json']),
  lint: check(['@biomejs/biome', 'biome', 'ci', '--error-on-warnings']),
  imports: check(['dependency-cruiser', 'depcruise', 'src', 'recorder', 'tests', 'scripts', 'fixtures', '.storybook']),
  unused: check(['knip', 'knip']),
  unit: tests('unit'),
  package: tests('package'),
  stories: tests('storybook', async () => ({ RUNREEL_CHROMIUM: await ensureBrowser() })),
};

/** What takes too long for every day; `--all` runs it too. */
const longSteps = {
  soak: async () => {
    const args = [programOf('vitest'), 'run', '--project', 'unit', 'tests/fuzz'];
    const code = await run(process.execPath, args, { env: { ...process.env, FUZZ_RUNS: '3000' } });
    return add(code === 0 ? { passed: 1 } : { failed: 1 });
  },
  pictures: async () =>
    add(
      (await run(process.execPath, ['scripts/pictures.mjs', 'runs', 'look=narrow'])) === 0
        ? { passed: 1 }
        : { failed: 1 },
    ),
};

/** @param {number} since */
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** @param {readonly string[]} chosen */
async function main(chosen) {
  const all = { ...steps, ...longSteps };
  const names = chosen.filter((name) => name !== '--all');
  const unknown = names.filter((name) => !Object.hasOwn(all, name));
  if (unknown.length > 0)
    throw new Error(`There is no step ${unknown.join(', ')}; the steps are ${Object.keys(all).join(', ')}.`);
  const usual = chosen.includes('--all') ? all : steps;
  const isChosen = (/** @type {string} */ name) =>
    names.length > 0 ? names.includes(name) : Object.hasOwn(usual, name);
  await ensureInstalled();

  const started = performance.now();
  /** @type {string[]} */
  const lines = [];
  let total = add();
  for (const [name, step] of Object.entries(all)) {
    if (!isChosen(name)) continue;
    console.log(`\n— ${name}`);
    const begun = performance.now();
    const tally = await step().catch((error) => {
      console.error(error instanceof Error ? error.message : error);
      return add({ failed: 1 });
    });
    lines.push(`${tally.failed === 0 ? '✓' : '✗'} ${name.padEnd(8)} ${seconds(begun).padStart(7)}  ${summary(tally)}`);
    total = add(total, tally);
  }
  console.log(`\n${lines.join('\n')}\n  in ${seconds(started)}\n\n${summary(total)}`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  console.log('\n0 passed, 1 failed, 0 skipped');
  process.exitCode = 1;
});

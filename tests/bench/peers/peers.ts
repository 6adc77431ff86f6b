import { askChild } from '../askChild.ts';
import type { Contestant } from '../contestants/contestant.ts';
import { ours, peers } from '../contestants/index.ts';
import { median } from '../cpu.ts';
import { cases } from '../neutral/cases.ts';
import { installedVersion, installPeers } from './install.ts';
import type { Asked, Measured } from './measure.ts';
import { caseTable, factorLines, growthTable, type Outcome, type Results } from './report.ts';

/** Milliseconds of CPU time that one fold may take before it is given up. */
const LIMIT = 10_000;
const QUICK_LIMIT = 2_000;
const RUNS = 5;
/** In a smoke run these are left out. */
const LONG = /2000|10 MB/;

/** Folds the same runs with this kit and its peers, and prints a table a case as it is done. */
export async function comparePeers(part: string, quick: boolean): Promise<void> {
  const present = await installPeers();
  if (!present) console.log('The peers could not be installed (is there a network?); these are our own figures only.');
  const contestants = present ? [...ours.slice(0, 1), ...peers, ...ours.slice(1)] : ours;
  console.log(`The fold beside peers: ${contestants.map(nameWithVersion).join('; ')}`);

  const all = cases();
  const chosen = part === '' ? all.filter(({ byName }) => !byName) : all.filter(({ name }) => name.includes(part));
  if (chosen.length === 0) console.log(`No case "${part}"; the cases are ${all.map(({ name }) => name).join(', ')}.`);
  const results = new Map<string, ReadonlyMap<string, Outcome>>();
  for (const { name } of chosen.filter(({ name }) => !(quick && LONG.test(name)))) {
    const measured = await measureCase(name, contestants, quick);
    results.set(name, measured);
    console.log(`\n${caseTable(name, measured)}`);
  }
  report(results, present ? peers : []);
}

function report(results: Results, peers: readonly Contestant[]): void {
  const growth = growthTable(results);
  if (growth !== '') console.log(`\n${growth}`);
  for (const line of factorLines(results, peers)) console.log(`\n${line}`);
}

const nameWithVersion = ({ name, entry }: Contestant) => {
  const version = installedVersion(name);
  return `${name}${version ? `@${version}` : ''} (${entry})`;
};

/** The libraries take turns, a fresh process each time; one that takes long has one turn. */
async function measureCase(
  name: string,
  contestants: readonly Contestant[],
  quick: boolean,
): Promise<ReadonlyMap<string, Outcome>> {
  const limit = quick ? QUICK_LIMIT : LIMIT;
  const runs = new Map<string, Outcome[]>();
  for (let turn = 0; turn < (quick ? 1 : RUNS); turn++) {
    for (const contestant of contestants) {
      const before = runs.get(contestant.name) ?? [];
      if (before.some((each) => 'failed' in each || each.once)) continue;
      runs.set(contestant.name, [
        ...before,
        await outcomeOf({ contestant: contestant.name, of: name, limit, weighed: turn === 0 }),
      ]);
    }
  }
  return new Map([...runs].map(([contestant, each]) => [contestant, middleOf(each)]));
}

/** A library that breaks down in a case is told of in its row; the others go on. */
async function outcomeOf(asked: Asked): Promise<Outcome> {
  try {
    return await askChild('fold', asked);
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

/** The first one weighed its state; the time is the median's. */
function middleOf(runs: readonly Outcome[]): Outcome {
  const broken = runs.find((each) => 'failed' in each);
  if (broken) return broken;
  const measured: Measured[] = runs.flatMap((each) => ('failed' in each ? [] : [each]));
  const [first] = measured;
  return first ? { ...first, cpu: median(measured.map(({ cpu }) => cpu)) } : { failed: 'it never ran' };
}

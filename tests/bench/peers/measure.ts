import { writeSync } from 'node:fs';
import type { Fold, Folded, Prepare } from '../contestants/contestant.ts';
import { ours, peers } from '../contestants/index.ts';
import { cpuNow, heapNow, median } from '../cpu.ts';
import { type Case, caseNamed } from '../neutral/cases.ts';
import { differences } from '../neutral/differences.ts';
import { type EndState, endOf, type NeutralLog } from '../neutral/log.ts';

/** What one process measured of one library and one case. */
export interface Measured {
  /** Of the neutral log, so that they are the same for every library. */
  readonly events: number;
  /** Milliseconds of CPU time for a fold of all of them. */
  readonly cpu: number;
  /** Only one fold, without a warm-up: it took too long for more. */
  readonly once: boolean;
  /** The fold did not end within the limit; `emits` says how far it got. */
  readonly stopped?: boolean;
  readonly emits: number;
  readonly parts: number;
  /** Bytes of heap that the last state holds. */
  readonly heap: number;
  /** In what the last state is not the expected one. */
  readonly differs: readonly string[];
}

/** Milliseconds of CPU time. */
const SLOW = 1_000;

interface Amount {
  readonly times: number;
  /** Milliseconds of CPU time. */
  readonly atLeast: number;
  readonly atMost: number;
}
const WARM_UP: Amount = { times: 5, atLeast: 200, atMost: 1_000 };
const SAMPLE: Amount = { times: 3, atLeast: 100, atMost: 300 };
/** Events; the states of smaller runs are weighed by the dozen, or the noise would be more than they are. */
const WEIGHED = 20_000;
const WEIGHING = 500;

/** What is asked of a process that folds. */
export interface Asked {
  readonly contestant: string;
  readonly of: string;
  readonly limit: number;
  /** Whether the last state is to be weighed, which takes longer. */
  readonly weighed: boolean;
}

/** Measures one library on one case, in this process; a fold that takes longer than the limit ends the process. */
export async function measure({ contestant: name, of, limit, weighed }: Asked): Promise<Measured> {
  const contestant = [...ours, ...peers].find((each) => each.name === name);
  const logs = caseNamed(of)?.logs;
  if (!contestant || !logs) throw new Error(`No ${contestant ? `case "${of}"` : `library "${name}"`}.`);
  const prepare = await contestant.open();
  const { events, ends } = expected(logs());
  const watch = watcher(limit, (cpu, emits) => {
    const stopped: Measured = { events, cpu, emits, once: true, stopped: true, parts: 0, heap: 0, differs: [] };
    // Some libraries fold everything at once, so that nothing else would come to its turn.
    writeSync(1, `${JSON.stringify(stopped)}\n`);
    process.exit(0);
  });

  const first = await weigh(prepare, logs, ends, 1, watch);
  const end = { events, emits: watch.emits(), parts: first.parts, differs: first.differs };
  if (first.cpu > SLOW) return { ...end, cpu: first.cpu, once: true, heap: first.heap };
  const cpu = await warmCost(logs().map(prepare), watch, first.cpu);
  if (!weighed) return { ...end, cpu, once: false, heap: first.heap };
  const copies = Math.max(1, Math.min(WEIGHED / events, WEIGHING / cpu));
  const { heap } = await weigh(prepare, logs, ends, Math.round(copies), watch);
  return { ...end, cpu, once: false, heap };
}

const expected = (logs: readonly NeutralLog[]) => ({
  events: logs.reduce((sum, log) => sum + log.length, 0),
  ends: logs.map(endOf),
});

const differencesAt = ({ end }: Folded, wanted: EndState | undefined) =>
  end && wanted ? differences(wanted, end()) : [];

/**
 * Folds all logs, weighs the last states, several of each where they are small, and looks at them. The logs are freed
 * before, and nothing of the states leaves, so that they are not in the heap of the next weighing.
 */
async function weigh(
  prepare: Prepare,
  logs: Case['logs'],
  ends: readonly EndState[],
  copies: number,
  watch: Watch,
): Promise<{ cpu: number; heap: number; parts: number; differs: readonly string[] }> {
  const before = heapNow();
  const states: Folded[] = [];
  let cpu = 0;
  for (let i = 0; i < copies; i++) {
    const one = await foldAll(logs().map(prepare), watch);
    states.push(...one.folded);
    cpu += one.cpu;
  }
  const heap = (heapNow() - before) / copies;
  const parts = states.reduce((sum, each) => sum + each.parts, 0) / copies;
  const differs = states.flatMap((each, i) => differencesAt(each, ends[i % ends.length]));
  return { cpu, heap, parts, differs: [...new Set(differs)] };
}

/**
 * What a fold costs once the code is warm. Slow ones get as many folds to warm up as they need to be judged like fast
 * ones, within reason.
 */
async function warmCost(folds: readonly Fold[], watch: Watch, already: number): Promise<number> {
  const folded = async () => (await foldAll(folds, watch)).cpu;
  await enough(folded, WARM_UP, already);
  return median(await enough(folded, SAMPLE));
}

/** Times of an action that is done often enough. */
async function enough(
  action: () => Promise<number>,
  { times, atLeast, atMost }: Amount,
  already = 0,
): Promise<number[]> {
  const found: number[] = [];
  let sum = already;
  while (found.length === 0 || (sum < atMost && (sum < atLeast || found.length < times))) {
    const time = await action();
    found.push(time);
    sum += time;
  }
  return found;
}

async function foldAll(folds: readonly Fold[], watch: Watch): Promise<{ cpu: number; folded: Folded[] }> {
  const folded: Folded[] = [];
  watch.start();
  const before = cpuNow();
  for (const fold of folds) folded.push(await fold(watch.tick));
  return { cpu: cpuNow() - before, folded };
}

interface Watch {
  start(): void;
  tick(): void;
  emits(): number;
}

/** How many ticks pass between two looks at a clock, and milliseconds between two at the CPU's. */
const LOOK = 16;
const LOOK_CLOSELY = 100;

/** Counts the states that a screen is told of, and ends a fold that takes too long. */
function watcher(limit: number, stop: (cpu: number, emits: number) => void): Watch {
  let emits = 0;
  let started = 0;
  let look = 0;
  return {
    start() {
      emits = 0;
      started = cpuNow();
      look = performance.now() + LOOK_CLOSELY;
    },
    tick() {
      emits++;
      if (emits % LOOK !== 0 || performance.now() < look) return;
      look = performance.now() + LOOK_CLOSELY;
      const cpu = cpuNow() - started;
      if (cpu > limit) stop(cpu, emits);
    },
    emits: () => emits,
  };
}

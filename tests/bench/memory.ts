import { member } from '../../src/adapters/json.ts';
import { emptyThread, type Item, reduce, type Thread } from '../../src/logic/index.ts';
import { toEvents } from './contestants/runreel.ts';
import { heapNow } from './cpu.ts';
import type { NeutralLog } from './neutral/log.ts';
import { stepMaker } from './neutral/steps.ts';

/** What a thread holds and what it weighs. */
export interface Remembered {
  readonly items: number;
  /** UTF-8 bytes of all texts, arguments and outputs. */
  readonly text: number;
  /** Bytes of heap. */
  readonly heap: number;
}

const STEPS_A_ROUND = 20;

/** Makes a thread of recorded steps, at least so many items long, and weighs it; needs `--expose-gc`. */
export function remember({ items: count }: { readonly items: number }): Remembered {
  const { step } = stepMaker();
  // What folding itself leaves in the heap, such as compiled code, is no part of the thread.
  roundsOf(step, STEPS_A_ROUND);
  const before = heapNow();
  const thread = roundsOf(step, count);
  const heap = heapNow() - before;
  const items = [...thread.rounds].flatMap((round) => [...round.items]);
  return { items: items.length, text: items.reduce((sum, item) => sum + textBytes(item), 0), heap };
}

function roundsOf(step: (index: number) => NeutralLog, count: number): Thread {
  let thread = emptyThread;
  let items = 0;
  for (let round = 0; items < count; round++) {
    for (const event of toEvents(stepsOf(step, round * STEPS_A_ROUND), `run-${round}`)) thread = reduce(thread, event);
    items += thread.rounds.at(-1)?.items.length ?? 0;
  }
  return thread;
}

function* stepsOf(step: (index: number) => NeutralLog, from: number) {
  for (let i = from; i < from + STEPS_A_ROUND; i++) yield* step(i);
}

function textBytes(item: Item): number {
  const said = ['text', 'args', 'output', 'result'].map((name) => member(item, name));
  return said.reduce<number>((sum, value) => sum + bytesOf(value), 0);
}

function bytesOf(value: unknown): number {
  if (value === undefined) return 0;
  return Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));
}

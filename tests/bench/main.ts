import { loadavg } from 'node:os';
import { askChild } from './askChild.ts';
import { growth } from './growth.ts';
import { recordings } from './neutral/recorded.ts';
import { comparePeers } from './peers/peers.ts';
import { short, table, whole } from './table.ts';

type Part = (name: string, quick: boolean) => void | Promise<void>;

const MEMORY_ITEMS = 100_000;
const QUICK_MEMORY_ITEMS = 5_000;

const parts: Readonly<Record<string, Part>> = {
  peers: comparePeers,
  decode: decodeAll,
  memory: (_, quick) => weighThread(quick ? QUICK_MEMORY_ITEMS : MEMORY_ITEMS),
  growth: (name, quick) => console.log(growth(name, quick)),
};

/** Runs the parts that are named, or all; gives the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const quick = args.includes('--quick');
  const [part, ...name] = args.filter((each) => each !== '--quick');
  const chosen = Object.entries(parts).filter(([each]) => part === undefined || part === each);
  if (chosen.length === 0) {
    console.error(`No part "${part}"; the parts are ${Object.keys(parts).join(', ')}.`);
    return 2;
  }
  const started = performance.now();
  console.log(`Node ${process.versions.node}, ${loads()}`);
  for (const [, run] of chosen) {
    console.log('');
    await run(name.join(' '), quick);
  }
  console.log(`\n${Math.round((performance.now() - started) / 1000)} s, ${loads()}`);
  return 0;
}

const loads = () =>
  `load average ${loadavg()
    .map((load) => load.toFixed(2))
    .join(' ')}`;

async function decodeAll(part: string, quick: boolean): Promise<void> {
  const rows: string[][] = [];
  for (const { name } of recordings().filter(({ name }) => name.includes(part))) {
    const one = await askChild('decode', { of: name, quick });
    const size = `${whole(one.bytes / 1024)}${one.copies > 1 ? ` (${one.copies} copies)` : ''}`;
    const ratio = (one.shown / one.parsed).toFixed(2);
    rows.push([name, one.format, size, whole(one.rounds), short(one.shown), short(one.parsed), ratio]);
  }
  console.log('Bytes in, shown out, beside UTF-8, lines and JSON.parse of the same bytes (CPU ms)');
  console.log(table(['recorded run', 'format', 'KB', 'rounds', 'shown', 'parsed', 'ratio'], rows));
}

async function weighThread(count: number): Promise<void> {
  const { items, text, heap } = await askChild('memory', { items: count });
  const ratio = (heap / text).toFixed(2);
  console.log(
    `Memory of a thread of ${whole(items)} items: ${whole(heap / 1024)} KB of heap for ${whole(text / 1024)} KB of text, arguments and outputs, ratio ${ratio}`,
  );
}

// What runs in a process of its own: child.mjs <job> <what is asked, as JSON>; the answer is the last line it writes.
import { decode } from './decode.ts';
import type { JobName, Jobs } from './jobs.ts';
import { remember } from './memory.ts';
import { measure } from './peers/measure.ts';

const jobs: { [Name in JobName]: (asks: Jobs[Name]['asks']) => Jobs[Name]['gives'] | Promise<Jobs[Name]['gives']> } = {
  fold: measure,
  decode,
  memory: remember,
};

async function answer<Name extends JobName>(name: Name, asks: Jobs[Name]['asks']): Promise<void> {
  console.log(JSON.stringify(await jobs[name](asks)));
  // Some libraries leave timers behind.
  process.exit(0);
}

const [name, asks] = process.argv.slice(2);
const known = (Object.keys(jobs) as JobName[]).find((each) => each === name);
if (!known || asks === undefined) throw new Error(`No job "${name}".`);
await answer(known, JSON.parse(asks));

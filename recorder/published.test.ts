import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseReel, type Reel, redact } from '../src/reel/index.ts';
import { madeUp, makers } from '../src/reel/redact/madeUpSecrets.ts';
import { knownTexts } from './machine.ts';
import type { SealFinding } from './sealFinding.ts';
import { verifyReel } from './verify.ts';

const folder = path.resolve(import.meta.dirname, '../fixtures');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const known = await knownTexts(process.env, folder);

/** What both detectors find in a file that is to be published. */
async function findingsIn(reel: Reel): Promise<readonly SealFinding[]> {
  const names = known.filter(({ isName }) => isName).map(({ value }) => value);
  const texts = known.filter(({ isName }) => !isName).map(({ value }) => value);
  return [...redact(reel, { identity: { names, texts } }).places, ...(await verifyReel(reel, known))];
}

describe('R7.3: nothing secret is in a fixture', () => {
  it.each(files)(
    '%s',
    async (name) => {
      expect(await findingsIn(parseReel(read(name)))).toEqual([]);
    },
    30_000,
  );
});

describe('R7.3: a fixture with a planted secret does not pass', () => {
  const DELTA = '\\"delta\\":\\"';
  const text = files.map(read).find((one) => one.includes(DELTA)) ?? '';
  const line = text.slice(0, text.indexOf(DELTA)).split('\n').length;

  /** Writes a secret into what the model said first. */
  const plant = (secret: string) => parseReel(text.replace(DELTA, () => DELTA + secret));

  it.each(Object.keys(makers))('%s', async (name) => {
    const found = await findingsIn(plant(`${makers[name]?.(11)} `));
    expect(found.length).toBeGreaterThan(0);
    for (const one of found) expect(one.line).toBe(line);
  });

  it.each([
    ['a home directory', `/home/${madeUp(7, 1, 'abcdefgh')}/x`],
    ['a private address', ['192', '168', '7', '31'].join('.')],
    ['what the machine knows', known.find(({ isName }) => !isName)?.value ?? `${madeUp(5)}@${madeUp(6)}.com`],
  ])('%s', async (_name, secret) => {
    expect((await findingsIn(plant(`${secret} `))).length).toBeGreaterThan(0);
  });
});

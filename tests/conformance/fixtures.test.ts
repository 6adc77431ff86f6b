import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeAll } from '../../src/adapters/decodeAll.ts';
import { check, formatOf, parseReel, timelineOf } from '../../src/reel/index.ts';
import { conform, diagnosticsOf, expectOneRun } from './conform.ts';

const folder = path.resolve(import.meta.dirname, '../../fixtures');
const fixtures = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.reel.jsonl'))
  .sort();

describe.each(fixtures)('fixtures/%s', (name) => {
  const reel = parseReel(readFileSync(path.join(folder, name), 'utf8'));
  const bytes = Buffer.concat(timelineOf(reel).chunks.map((chunk) => chunk.bytes));

  conform(formatOf(reel), bytes);

  it('R7.4: keeps every rule that can be checked without eyes, at every prefix', () => {
    expect(check(reel, { thorough: true }).findings).toEqual([]);
  });

  it('R5.4: holds nothing that is unknown, and nothing that cannot be read', () => {
    expect(diagnosticsOf(formatOf(reel), bytes)).toMatchObject({ unknown: {}, malformed: 0 });
  });

  it('R1.6, R5.7: is one round, and the round has ended', () => {
    expectOneRun(decodeAll(formatOf(reel), [bytes]));
  });
});

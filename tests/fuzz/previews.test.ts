import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growHead, previewOfHead } from '../../src/logic/excerpt.ts';
import { toolPreview } from '../../src/logic/index.ts';
import { growParagraph, noParagraph } from '../../src/logic/paragraph.ts';
import { charactersOf } from '../reference/text.ts';
import { runs } from './runs.ts';

const unit = fc.oneof(
  fc.constantFrom(
    'a',
    'word ',
    '\n',
    '\n\n',
    '\t',
    '👩‍🚀',
    '🇩🇪',
    'e\u0301',
    '👍🏽',
    '\ud83d',
    '\u200b',
    '\u202e',
    '\0',
    '\u001b[31m',
    '\u001b]8;;x\u0007',
    '漢',
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const text = fc.array(unit, { maxLength: 150 }).map((units) => units.join(''));
const cuts = fc.array(fc.nat(400), { maxLength: 10 });

function pieces(whole: string, at: readonly number[]): string[] {
  const ends = [...new Set([0, ...at.map((cut) => cut % (whole.length + 1)), whole.length])].sort((a, b) => a - b);
  return ends.slice(1).map((end, i) => whole.slice(ends[i], end));
}

test('R2.9, R3.3: beginnings and newest paragraphs do not depend on where a text was cut', () => {
  fc.assert(
    fc.property(text, cuts, (whole, at) => {
      expect(pieces(whole, at).reduce(growHead, '')).toBe(growHead('', whole));
      expect(pieces(whole, at).reduce(growParagraph, noParagraph)).toEqual(growParagraph(noParagraph, whole));
    }),
    runs(500),
  );
});

/** Characters that must not reach the screen: controls, escape sequences, direction and zero-width characters. */
const UNWANTED = /[\p{Cc}\u200b\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/u;

test('R3.3: a preview is one line of at most 80 whole characters that can be seen', () => {
  fc.assert(
    fc.property(text, (whole) => {
      const preview = toolPreview({ name: 'x', args: { first: whole } });
      expect(preview.isWellFormed()).toBe(true);
      expect(charactersOf(preview).length).toBeLessThanOrEqual(80);
      expect(preview).not.toMatch(UNWANTED);
      const clean = previewOfHead(growHead('', whole));
      expect(preview).toBe(clean);
      if (preview.endsWith('…') && !whole.includes('…')) expect(charactersOf(preview).length).toBeLessThanOrEqual(80);
    }),
    runs(500),
  );
});

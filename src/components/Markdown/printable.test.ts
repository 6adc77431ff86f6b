import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printable } from './printable.ts';

describe('R6.1: what reaches the screen from an answer', () => {
  test.each([
    ['colours', '\u001b[31mred\u001b[0m x[1m]', 'red x[1m]'],
    ['a cut code', 'red\u001b[3', 'red'],
    ['a link command', '\u001b]8;;https://example.org\u0007link\u001b]8;;\u0007', 'link'],
    ['an open command', 'a\u001b]0;title\nb', 'a\nb'],
    ['NUL and control characters', 'a\u0000b\u0001\u009fc', 'abc'],
    ['direction overrides', 'a\u202etxt.exe\u202c\u2066b\u2069', 'atxt.exeb'],
    ['marks that Arabic and emoji need', 'ا\u200f \u200d 👩\u200d🚀', 'ا\u200f \u200d 👩\u200d🚀'],
    ['line ends', 'a\r\nb\rc\td', 'a\nb\nc\td'],
  ])('%s', (_, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  test('no text brings a control character through', () => {
    const unit = fc.oneof(
      fc.string(),
      fc.constantFrom('\u001b', '[', ']', '\u0007', '\u009b', '\r', '3', 'm', '\u202e'),
    );
    fc.assert(
      fc.property(
        fc.array(unit).map((units) => units.join('')),
        (text) => {
          expect(printable(text)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
        },
      ),
    );
  });
});

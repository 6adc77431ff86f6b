import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainTerminal, readTerminal } from './terminal.ts';

describe('output of a terminal', () => {
  test('escape sequences leave no mark; a bracket without one is kept', () => {
    const output =
      '\u001b[1m\u001b[46m RUN \u001b[0m ok\u001b[2K\n\u001b]8;;https://example.org\u0007link\u001b]8;;\u0007\n\u001b[38;2;1;2;3mrgb\u001b[m \u001b(B x[1m]';
    expect(plainTerminal(output).split('\n')).toEqual([' RUN  ok', 'link', 'rgb  x[1m]']);
  });

  test('cut anywhere, no piece of a code flashes', () => {
    const output = '\u001b[31mred\u001b[0m';
    for (let end = 0; end <= output.length; end++) {
      expect('red'.startsWith(plainTerminal(output.slice(0, end)))).toBe(true);
    }
  });

  test.each([
    ['a colour', '\u001b[31ma\u001b[39mb', [{ text: 'a', color: 'red' }, { text: 'b' }]],
    ['a bright colour', '\u001b[92ma', [{ text: 'a', color: 'green' }]],
    [
      'two styles in one',
      '\u001b[1;33ma\u001b[22mb',
      [
        { text: 'a', bold: true, color: 'yellow' },
        { text: 'b', color: 'yellow' },
      ],
    ],
    ['a free colour, left out', '\u001b[38;5;196;1ma', [{ text: 'a', bold: true }]],
    ['a background, left out', '\u001b[41ma', [{ text: 'a' }]],
    ['the theme’s ink', '\u001b[37ma\u001b[90mb', [{ text: 'a' }, { text: 'b', color: 'gray' }]],
  ])('%s', (_, output, spans) => {
    expect(readTerminal(output)).toEqual(spans);
  });

  test('a carriage return begins its line anew', () => {
    expect(plainTerminal('10%\r20%\r\nnext\r\n30%\r')).toBe('20%\nnext\n30%');
  });

  test('no output brings a control character through', () => {
    const unit = fc.oneof(
      fc.string(),
      fc.constantFrom('\u001b', '[', ']', '\u0007', '\u009b', '\r', '3', 'm', '\u202e'),
    );
    fc.assert(
      fc.property(
        fc.array(unit).map((units) => units.join('')),
        (output) => {
          expect(plainTerminal(output)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
        },
      ),
    );
  });

  test('a long line costs what it holds', () => {
    const started = performance.now();
    readTerminal(`${'\r'.repeat(200_000)}x${'\u001b['.repeat(100_000)}`);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

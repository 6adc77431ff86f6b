import { expect, test } from 'vitest';
import { formatBytes } from './index.ts';

test('R4.8: bytes up to 1023, from 1024 on kilobytes with one decimal and no larger unit (B44)', () => {
  const shown = [0, 1, 1023, 1024, 1434, 10240, 102400, 1048575, 1048576].map((count) => formatBytes(count));
  expect(shown).toEqual(['0 B', '1 B', '1023 B', '1.0 KB', '1.4 KB', '10.0 KB', '100.0 KB', '1024.0 KB', '1024.0 KB']);
});

test('R4.8: the number format of the language, without grouping', () => {
  expect(formatBytes(1434, 'de')).toBe('1,4 KB');
  expect(formatBytes(5_000_000, 'de')).toBe('4882,8 KB');
  expect(formatBytes(1434, 'no language at all')).toBe('1.4 KB');
});

test('R4.8: what is not a finite non-negative number gives nothing (B44)', () => {
  const odd: number[] = [-1, Number.NaN, Number.POSITIVE_INFINITY, ...JSON.parse('[null,"1434"]')];
  for (const count of odd) expect(formatBytes(count)).toBe('');
});

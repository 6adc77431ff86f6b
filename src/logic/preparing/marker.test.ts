import { expect, test } from 'vitest';
import { buildPreparingMarker, parsePreparingMarker } from '../index.ts';

test('R4.1: a marker is built and read back, and nothing else is built', () => {
  const marker = buildPreparingMarker('write_to_file', 1434);
  expect(marker).toBe('\0tool_preparing\0write_to_file\x001434\0');
  expect(parsePreparingMarker(marker)).toEqual({ toolName: 'write_to_file', byteCount: 1434 });
  for (const name of ['', 'a\0b']) expect(() => buildPreparingMarker(name, 1)).toThrow(RangeError);
  for (const count of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => buildPreparingMarker('x', count)).toThrow(RangeError);
  }
});

test('R4.5: only the strict pattern is a marker', () => {
  const marker = buildPreparingMarker('x', 1);
  for (const text of [
    ` ${marker}`,
    `${marker}\n`,
    marker + marker,
    '\0tool_preparing\0\x001\0',
    '\0tool_preparing\0x\0-1\0',
    'x',
  ]) {
    expect(parsePreparingMarker(text)).toBeUndefined();
  }
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMarkerReader, type MarkerPart } from '../../src/adapters/markers.ts';
import { buildPreparingMarker } from '../../src/logic/index.ts';
import { runs } from './runs.ts';

/** What a channel tells, with neighbouring pieces of thinking joined. */
function read(values: readonly string[]): MarkerPart[] {
  const reader = createMarkerReader();
  const parts: MarkerPart[] = [];
  for (const part of values.flatMap((value) => reader.push(value))) {
    const last = parts.at(-1);
    if (part.kind === 'thinking' && last?.kind === 'thinking')
      parts[parts.length - 1] = { kind: 'thinking', text: last.text + part.text };
    else parts.push(part);
  }
  return parts;
}

test('R4.5: markers and thinking are told apart however they are joined or split', () => {
  const text = `plan${buildPreparingMarker('a', 0)}${buildPreparingMarker('b', 12)} on\0\0response_metadata\0{"model":"m"}\0!`;
  const expected = [
    { kind: 'thinking', text: 'plan' },
    { kind: 'preparing', toolName: 'a', byteCount: 0 },
    { kind: 'preparing', toolName: 'b', byteCount: 12 },
    { kind: 'thinking', text: ' on\0' },
    { kind: 'metadata', json: '{"model":"m"}' },
    { kind: 'thinking', text: '!' },
  ];
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 6 }), (cuts) => {
      const ends = [...new Set([0, ...cuts, text.length])].sort((a, b) => a - b);
      expect(read(ends.slice(1).map((end, i) => text.slice(ends[i], end)))).toEqual(expected);
    }),
    runs(100),
  );
  expect(read(Array.from(text))).toEqual(expected);
});

test('R4.5: the beginning of a marker that never came is not shown', () => {
  expect(read(['so', '\0tool_prep'])).toEqual([{ kind: 'thinking', text: 'so' }]);
});

test('R8: a value of NULs alone is read in one go', () => {
  const exec = RegExp.prototype.exec;
  let read = 0;
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    read += this.sticky ? 1 : text.length - this.lastIndex;
    return exec.call(this, text);
  };
  try {
    createMarkerReader().push('\0'.repeat(2000));
  } finally {
    RegExp.prototype.exec = exec;
  }
  expect(read).toBeLessThan(20_000);
});

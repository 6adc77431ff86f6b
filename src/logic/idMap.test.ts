import { expect, test } from 'vitest';
import { hashOf, IdMap } from './idMap.ts';

const twins = ['call 38501', 'call 826900'] as const;
const ids = [...twins, ...Array.from({ length: 5_000 }, (_, i) => `id ${i}`)];

test('every id keeps its own value, the newest one counts, and an older map stays as it was', () => {
  expect(hashOf(twins[0])).toBe(hashOf(twins[1]));
  const filled = ids.reduce((map, id, i) => map.set(id, i), IdMap.empty<number>());
  const changed = ids.reduce((map, id, i) => (i % 7 < 2 ? map.set(id, -1 - i) : map), filled);
  expect(ids.map((id) => filled.get(id))).toEqual(ids.map((_, i) => i));
  expect(ids.map((id) => changed.get(id))).toEqual(ids.map((_, i) => (i % 7 < 2 ? -1 - i : i)));
  expect(filled.get('nobody')).toBeUndefined();
});

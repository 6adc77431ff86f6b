import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keysOf, type OpenKeys, withKey, withoutKey } from './openKeys.ts';

it('holds what went in and did not come out, in order, whatever the order of both', () => {
  const key = fc.oneof(fc.nat(70), fc.nat(3000), fc.constantFrom(31, 32, 1023, 1024, 32_767, 32_768, 1_048_576));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), key), { maxLength: 120 }), (steps) => {
      const expected = new Set<number>();
      const before: [OpenKeys | undefined, readonly number[]][] = [];
      let open: OpenKeys | undefined;
      for (const [isIn, each] of steps) {
        if (isIn && !expected.has(each)) open = withKey(open, each);
        if (!isIn) open = withoutKey(open, each);
        if (isIn) expected.add(each);
        else expected.delete(each);
        const sorted = [...expected].sort((a, b) => a - b);
        expect(keysOf(open)).toEqual(sorted);
        expect([open?.size ?? 0, open?.oldest, open?.newest]).toEqual([sorted.length, sorted[0], sorted.at(-1)]);
        before.push([open, sorted]);
      }
      for (const [then, keys] of before) expect(keysOf(then)).toEqual(keys);
    }),
  );
});

it('is the very same without a key that it does not hold', () => {
  const three = [1, 40, 5000].reduce<OpenKeys | undefined>(withKey, undefined);
  expect(withoutKey(three, 41)).toBe(three);
  expect(withoutKey(undefined, 1)).toBeUndefined();
});

it('section 8: to take one of many out copies its path alone', () => {
  let open: OpenKeys | undefined;
  for (let key = 0; key < 20_000; key++) open = withKey(open, key);
  const kids = (keys: OpenKeys | undefined) => (typeof keys?.trie?.root === 'object' ? keys.trie.root.kids : []);
  const before = new Set(kids(open));
  expect(before.size).toBeGreaterThan(10);
  expect(kids(withoutKey(open, 0)).filter((kid) => !before.has(kid))).toHaveLength(1);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keysOf, type OpenKeys, withKey, withoutKey } from './openKeys.ts';

it('holds what went in and did not come out, in order, whatever comes out when', () => {
  // Up to so many keys are passed over before the next one goes in; `out`: which of all so far comes out.
  const step = fc.oneof(fc.record({ skipped: fc.nat(2000) }), fc.record({ out: fc.nat(200) }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const expected = new Set<number>();
      const all: number[] = [];
      const before: [OpenKeys | undefined, readonly number[]][] = [];
      let open: OpenKeys | undefined;
      for (const each of steps) {
        if ('skipped' in each) {
          const key = (all.at(-1) ?? -1) + 1 + each.skipped;
          all.push(key);
          expected.add(key);
          open = withKey(open, key);
        } else {
          const key = all[each.out % Math.max(1, all.length)] ?? 0;
          expected.delete(key);
          open = withoutKey(open, key);
        }
        const keys = [...expected];
        expect(keysOf(open)).toEqual(keys);
        expect([open?.size ?? 0, open?.oldest, open?.newest]).toEqual([keys.length, keys[0], keys.at(-1)]);
        before.push([open, keys]);
      }
      for (const [then, keys] of before) expect(keysOf(then)).toEqual(keys);
    }),
  );
});

it('is the very same without a key that it does not hold', () => {
  const three = [1, 40, 5000].reduce<OpenKeys | undefined>(withKey, undefined);
  expect(withoutKey(three, 41)).toBe(three);
  expect(withoutKey(withoutKey(three, 40), 40)).toEqual(withoutKey(three, 40));
  expect(withoutKey(undefined, 1)).toBeUndefined();
});

it('section 8: to take one of many out changes its neighbours alone', () => {
  const keys = Array.from({ length: 20_000 }, (_, key) => key);
  const open = keys.reduce<OpenKeys | undefined>(withKey, undefined);
  const without = withoutKey(open, 9000);
  const changed = keys.filter((key) => open?.links.get(String(key)) !== without?.links.get(String(key)));
  expect(changed).toEqual([8999, 9000, 9001]);
});

import { beforeAll, expect, test } from 'vitest';
import { askChild } from './askChild.ts';
import { bundle } from './bundle.mjs';
import type { Remembered } from './memory.ts';

const ITEMS = 5_000;
let thread: Remembered;

beforeAll(async () => {
  await bundle();
  thread = await askChild('memory', { items: ITEMS });
}, 30_000);

test('what is weighed is a thread of recorded steps, and its text', () => {
  expect(thread.items).toBeGreaterThanOrEqual(ITEMS);
  expect(thread.text / thread.items).toBeGreaterThan(300);
});

test('section 8: a thread of recorded steps takes at most three times its text in memory', () => {
  expect(thread.heap / thread.text).toBeLessThan(3);
});

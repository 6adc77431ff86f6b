import { expect, test } from 'vitest';
import { emptyThread, reduceAll, textPreview, thoughtPreview } from './index.ts';

function thought(...deltas: string[]) {
  const events = deltas.map((delta) => ({ type: 'thinking_delta', delta }) as const);
  const item = reduceAll(emptyThread, events).rounds.at(0)?.items.at(0);
  if (item?.kind !== 'thinking') throw new Error('There is a thought.');
  return item;
}

test('R2.9: the newest paragraph is the last block between blank lines that is not blank', () => {
  expect(thoughtPreview(thought('First.\n\nSecond', ' one.'))).toBe('Second one.');
  expect(thoughtPreview(thought('First.\n', '\n', ' \n'))).toBe('First.');
  expect(thoughtPreview(thought('First.\r\n\r\nSecond\r\nline'))).toBe('Second line');
});

test('R2.9: Markdown marks are stripped and white space is folded', () => {
  expect(thoughtPreview(thought('## **Fix** the `test` in\n[a file](x.ts)'))).toBe('Fix the test in a file');
  expect(thoughtPreview(thought('snake_case * 2'))).toBe('snake_case * 2');
});

test('R3.4: an entry of the trace shows the beginning, cut to 80 characters', () => {
  const preview = textPreview(thought('First.\n\n', 'x'.repeat(100)));
  expect(preview).toBe(`First. ${'x'.repeat(72)}…`);
});

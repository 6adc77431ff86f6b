import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffOf, readDiff } from './diff.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 });

test('a diff holds the text before and the text after, line by line', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const diff = diffOf(before.join('\n'), after.join('\n'));
      expect(diff.filter(({ kind }) => kind !== 'added').map(({ text }) => text)).toEqual(before);
      expect(diff.filter(({ kind }) => kind !== 'removed').map(({ text }) => text)).toEqual(after);
    }),
  );
});

test('hunks of a unified diff are set apart, headers left out', () => {
  const diff = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@ fn\n c\n+++ d\n';
  expect(readDiff(diff)).toEqual([
    { kind: 'removed', text: 'a' },
    { kind: 'added', text: 'b' },
    { kind: 'gap', text: '⋯' },
    { kind: 'same', text: 'c' },
    { kind: 'added', text: '++ d' },
  ]);
});

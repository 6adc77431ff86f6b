import { expect, test } from 'vitest';
import { endOf, startOf } from './part.ts';
import { plainTerminal } from './terminal.ts';

test('a text that fits is whole', () => {
  expect(startOf('abc', 3)).toBe('abc');
  expect(endOf('abc', 3)).toBe('abc');
});

test('an end begins with a line, if one is near', () => {
  expect(endOf('one\ntwo\nthree', 7)).toBe('three');
  expect(endOf('one\ntwo\nthree', 5)).toBe('three');
  expect(endOf('x'.repeat(3000), 2500)).toHaveLength(2500);
});

test('B57: a cut inside a colour code shows no piece of it', () => {
  const output = `${'a'.repeat(50)}\u001b[38;2;1;2;3mred\u001b[0m${'b'.repeat(50)}`;
  for (let length = 1; length <= output.length; length++) {
    expect(plainTerminal(endOf(output, length))).toMatch(/^a*(?:red|ed|d)?b*$/);
    expect(plainTerminal(startOf(output, length))).toMatch(/^a*r?e?d?b*$/);
  }
});

test('B40: a cut leaves no half of a character', () => {
  const text = '🧭'.repeat(20);
  for (let length = 1; length <= text.length; length++) {
    expect(startOf(text, length).isWellFormed()).toBe(true);
    expect(endOf(text, length).isWellFormed()).toBe(true);
  }
});

import type { Block } from './board.ts';
import { escapeLength } from './escapes.ts';

/** What is never overwritten: it holds JSON, SSE, paths and lines together, and tells nothing of a secret. */
const KEPT = /[\s\0-\x1f"'`\\/{}[\]:,]/;

export function isKept(unit: string): boolean {
  return KEPT.test(unit);
}

const LONGEST_ESCAPE = 5;

/** How many units of a value are overwritten. */
export function countOverwritten(value: string): number {
  let count = 0;
  for (const character of value) if (!isKept(character)) count += 1;
  return count;
}

/** Whether a unit is the letter of an escape, in this text or in one that is decoded from it. */
export function isEscapeLetter(text: string, at: number): boolean {
  if (text.charAt(at - 1) === '\\') return escapeLength(text, at - 1) > 0;
  const near = text.slice(Math.max(0, at - LONGEST_ESCAPE), at).lastIndexOf('\\');
  return near >= 0 && escapeLength(text, Math.max(0, at - LONGEST_ESCAPE) + near) === 6;
}

/** A hit that begins in the middle of an escape begins behind it. */
export function behindEscape({ text }: Block, from: number, to: number): number {
  let start = from;
  while (start < to && text.charAt(start) !== '\\' && isEscapeLetter(text, start)) start += 1;
  return start;
}

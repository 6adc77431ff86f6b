import type { Block } from './board.ts';
import { escapeLength } from './escapes.ts';

/** What is never overwritten: it holds JSON, SSE, paths and lines together, and tells nothing of a secret. */
const KEPT = /[\s\0-\x1f"'`\\/{}[\]:,]/;

export function isKept(unit: string): boolean {
  return KEPT.test(unit);
}

const LONGEST_ESCAPE = 5;

/** The units of a part of a text that are overwritten. */
export function overwritten(text: string, from: number, to: number): readonly number[] {
  const units: number[] = [];
  for (let at = from; at < to; at++) {
    // The first unit may stand behind the separator of a path, which is no escape.
    if (!isKept(text.charAt(at)) && (at === from || !isEscapeLetter(text, at))) units.push(at);
  }
  return units;
}

/** Whether a unit is the letter of an escape, in this text or in one that is decoded from it. */
function isEscapeLetter(text: string, at: number): boolean {
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

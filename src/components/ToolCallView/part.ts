import { plainTerminal } from './terminal.ts';

/** How far the next line may be for an end to begin with it. */
const NEAR = 1000;
const LONGEST_CODE = 200;

/** The first `length` characters of a text; never half of one. */
export function startOf(text: string, length: number): string {
  return text.slice(0, text.length > length && isInside(text, length) ? length - 1 : length);
}

/** About the last `length` characters: whole lines, if one begins near; no half of a character, no piece of a code. */
export function endOf(text: string, length: number): string {
  const left = text.length - length;
  if (left <= 0) return text;
  const newline = text.indexOf('\n', left - 1);
  if (newline >= 0 && newline <= left + NEAR) return text.slice(newline + 1);
  const code = text.lastIndexOf('\x1b', left - 1);
  const isInsideCode = code >= Math.max(0, left - LONGEST_CODE) && plainTerminal(text.slice(code, left)) === '';
  if (isInsideCode) return text.slice(code);
  return text.slice(isInside(text, left) ? left + 1 : left);
}

/** Whether a cut there would part the halves of a character. */
function isInside(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

import type { Reel } from '../src/reel/index.ts';
import { lastNotAfter } from '../src/reel/redact/runs.ts';
import { readViews } from '../src/reel/redact/views.ts';
import type { KnownText } from './machine.ts';
import type { SealFinding } from './sealFinding.ts';
import { type Detected, detectSecrets } from './secretlint.ts';

/**
 * What a second detector and the machine's own knowledge find in all decoded views of a reel (SPEC R7.3). Empty for
 * one that can be published.
 */
export async function verifyReel(reel: Reel, known: readonly KnownText[]): Promise<readonly SealFinding[]> {
  const { board, lineOf } = readViews(reel);
  const { blocks } = board;
  const starts: number[] = [];
  let length = 0;
  for (const { text } of blocks) {
    starts.push(length);
    length += text.length + 1;
  }
  const text = blocks
    .map((block) => block.text)
    .join('\n')
    .replaceAll('\0', '\n');
  const lineAt = (at: number) => {
    const index = lastNotAfter(starts.length, (i) => starts[i] ?? 0, at);
    return lineOf((blocks[index]?.start ?? 0) + at - (starts[index] ?? 0));
  };
  const found = [...(await detectSecrets(text)), ...known.flatMap((one) => findKnown(text, one))];
  const findings = new Map<string, SealFinding>();
  for (const { rule, from } of found) {
    const finding = { rule, line: lineAt(from) };
    findings.set(`${finding.line} ${rule}`, finding);
  }
  return [...findings.values()].toSorted((one, other) => one.line - other.line);
}

/** A name of fewer letters is a part of words, and counts in paths only. */
const LONG_NAME = 8;

function findKnown(text: string, { source, value, isName }: KnownText): readonly Detected[] {
  const found: Detected[] = [];
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
    if (!isName || standsAlone(text, at, value))
      found.push({ rule: `known text: ${source}`, from: at, to: at + value.length });
  }
  return found;
}

function standsAlone(text: string, at: number, name: string): boolean {
  const before = text.charAt(at - 1);
  const isWord = !/[\p{L}\p{N}_.-]/u.test(text.charAt(at + name.length)) && !/[\p{L}\p{N}_.-]/u.test(before);
  if (!isWord) return false;
  // Behind a backslash these letters are an escape.
  const inPath = before === '/' || (before === '\\' && !/^[bfnrtu]/.test(name));
  return inPath || (name.length >= LONG_NAME && !/^\w+$/.test(name));
}

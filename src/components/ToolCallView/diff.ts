/** A line of a diff as it is shown. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed' | 'gap';
  readonly text: string;
}

/** Reads a unified diff; its headers are left out, the path stands above it. */
export function readDiff(diff: string): readonly DiffLine[] {
  const lines = diff.replace(/\n$/, '').split('\n');
  const begin = lines.findIndex((line) => line.startsWith('@@'));
  return lines.slice(Math.max(0, begin)).flatMap(diffLine);
}

function diffLine(line: string, index: number): DiffLine | [] {
  const text = line.slice(1);
  if (line.startsWith('@@')) return index === 0 ? [] : { kind: 'gap', text: '⋯' };
  if (line.startsWith('+')) return { kind: 'added', text };
  if (line.startsWith('-')) return { kind: 'removed', text };
  // `\ No newline at end of file` and the headers of further files.
  if (/^(?:\\|diff |index |Index: |=)/.test(line)) return [];
  return { kind: 'same', text };
}

/** What an edit changes, told from the text before and after: the lines between the common beginning and end. */
export function diffOf(before: string, after: string): readonly DiffLine[] {
  const removed = linesOf(before);
  const added = linesOf(after);
  const shorter = Math.min(removed.length, added.length);
  let start = 0;
  while (start < shorter && removed[start] === added[start]) start++;
  let end = 0;
  while (end < shorter - start && removed.at(-1 - end) === added.at(-1 - end)) end++;
  const as = (kind: DiffLine['kind']) => (text: string) => ({ kind, text });
  return [
    ...removed.slice(0, start).map(as('same')),
    ...removed.slice(start, removed.length - end).map(as('removed')),
    ...added.slice(start, added.length - end).map(as('added')),
    ...removed.slice(removed.length - end).map(as('same')),
  ];
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

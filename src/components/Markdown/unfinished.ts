import remend, { type RemendOptions } from 'remend';

/** What stands before a line's own text: quotes, list markers, white space. */
const CONTAINERS = /^(?:[ \t]|>|(?:[-+*]|\d{1,9}[.)])[ \t]+)*/;
const BLANK_LINE = /^[ \t]*$/;
/** Nothing but marks whose meaning the next characters decide: a list marker, a rule, a fence, a check box. */
const MARKS_ONLY = /^(?:[-+*_=#~`|:> \t]*|\d{1,9}[.)]?|\[[ xX]?\]?[ \t]*)$/;
/** A link definition whose address may still grow. */
const DEFINITION = /(?:^|\n) {0,3}\[[^\]]*\]:[ \t]*(?:\n[ \t]*)?[^\n]*$/;
/** Lines that begin a block of their own within a piece. */
const BLOCK_LINE = /^(?:[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]|[ \t]*#{1,6}[ \t]|[ \t>]*\|)/;
/** Ends of a line that mean nothing until the next character: an escape, an entity, a tag or address, emphasis. */
const LOOSE_END = /(?:\\|&#?\w{0,31}|<[^\s<>]*|(?<![^\s[(])!|[*_~`]+)$/;

/** Remend completes emphasis and code; the rest is told here, by the rules of CommonMark. */
const REMEND: RemendOptions = {
  links: false,
  images: false,
  katex: false,
  htmlTags: false,
  setextHeadings: false,
  comparisonOperators: false,
  singleTilde: false,
};

/**
 * The last piece of a text that still grows, as it can be shown now: unfinished marks are completed or held
 * back, so that no raw mark flashes and no half link is live (SPEC R6.1). The whole text is shown as it is.
 */
export function completeTail(tail: string): string {
  if (hasOpenFence(tail)) return tail.replace(/\n[ \t>]*[`~]+[ \t]*$/, '');
  const table = completeTable(tail);
  if (table !== undefined) return table;
  const shown = dropUndecidedLine(tail).trimEnd();
  const from = lastBlockStart(shown);
  return shown.slice(0, from) + remend(withoutLooseEnd(withoutOpenLinks(shown.slice(from))), REMEND);
}

function hasOpenFence(text: string): boolean {
  let open: string | undefined;
  for (const line of text.split('\n')) {
    const marks = /^(?:`{3,}|~{3,})/.exec(line.replace(CONTAINERS, ''))?.[0];
    if (marks === undefined) continue;
    if (open === undefined) open = marks;
    else if (marks.startsWith(open) && line.trimEnd().endsWith(marks)) open = undefined;
  }
  return open !== undefined;
}

function dropUndecidedLine(text: string): string {
  const definition = DEFINITION.exec(text);
  if (definition) return text.slice(0, definition.index);
  const from = text.lastIndexOf('\n') + 1;
  // A number that stands alone is text, and may be all there is.
  if (/^\d+[.)]?[ \t]*$/.test(text)) return text.replace(/\D+$/, '');
  return MARKS_ONLY.test(text.slice(from).replace(CONTAINERS, '')) ? text.slice(0, from) : text;
}

/** Where the block that is being written begins: emphasis and links do not reach over it. */
function lastBlockStart(text: string): number {
  let from = text.length;
  while (from > text.length - LOOSE_LENGTH && from > 0) {
    const lineStart = text.lastIndexOf('\n', from - 2) + 1;
    const line = text.slice(lineStart, from);
    if (BLANK_LINE.test(line.trimEnd())) return from;
    if (BLOCK_LINE.test(line)) return lineStart;
    from = lineStart;
  }
  return from;
}

/** No mark that may hang loose is longer; what stands before costs nothing. */
const LOOSE_LENGTH = 2000;

/** Several loose ends may follow each other. */
function withoutLooseEnd(text: string): string {
  const from = Math.max(0, text.length - LOOSE_LENGTH);
  let end = text.slice(from);
  for (let cut = end.replace(LOOSE_END, ''); cut !== end; cut = end.replace(LOOSE_END, '')) end = cut;
  return text.slice(0, from) + end;
}

/** The same length, with code and escapes blotted out: brackets in them are no marks. */
function blot(text: string): string {
  return text.replace(/(?<!`)(`+)(?!`)[\s\S]*?(?:(?<!`)\1(?!`)|$)|\\[\s\S]/g, (match) => 'x'.repeat(match.length));
}

/** Whether `text`, what follows `](`, may still become the address and title of a link; it is not closed yet. */
function isOpenTarget(text: string): boolean {
  if (!/^\s*(?:<[^<>\n]*>?|(?!<)\S*)(?:\s+(?:"[^"]*"?|'[^']*'?|\([^()]*\)?)?\s*)?$/.test(text)) return false;
  const address = /^\s*<[^>]*$/.test(text) ? '' : text.replace(/<[^>]*>|\s["'][\s\S]*$/g, '');
  let depth = 0;
  for (const char of address) {
    if (char === '(') depth += 1;
    else if (char === ')' && --depth < 0) return false;
  }
  return true;
}

/** Links are nested, and open, only so deep; what is deeper stays as it is written. */
const OPEN_LINKS = 20;

/** An unfinished link is its label, an unfinished image nothing. */
function withoutOpenLinks(text: string): string {
  let shown = text;
  for (let i = 0; i < OPEN_LINKS; i++) {
    const next = withoutLastOpenLink(shown);
    if (next === shown) break;
    shown = next;
  }
  return shown;
}

function withoutLastOpenLink(text: string): string {
  const marks = blot(text);
  const open: number[] = [];
  let last: { readonly from: number; readonly to: number } | undefined;
  for (let i = 0; i < marks.length; i++) {
    if (marks.charAt(i) === '[') open.push(i);
    if (marks.charAt(i) !== ']') continue;
    const from = open.pop();
    if (from === undefined) continue;
    last = { from, to: i };
    if (marks.charAt(i + 1) === '(' && isOpenTarget(text.slice(i + 2))) return labelOnly(text, from, i);
  }
  const begun = open.pop();
  if (begun !== undefined) {
    // The second half of `[label][reference`.
    if (marks.charAt(begun - 1) === ']') return text.slice(0, begun);
    return labelOnly(text, begun, text.length);
  }
  // `[label]` may go on with an address; the second half of `[label][reference]` may not.
  if (last?.to === marks.length - 1 && marks.charAt(last.from - 1) !== ']') return labelOnly(text, last.from, last.to);
  return text;
}

function labelOnly(text: string, from: number, to: number): string {
  const isImage = text.charAt(from - 1) === '!';
  return isImage ? text.slice(0, from - 1) : text.slice(0, from) + text.slice(from + 1, to);
}

/** A table whose head is being written, with its second row completed; `undefined` for anything else. */
function completeTable(text: string): string | undefined {
  const lines = text.split('\n');
  const line = rowOf(lines.at(-1));
  const before = rowOf(lines.at(-2));
  if (line.startsWith('|') && !MARKS_ONLY.test(line) && !before.includes('|')) {
    const head = withoutLooseEnd(withoutOpenLinks(lines.at(-1) ?? ''));
    return [...lines.slice(0, -1), head, delimiterFor(head)].join('\n');
  }
  const headBegun = before.startsWith('|') || (before.includes('|') && /-.*\||\|.*-/.test(line));
  if (!headBegun || !DELIMITERS.test(line) || DELIMITERS.test(before) || rowOf(lines.at(-3)).includes('|'))
    return undefined;
  return [...lines.slice(0, -1), delimiterFor(lines.at(-2) ?? '')].join('\n');
}

const DELIMITERS = /^[-:| \t]*$/;

function rowOf(line = ''): string {
  return line.replace(CONTAINERS, '').trim();
}

function delimiterFor(head: string): string {
  const containers = (CONTAINERS.exec(head)?.[0] ?? '').replace(/[^>\t]/g, ' ');
  const cells = rowOf(head)
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/);
  return `${containers}|${'---|'.repeat(cells.length)}`;
}

/** A fenced code block that is open: what may close it. */
interface Fence {
  readonly mark: string;
  readonly length: number;
}

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const BREAK = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const MARKER = /^( {0,3})([-+*]|(\d{1,9})[.)])(?:([ \t]+)\S|[ \t]*$)/;
/** A last line that may still become a list marker. */
const MARKER_BEGUN = /^(?:[-+*]|\d{1,9}[.)]?)[ \t]*$/;
/** What ends a paragraph without a blank line, besides fences and lists. */
const INTERRUPTS = /^ {0,3}(?:#{1,6}(?:[ \t]|$)|>)/;

/**
 * Cuts Markdown into pieces of one or more top-level blocks, so that a text that grows needs only its last
 * piece parsed again (SPEC R6.1). Only blank lines between the pieces are lost. It cuts only where whatever follows is sure
 * to begin a block of its own; where it cannot tell without a whole parser, it does not cut.
 * Markup counts as text here, as it does on the screen, so HTML has no blocks. Lines end in LF.
 */
export function splitBlocks(text: string): string[] {
  const blocks: string[] = [];
  let start = 0;
  let fence: Fence | undefined;
  /** Column at which the content of the open list item begins. */
  let item: number | undefined;
  /** Whether `item` may be no item at all. */
  let doubtful = false;
  /** Whether indented code is open: the parser begins no list with another number than 1 after it. */
  let indented = false;
  /** Whether the line before ends every open paragraph. */
  let apart = true;

  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, end);
    const from = at;
    at = end + 1;

    if (fence) {
      if (closes(fence, line)) {
        fence = undefined;
        apart = true;
      }
      continue;
    }
    if (line.trim() === '') {
      apart = true;
      continue;
    }
    const indent = indentOf(line);
    const marker = markerOf(line);
    const maybeMarker = marker !== undefined || (newline < 0 && MARKER_BEGUN.test(line));
    const mayContinue = maybeMarker && (item !== undefined || doubtful || indented);
    if (apart && indent === 0 && from > start && !mayContinue) {
      blocks.push(text.slice(start, from).replace(/\n[ \t\n]*$/, ''));
      start = from;
      item = undefined;
      doubtful = false;
    }

    const opened = fenceOf(line);
    if (opened) {
      // Whether such a fence belongs to a list item decides what closes it: not told here, so no cut any more.
      if (doubtful && indent > 1) break;
      if (item === undefined || indent < item) {
        fence = opened;
        item = undefined;
      }
    } else if (marker && (item === undefined || marker.indent < item)) {
      const opensParagraphOnly = !apart && item === undefined && marker.number !== undefined && marker.number !== 1;
      doubtful ||= marker.empty || opensParagraphOnly;
      item = marker.content;
    } else if (item !== undefined && indent < item) {
      if (apart || INTERRUPTS.test(line) || BREAK.test(line)) item = undefined;
      // It goes on the item's paragraph, if the item ends in one.
      else doubtful = true;
    }
    apart = false;
    indented = indent > 3;
  }
  if (start < text.length) blocks.push(text.slice(start));
  return blocks;
}

/** Columns of white space before a line's text; a tab goes to the next multiple of four. */
function indentOf(line: string): number {
  let column = 0;
  for (const char of line) {
    if (char === ' ') column += 1;
    else if (char === '\t') column += 4 - (column % 4);
    else break;
  }
  return column;
}

function fenceOf(line: string): Fence | undefined {
  const marks = FENCE.exec(line)?.[1];
  return marks === undefined ? undefined : { mark: marks.charAt(0), length: marks.length };
}

function closes(fence: Fence, line: string): boolean {
  const marks = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return marks?.charAt(0) === fence.mark && marks.length >= fence.length;
}

/** A line that begins a list item. */
interface Marker {
  readonly indent: number;
  /** Column at which the item's content begins. */
  readonly content: number;
  readonly empty: boolean;
  readonly number: number | undefined;
}

function markerOf(line: string): Marker | undefined {
  const match = MARKER.exec(line);
  if (!match || BREAK.test(line)) return undefined;
  const [, before = '', mark = '', digits, gap] = match;
  const width = before.length + mark.length;
  const content = gap === undefined ? width + 1 : indentOf(' '.repeat(width) + gap);
  return {
    indent: before.length,
    // Five blanks or more: one belongs to the marker, the rest is an indented code block.
    content: content - width > 4 ? width + 1 : content,
    empty: gap === undefined,
    number: digits === undefined ? undefined : Number(digits),
  };
}

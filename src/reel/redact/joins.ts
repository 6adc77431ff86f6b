import type { Block, Board } from './board.ts';
import { addDecoded, stringEnd } from './escapes.ts';

/** The inside of a JSON string in a block, or the end of it. */
export interface StringRange {
  readonly from: number;
  readonly to: number;
  /** How many decoded units at its beginning do not belong to it. */
  readonly skip?: number;
}

/** Collects what belongs together, by key, and makes one text of each. */
export interface Joins {
  add(key: string, range: StringRange): void;
  /** Adds what was collected to the board, each key a piece. */
  finish(): void;
}

export function createJoins(board: Board, block: Block, kind: 'joined' | 'guessed'): Joins {
  const ranges = new Map<string, StringRange[]>();
  return {
    add(key, range) {
      const known = ranges.get(key);
      if (known) known.push(range);
      else ranges.set(key, [range]);
    },
    finish() {
      board.compose(kind, block.depth + 1, (pieces) => {
        for (const together of ranges.values()) {
          if (together.length < 2) continue;
          for (const { from, to, skip } of together) addDecoded(pieces, block, from, to, skip);
          pieces.close();
        }
      });
    },
  };
}

/** Members that carry a part of something longer, in the formats and in others. */
const PART =
  /"(delta|text|content|thinking|reasoning|reasoning_content|partial_json|arguments|args|input|inputTextDelta|argumentsDelta|data|output|stdout|stderr|chunk|message|value|v|d|signature)"[ \t]{0,8}:[ \t]{0,8}"/g;

/** What tells the parts of one thing from those of another, in the same message. */
const MARK = /"(?:type|event|method|index|id|[A-Za-z]{1,24}(?:_id|Id|ID))"[ \t]{0,8}:[ \t]{0,8}("?[\w.:/-]{1,80})/g;

const LONGEST_PART = 4096;
/** A message with longer ends than these is told by what is near its part. */
const LONGEST_MESSAGE = 512;

/**
 * Joins deltas without a decoder: for formats that nobody knows, for stderr and for what was sent. Parts are joined by
 * the name of their member, and once more by name and marks, for streams that are interleaved.
 */
export function addGuessedJoins(board: Board, block: Block): void {
  const { text } = block;
  const byName = createJoins(board, block, 'guessed');
  const byMarks = createJoins(board, block, 'guessed');
  for (const found of text.matchAll(PART)) {
    const from = found.index + found[0].length;
    const to = stringEnd(text, from);
    if (to === from || to - from > LONGEST_PART) continue;
    const range = { from, to };
    const name = found[1] ?? '';
    byName.add(name, range);
    byMarks.add(`${name} ${marksNear(text, found.index, to)}`, range);
  }
  byName.finish();
  byMarks.finish();
}

function marksNear(text: string, from: number, to: number): string {
  const before = text.slice(Math.max(0, from - LONGEST_MESSAGE), from);
  const after = text.slice(to, to + LONGEST_MESSAGE);
  const line = before.slice(before.lastIndexOf('\n') + 1) + (after.split('\n', 1)[0] ?? '');
  return Array.from(line.matchAll(MARK), ([all]) => all).join();
}

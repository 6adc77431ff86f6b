import type { Reel } from '../format.ts';
import { addBase64 } from './base64.ts';
import { type Block, type Board, createBoard } from './board.ts';
import { addJoinedDeltas, type ChunkRange } from './deltas.ts';
import { addDecodedStrings } from './escapes.ts';
import { addGuessedJoins } from './joins.ts';
import { bytesOfReel, type ReelBytes } from './reelBytes.ts';
import { lastNotAfter } from './runs.ts';

/** Everything that can be read in a reel, and what it was read from. */
export interface ReelViews {
  readonly board: Board;
  readonly source: ReelBytes;
  /** The line of the reel's file that a unit of the board comes from. */
  lineOf(at: number): number;
}

/** Escapes inside escapes: what is nested deeper is left alone. */
const DEEPEST = 8;

/**
 * Reads a reel as all that a finder of secrets may look at: the joined bytes of each stream, each chunk that begins in
 * the middle of a line, strings decoded as often as they were encoded, base64 payloads, and deltas joined.
 */
export function readViews(reel: Reel): ReelViews {
  const source = bytesOfReel(reel);
  const board = createBoard(source.bytes);
  const [body] = board.blocks;
  if (body) {
    const chunks = chunkRanges(body, source);
    protectFraming(board, body, chunks);
    addChunkViews(board, body, chunks);
    addJoinedDeltas(board, body, reel.header.format, inOrder(chunks));
    addGuessedJoins(board, body);
  }
  for (let i = 0; i < board.blocks.length; i++) {
    const block = board.blocks[i];
    if (!block || block.depth >= DEEPEST) continue;
    addDecodedStrings(board, block);
    addBase64(board, block);
  }
  const { spans } = source;
  const lineOf = (at: number) => {
    const byte = board.origin(at);
    return spans[lastNotAfter(spans.length, (i) => spans[i]?.from ?? 0, byte)]?.line ?? 1;
  };
  return { board, source, lineOf };
}

type Chunk = ChunkRange & { readonly line: number };

function chunkRanges(body: Block, { spans }: ReelBytes): readonly Chunk[] {
  return spans.flatMap(({ kind, from, to, line }) =>
    kind === 'fields' ? [] : [{ kind, line, from: unitOf(body, from), to: unitOf(body, to) }],
  );
}

const inOrder = (chunks: readonly Chunk[]) => chunks.toSorted((one, other) => one.line - other.line);

/** The unit that holds a byte of the reel. */
function unitOf({ runs }: Block, byte: number): number {
  const index = lastNotAfter(runs.parents.length, (i) => runs.parents[i] ?? 0, byte);
  const step = runs.steps[index] ?? 1;
  const start = runs.starts[index] ?? 0;
  return step === 0 ? start + 1 : start + Math.floor((byte - (runs.parents[index] ?? 0)) / step);
}

/** The names of the fields of SSE are no words that a rule may hide. */
function protectFraming(board: Board, body: Block, chunks: readonly Chunk[]): void {
  const output = chunks.findLast(({ kind }) => kind === 'o');
  const text = body.text.slice(0, output?.to ?? 0);
  for (const { 0: name, index } of text.matchAll(/^(?:data|event|id|retry)?:/gm)) {
    const byte = board.origin(body.start + index);
    board.lock(byte, byte + name.length);
  }
}

/** A shorter beginning of a chunk says nothing by itself. */
const SHORTEST_CHUNK = 8;

/** A reader of the file sees a chunk without what was before it on its line. */
function addChunkViews(board: Board, body: Block, chunks: readonly Chunk[]): void {
  board.compose('text', 1, (pieces) => {
    for (const { from, to } of chunks) {
      if (to - from < SHORTEST_CHUNK || from === 0 || /[\s\0]/.test(body.text.charAt(from - 1))) continue;
      pieces.add(body.text.slice(from, to), body.start + from, 1);
      pieces.close();
    }
  });
}

import { chunkBytes, chunkLine } from '../bytes.ts';
import type { Reel, ReelHeader, ReelLine } from '../format.ts';
import { testHeader } from '../reelStand.ts';
import { readViews } from './views.ts';

/** A reel for tests: its output in chunks, and other lines before its end. */
export function reelOf(
  chunks: readonly (string | Uint8Array)[],
  { lines = [], ...header }: Partial<ReelHeader> & { readonly lines?: readonly ReelLine[] } = {},
): Reel {
  const encoder = new TextEncoder();
  const bytes = chunks.map((chunk) => (typeof chunk === 'string' ? encoder.encode(chunk) : chunk));
  return {
    header: testHeader({ format: 'ag-ui', ...header }),
    lines: [
      ...lines,
      ...bytes.map((chunk) => chunkLine(1, chunk)),
      {
        kind: 'x',
        dt: 1,
        end: 'eof',
        chunks: bytes.length,
        bytes: bytes.reduce((sum, { length }) => sum + length, 0),
      },
    ],
    truncated: false,
  };
}

/** The lengths of its chunks, in bytes. */
export function chunkLengths(reel: Reel): readonly (number | string)[] {
  return reel.lines.map((line) => ('text' in line || line.kind === 'b' ? chunkBytes(line).length : line.kind));
}

/** The output as text. */
export function outputOf(reel: Reel): string {
  const decoder = new TextDecoder();
  const texts = reel.lines.map((line) =>
    line.kind === 'o' || line.kind === 'b' ? decoder.decode(chunkBytes(line), { stream: true }) : '',
  );
  return texts.join('') + decoder.decode();
}

/** Whether a text can be read anywhere in a reel, in whatever encoding. */
export function shows(reel: Reel, text: string): boolean {
  return readViews(reel).board.blocks.some((block) => block.text.includes(text));
}

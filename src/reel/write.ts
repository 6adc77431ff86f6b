import { besideLine, chunkLine } from './bytes.ts';
import type { EndCause, EndLine, HeadersLine, MarkerLine, Reel, ReelHeader, ReelLine, TextLine } from './format.ts';

/** Writes a reel as a file, newline at the end. A truncated one comes back whole, without its torn line. */
export function formatReel(reel: Reel): string {
  return [formatHeader(reel.header), ...reel.lines.map(formatLine)].join('');
}

/** The header as a line of the file, with its newline. */
export function formatHeader(header: ReelHeader): string {
  return `${JSON.stringify(header)}\n`;
}

/** One line of the file, with its newline: what a recorder appends with a single write. */
export function formatLine(line: ReelLine): string {
  return `${JSON.stringify(toArray(line))}\n`;
}

function toArray(line: ReelLine): readonly unknown[] {
  switch (line.kind) {
    case 'o':
    case 'e':
    case 'i': {
      const edges = { ...(line.head ? { h: line.head } : {}), ...(line.tail ? { t: line.tail } : {}) };
      const row = [line.dt, line.kind, line.text];
      return line.head || line.tail ? [...row, edges] : row;
    }
    case 'b':
      return [line.dt, line.kind, line.base64];
    case 'h':
      return [line.dt, line.kind, { status: line.status, headers: line.headers }];
    case 'm':
      return [line.dt, line.kind, line.label];
    case 'x': {
      const { dt, kind, ...payload } = line;
      return [dt, kind, payload];
    }
    case 'other':
      return line.line;
    default:
      return line satisfies never;
  }
}

/** Makes the lines of a reel while it is recorded. `at` is milliseconds since the start, fractions allowed. */
export interface LineMaker {
  headers(at: number, status: number, headers: Readonly<Record<string, string>>): HeadersLine;
  output(at: number, bytes: Uint8Array): ReelLine;
  /** What the program wrote to stderr (`e`), or what was sent to it (`i`). */
  beside(at: number, kind: 'e' | 'i', bytes: Uint8Array): TextLine;
  marker(at: number, label: string): MarkerLine;
  end(at: number, cause: EndCause, code?: number): EndLine;
}

/** A {@link LineMaker} that carries the rounding forward, so times do not drift, and counts for the end line. */
export function createLineMaker(): LineMaker {
  let last = 0;
  let chunks = 0;
  let bytes = 0;
  const since = (at: number) => {
    const dt = Math.max(0, Math.round(at) - last);
    last += dt;
    return dt;
  };
  return {
    headers: (at, status, headers) => ({ kind: 'h', dt: since(at), status, headers }),
    output(at, chunk) {
      chunks += 1;
      bytes += chunk.length;
      return chunkLine(since(at), chunk);
    },
    beside: (at, kind, chunk) => besideLine(kind, since(at), chunk),
    marker: (at, label) => ({ kind: 'm', dt: since(at), label }),
    end: (at, end, code) => ({ kind: 'x', dt: since(at), end, ...(code === undefined ? {} : { code }), chunks, bytes }),
  };
}

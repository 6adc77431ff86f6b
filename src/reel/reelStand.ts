import type { EndCause, Reel, ReelHeader } from './format.ts';
import { createLineMaker } from './write.ts';

/** For tests: the header of a reel. */
export function testHeader(over: Partial<ReelHeader> = {}): ReelHeader {
  return {
    reel: 1,
    format: 'runreel',
    agent: { name: 'hand-written', version: '1' },
    title: 'A test',
    recordedAt: '2026-11-30T18:00:00.000Z',
    transport: 'sse',
    redaction: { replaced: 0 },
    ...over,
  };
}

/** What a test's reel has beside its chunks, of which one comes each 100 ms, the headers 50 ms before the first. */
export interface ReelFacts {
  readonly end?: EndCause;
  readonly header?: Partial<ReelHeader>;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const encoder = new TextEncoder();

/** A hand-written event stream. */
export function eventReel(chunks: readonly (string | Uint8Array)[], facts: ReelFacts = {}): Reel {
  const { end = 'eof', header, status = 200, headers = { 'content-type': 'text/event-stream' } } = facts;
  const make = createLineMaker();
  return {
    header: testHeader(header),
    lines: [
      make.headers(50, status, headers),
      ...chunks.map((chunk, i) =>
        make.output(100 * (i + 1), typeof chunk === 'string' ? encoder.encode(chunk) : chunk),
      ),
      make.end(100 * chunks.length + 50, end),
    ],
    truncated: false,
  };
}

/** For tests: a reel of the kit's own events, of which one comes each 100 ms. */
export function logReel(events: readonly object[], header?: Partial<ReelHeader>): Reel {
  const make = createLineMaker();
  return {
    header: testHeader(header),
    lines: [
      ...events.map((event, i) => make.output(100 * (i + 1), encoder.encode(`${JSON.stringify(event)}\n`))),
      make.end(100 * events.length + 50, 'eof'),
    ],
    truncated: false,
  };
}

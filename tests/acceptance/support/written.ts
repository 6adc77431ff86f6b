import type { FormatName } from '../../../src/adapters/index.ts';
import type { AgentEvent } from '../../../src/logic/index.ts';
import { createLineMaker, type EndCause, formatReel, parseReel, type Reel } from '../../../src/reel/index.ts';

/** A stream to stage: a reel, and how many chunks of it have come at each moment that a story names. */
export interface Stream {
  readonly reel: Reel;
  readonly moments: ReadonlyMap<string, number>;
}

/** What one moment brings: messages of the format, all in one chunk. */
type Moments<Message> = Readonly<Record<string, readonly Message[]>>;

export interface WrittenOptions {
  readonly prompt?: string;
  /** Seconds that pass before a moment; one where nothing is said. */
  readonly seconds?: Readonly<Record<string, number>>;
  /** How the stream ends: `reset` is a lost connection. */
  readonly end?: EndCause;
}

/** A hand-written log in the kit's own events. */
export function written(moments: Moments<AgentEvent>, options?: WrittenOptions): Stream {
  return writtenAs('runreel', moments, options);
}

/** A hand-written log in another wire format. */
export function writtenAs(format: FormatName, moments: Moments<object>, options: WrittenOptions = {}): Stream {
  const { seconds = {}, ...rest } = options;
  let at = 0;
  const chunks = Object.entries(moments).map(([moment, messages]) => {
    at += seconds[moment] ?? 1;
    return { at, messages };
  });
  return streamOf(format, chunks, {
    ...rest,
    moments: Object.keys(moments).map((moment, index) => [moment, index + 1]),
  });
}

export interface Chunk {
  /** Seconds since the start of the stream. */
  readonly at: number;
  readonly messages: readonly object[];
}

interface StreamOptions extends Omit<WrittenOptions, 'seconds'> {
  readonly moments: Iterable<readonly [moment: string, chunk: number]>;
}

/**
 * A stream of these chunks, as a reel that was written and read. It ends with a chunk of its own that says nothing, at
 * the moment `the stream ends`, so that it can be held open after the last word.
 */
export function streamOf(format: FormatName, chunks: readonly Chunk[], options: StreamOptions): Stream {
  const { prompt = 'The test fails, fix it.', end = 'eof', moments } = options;
  const line = createLineMaker();
  const encoder = new TextEncoder();
  const outputs = [...chunks, { at: chunks.at(-1)?.at ?? 0, messages: [] }].map(({ at, messages }) =>
    line.output(at * 1000, encoder.encode(`${messages.map((message) => framed(format, message)).join('')}\n`)),
  );
  const reel: Reel = {
    header: {
      reel: 1,
      format,
      agent: { name: 'none', version: '0' },
      title: 'Written by hand',
      recordedAt: '2026-01-01T12:00:00.000Z',
      transport: format === 'ai-sdk-ui' ? 'sse' : 'stdout',
      prompt,
      redaction: { replaced: 0 },
    },
    lines: [...outputs, line.end((chunks.at(-1)?.at ?? 0) * 1000, end)],
    truncated: false,
  };
  return { reel: parseReel(formatReel(reel)), moments: new Map([...moments, ['the stream ends', outputs.length]]) };
}

/** A recorded run. */
export function recorded(text: string): Stream {
  return { reel: parseReel(text), moments: new Map() };
}

function framed(format: FormatName, message: object): string {
  const json = JSON.stringify(message);
  return format === 'ai-sdk-ui' ? `data: ${json}\n\n` : `${json}\n`;
}

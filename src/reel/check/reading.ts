import { createDecoder, detectFormat, type FormatName } from '../../adapters/index.ts';
import type { AgentEvent } from '../../logic/events.ts';
import { chunkBytes } from '../bytes.ts';
import { decoderOf, type ReelDecoder } from '../decoderOf.ts';
import { isCut, type Reel } from '../format.ts';
import { formatOf } from '../formatOf.ts';

/** A log or a reel, decoded. */
export interface Recording {
  readonly format: FormatName | undefined;
  readonly events: readonly { readonly event: AgentEvent; readonly line: number }[];
  /** The lines at which something could not be read. */
  readonly malformed: readonly number[];
  readonly unknown: Readonly<Record<string, number>>;
  readonly lines: number;
  /** Milliseconds. */
  readonly duration: number | undefined;
}

/** Decodes a log line by line, so that each event has its line. */
export function readLog(source: string | Uint8Array, format = detectFormat(sampleOf(source))): Recording {
  if (!format) return { format, events: [], malformed: [], unknown: {}, lines: 0, duration: undefined };
  const reader = createReader(createDecoder(format));
  let line = 0;
  for (const piece of linesOf(source)) {
    line += 1;
    reader.read(line, (decoder) => decoder.push(piece));
  }
  reader.read(line, (decoder) => decoder.end());
  const times = reader.events.flatMap(({ event }) => event.at ?? []);
  const duration = times.length === 0 ? undefined : times.reduce(later) - times.reduce(earlier);
  return { format, lines: line, duration, ...reader.result() };
}

const later = (one: number, other: number) => Math.max(one, other);
const earlier = (one: number, other: number) => Math.min(one, other);

/**
 * Decodes a reel chunk by chunk, as an app has it that was there (see `threadAt`).
 * @throws {ReelError} where its format is not known.
 */
export function readReel(reel: Reel): Recording {
  const format = formatOf(reel);
  const reader = createReader(decoderOf(reel), Date.parse(reel.header.recordedAt));
  const { prompt } = reel.header;
  if (prompt !== undefined) reader.read(1, () => [{ type: 'user_message', text: prompt }], 0);
  let time = 0;
  let cut = true;
  // The header is the first line.
  let number = 1;
  for (const line of reel.lines) {
    number += 1;
    time += line.dt;
    if (line.kind === 'o' || line.kind === 'b') reader.read(number, (decoder) => decoder.push(chunkBytes(line)), time);
    if (line.kind === 'x') cut = isCut(line.end);
  }
  reader.read(number, (decoder) => decoder.end(cut), time);
  return { format, lines: number, duration: time, ...reader.result() };
}

function createReader(decoder: ReelDecoder, epoch?: number) {
  const events: { event: AgentEvent; line: number }[] = [];
  const malformed: number[] = [];
  let count = 0;
  return {
    events,
    read(line: number, from: (decoder: ReelDecoder) => readonly AgentEvent[], time = 0): void {
      for (const event of from(decoder)) {
        events.push({ line, event: epoch === undefined ? event : { at: epoch + time, ...event } });
      }
      for (const now = decoder.diagnostics.malformed; count < now; count++) malformed.push(line);
    },
    result: () => ({ events, malformed, unknown: decoder.diagnostics.unknown }),
  };
}

const SAMPLE_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

function sampleOf(source: string | Uint8Array): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source.subarray(0, SAMPLE_BYTES));
}

/** The lines of a log with their line breaks. */
function* linesOf(source: string | Uint8Array): Generator<string | Uint8Array> {
  for (let from = 0; from < source.length; ) {
    const found = typeof source === 'string' ? source.indexOf('\n', from) : source.indexOf(NEWLINE, from);
    const to = found < 0 ? source.length : found + 1;
    yield source.slice(from, to);
    from = to;
  }
}

import { createDecoder, detectFormat, type FormatName, formats } from '../../src/adapters/index.ts';
import { UsageError } from '../usageError.ts';
import { isEventStream, messagesIn } from './messages.ts';
import { paceOf } from './pace.ts';
import { EVENT_STREAM, type FoundRun } from './run.ts';
import { timestampOf } from './timestamp.ts';

const SAMPLE = 64 * 1024;

/** The beginning of a stream, as long as a format is told by it. */
export function sampleOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, SAMPLE));
}

/**
 * The format of a stream: the one that was named, else the one that its beginning tells.
 * @throws {UsageError}
 */
export function formatOfLog(sample: string, said: string | undefined, name: string): FormatName {
  if (said === undefined) {
    const found = detectFormat(sample);
    if (found) return found;
    throw new UsageError(`${name}: the format is not known; say it with --format: ${formats.join(', ')}.`);
  }
  const known = formats.find((format) => format === said);
  if (known) return known;
  throw new UsageError(`the format "${said}" is not known; known are ${formats.join(', ')}.`);
}

/** The run in a log without times of its own lines: JSON lines, a dump of an event stream, a JSON document. */
export function runOfRawLog(bytes: Uint8Array, format: FormatName, step: number): FoundRun {
  const eventStream = isEventStream(sampleOf(bytes));
  const messages = messagesIn(bytes, eventStream);
  const { known, torn } = timesIn(messages, format);
  const { times, isKnown, start } = paceOf(known, step);
  return {
    format,
    transport: eventStream ? 'sse' : 'stdout',
    pieces: messages.map((piece, i) => ({ time: times[i] ?? 0, bytes: piece })),
    // The log keeps no headers; they came before the first frame at the latest.
    ...(eventStream ? { headers: { ...EVENT_STREAM, time: 0 } } : {}),
    ...(start === undefined ? {} : { startedAt: new Date(start).toISOString() }),
    end: torn ? 'reset' : 'eof',
    imported: {
      from: 'log',
      timing: isKnown ? 'events' : 'even',
      chunks: messages.length > 1 ? 'messages' : 'document',
    },
  };
}

/** When each message was, by the newest of its own events or its timestamp; and whether the last message is torn. */
export function timesIn(messages: readonly Uint8Array[], format: FormatName) {
  const decoder = createDecoder(format);
  const text = new TextDecoder();
  let before = 0;
  const known = messages.map((message) => {
    before = decoder.diagnostics.malformed;
    return newest(decoder.push(message)) ?? timestampOf(text.decode(message));
  });
  decoder.end();
  return { known, torn: decoder.diagnostics.malformed > before };
}

function newest(events: readonly { readonly at?: number }[]): number | undefined {
  return events.reduce<number | undefined>(
    (latest, { at }) => (at === undefined || (latest !== undefined && latest > at) ? latest : at),
    undefined,
  );
}

import { detectFormat, type FormatName, formats } from '../../src/adapters/index.ts';
import { UsageError } from '../usageError.ts';
import { type HarEntry, readHar, requestOf } from './har.ts';
import { isEventStream, messagesIn } from './messages.ts';
import { paceOf } from './pace.ts';
import { formatOfLog, sampleOf, timesIn } from './rawLog.ts';
import type { FoundRun, Imported } from './run.ts';

export interface HarOptions {
  readonly format?: string;
  /** The one entry that is wanted, from 1. */
  readonly entry?: number;
  /** Milliseconds between messages where nothing tells. */
  readonly step: number;
}

/**
 * The runs in a HAR file: one for each response that is a stream of a known format, or the entry that is named. Tells
 * of streams whose body the file does not hold.
 * @throws {UsageError} where there is none
 */
export function runsOfHar(value: unknown, name: string, options: HarOptions, tell: (sentence: string) => void) {
  const entries = readHar(value, name);
  const wanted = options.entry === undefined ? entries : [chosen(entries, options.entry, name)];
  const runs: FoundRun[] = [];
  for (const entry of wanted) {
    const { body } = entry;
    const what = `${name}: entry ${entry.entry} (${entry.method} ${entry.host}${entry.path})`;
    if (!body) {
      const missing = `${what} ${entry.isEventStream ? 'is an event stream' : 'is there'}, but the file does not hold its body`;
      if (options.entry !== undefined) throw new UsageError(`${missing}; export the HAR file with contents.`);
      if (entry.isEventStream) tell(`${missing}.`);
      continue;
    }
    const format = formatOfEntry(body, options, what);
    if (format) runs.push(runOf(entry, body, format, options.step));
  }
  if (runs.length > 0) return runs;
  throw new UsageError(
    `${name}: no response in its ${entries.length} entries is of a known format; known are ${formats.join(', ')}.`,
  );
}

function chosen(entries: readonly HarEntry[], wanted: number, name: string): HarEntry {
  const entry = entries[wanted - 1];
  if (entry) return entry;
  throw new UsageError(`${name} has no entry ${wanted}; it has ${entries.length}.`);
}

/** A format that is named holds for an entry that is named, or else for those that could be a stream of it. */
function formatOfEntry(body: Uint8Array, { format, entry }: HarOptions, what: string): FormatName | undefined {
  if (entry !== undefined) return formatOfLog(sampleOf(body), format, what);
  const found = detectFormat(sampleOf(body));
  return format === undefined || found === format ? found : undefined;
}

function runOf(entry: HarEntry, body: Uint8Array, format: FormatName, step: number): FoundRun {
  const eventStream = isEventStream(sampleOf(body));
  const messages = messagesIn(body, eventStream);
  const { times, timing } = timesOf(entry, messages, format, step);
  const { torn } = timesIn(messages, format);
  const hasStatus = entry.status >= 100 && entry.status <= 599;
  const missing = [
    'the chunks',
    ...(timing === 'recorded' ? [] : ['their times']),
    ...(entry.failure ? [] : ['how the stream ended']),
    ...(hasStatus ? [] : ['the status']),
    ...(entry.fullSize === undefined ? [] : [`the rest of a body of ${entry.fullSize} bytes`]),
  ];
  return {
    format,
    transport: eventStream ? 'sse' : 'http',
    headers: { time: entry.wait, status: hasStatus ? entry.status : 200, fields: entry.headers },
    pieces: messages.map((bytes, i) => ({ time: entry.wait + (times[i] ?? 0), bytes })),
    request: requestOf(entry),
    ...(entry.startedAt === undefined ? {} : { startedAt: entry.startedAt }),
    end: entry.failure ?? (torn || entry.fullSize !== undefined ? 'reset' : 'eof'),
    imported: {
      from: 'har',
      entry: entry.entry,
      timing,
      chunks: messages.length > 1 ? 'messages' : 'document',
      missing,
    },
    name: `${entry.entry}-${entry.path}`,
    ...(entry.host === '' ? {} : { agent: entry.host }),
    title: `${entry.method} ${entry.path}`,
  };
}

/** Times since the headers: as the browser kept them, as the agent wrote them, or evenly over the response. */
function timesOf(
  { messageTimes, receive }: HarEntry,
  messages: readonly Uint8Array[],
  format: FormatName,
  step: number,
): { readonly times: readonly number[]; readonly timing: Imported['timing'] } {
  const kept = messageTimes.length === messages.length ? paceOf(messageTimes, step) : undefined;
  if (kept?.isKnown) return { times: kept.times, timing: 'recorded' };
  const events = paceOf(timesIn(messages, format).known, step);
  if (events.isKnown) return { times: events.times, timing: 'events' };
  if (receive <= 0) return { times: events.times, timing: 'even' };
  const each = receive / Math.max(1, messages.length - 1);
  return { times: messages.map((_, i) => i * each), timing: 'response' };
}

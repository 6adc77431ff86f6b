import { isObject, type JsonObject, member, number, text } from '../../src/adapters/json.ts';
import { parseJson } from '../../src/logic/json.ts';
import { UsageError } from '../usageError.ts';
import type { FoundRun, Piece } from './run.ts';

/** What the client sent, a message a line; the time of each where the log has one. */
interface Sent {
  readonly time: number | undefined;
  readonly message: JsonObject;
}

/**
 * A run with what its client sent beside it, from a log of JSON messages. A line is a message, or `{"t": milliseconds,
 * "line": "…"}`, or a message with such a `t` of its own. Without times a message of JSON-RPC is placed as early as the
 * conversation allows: an answer after the question, a request after the answer to the one before.
 * @throws {UsageError}
 */
export function withClient(run: FoundRun, log: string, name: string): FoundRun {
  const sent = readSent(log, name);
  const encoder = new TextEncoder();
  const places = sent.some(({ time }) => time === undefined) ? placesIn(run, sent) : [];
  let latest = 0;
  const pieces = sent.map(({ time, message }, i): Piece => {
    latest = Math.max(latest, time ?? places[i] ?? 0);
    return { time: latest, bytes: encoder.encode(`${JSON.stringify(message)}\n`) };
  });
  return { ...run, sent: pieces };
}

function readSent(log: string, name: string): readonly Sent[] {
  const sent = log.split('\n').flatMap((row, index) => {
    if (row.trim() === '') return [];
    const value = parseJson(row);
    if (!isObject(value)) throw new UsageError(`${name}: line ${index + 1} is no message in JSON.`);
    return [sentOf(value, `${name}: line ${index + 1}`)];
  });
  if (sent.length === 0) throw new UsageError(`${name}: it is empty.`);
  return sent;
}

function sentOf(value: JsonObject, where: string): Sent {
  const time = number(value, 't');
  const line = text(value, 'line');
  if (time === undefined) return { time, message: value };
  if (line === undefined) {
    const { t, ...message } = value;
    return { time, message };
  }
  const message = parseJson(line);
  if (!isObject(message)) throw new UsageError(`${where} is no message in JSON.`);
  return { time, message };
}

/** The earliest time for each message: when what it waits for has come. */
function placesIn(run: FoundRun, sent: readonly Sent[]): readonly number[] {
  const came = receivedIn(run);
  let answered = 0;
  return sent.map(({ message }) => {
    const id = idOf(message);
    if (text(message, 'method') === undefined) return came.requests.get(id) ?? answered;
    const time = answered;
    if (id !== undefined) answered = came.answers.get(id) ?? answered;
    return time;
  });
}

/** When the agent asked, and when it answered. */
function receivedIn({ pieces }: FoundRun) {
  const requests = new Map<unknown, number>();
  const answers = new Map<unknown, number>();
  const decoder = new TextDecoder();
  for (const { time, bytes } of pieces) {
    const message = parseJson(decoder.decode(bytes));
    const id = isObject(message) ? idOf(message) : undefined;
    if (!isObject(message) || id === undefined) continue;
    const map = text(message, 'method') === undefined ? answers : requests;
    if (!map.has(id)) map.set(id, time);
  }
  return { requests, answers };
}

function idOf(message: JsonObject): unknown {
  return member(message, 'id');
}

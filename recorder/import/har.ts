import { isObject, list, member, number, text } from '../../src/adapters/json.ts';
import { parseJson } from '../../src/logic/json.ts';
import { UsageError } from '../usageError.ts';

/** One request of a HAR file with its response, as far as it matters here. */
export interface HarEntry {
  /** Its place in the file, from 1. */
  readonly entry: number;
  readonly method: string;
  readonly host: string;
  /** Without the query, which may hold a key. */
  readonly path: string;
  readonly requestBody?: string;
  /** ISO 8601. */
  readonly startedAt: string | undefined;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly isEventStream: boolean;
  /** `undefined` where the file does not hold it. */
  readonly body: Uint8Array | undefined;
  /** How many bytes the body had on its way, where the file tells and holds fewer. */
  readonly fullSize?: number;
  /** Milliseconds until the headers, and from there to the end. */
  readonly wait: number;
  readonly receive: number;
  /** The connection broke, or the page left. */
  readonly failure?: 'reset' | 'abort';
  /** When each message of an event stream came, in milliseconds since the epoch, where the browser kept that. */
  readonly messageTimes: readonly number[];
}

/** Whether a JSON text is meant as a HAR file. */
export function isHar(value: unknown): boolean {
  return isObject(member(value, 'log')) && Array.isArray(member(member(value, 'log'), 'entries'));
}

/**
 * The entries of a HAR file (version 1.2).
 * @throws {UsageError}
 */
export function readHar(value: unknown, name: string): readonly HarEntry[] {
  const entries = list(member(value, 'log'), 'entries');
  if (entries.length === 0) throw new UsageError(`${name}: the HAR file holds no request.`);
  return entries.map((entry, i) => readEntry(entry, i + 1));
}

function readEntry(entry: unknown, place: number): HarEntry {
  const request = member(entry, 'request');
  const response = member(entry, 'response');
  const content = member(response, 'content');
  const timings = member(entry, 'timings');
  const url = text(request, 'url') ?? '';
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: '', pathname: url };
  const requestBody = text(member(request, 'postData'), 'text');
  const messages = list(entry, '_eventSourceMessages');
  const body = bodyOf(content) ?? bodyOfMessages(messages);
  const size = number(content, 'size');
  const failure = failureOf(response);
  const mimeType = text(content, 'mimeType') ?? '';
  return {
    entry: place,
    method: text(request, 'method') ?? 'GET',
    host,
    path: pathname,
    ...(requestBody === undefined ? {} : { requestBody }),
    startedAt: dateOf(text(entry, 'startedDateTime')),
    status: number(response, 'status') ?? 0,
    headers: headersOf(response),
    isEventStream: /^text\/event-stream\b/i.test(mimeType) || messages.length > 0,
    body,
    ...(size !== undefined && size > (body?.length ?? 0) ? { fullSize: size } : {}),
    wait: sum(timings, ['blocked', 'dns', 'connect', 'send', 'wait']),
    receive: sum(timings, ['receive']),
    ...(failure === undefined ? {} : { failure }),
    messageTimes: messages.flatMap((message) => (number(message, 'time') ?? Number.NaN) * 1000),
  };
}

/** The bytes of a body, which stands there as text or as base64. An empty text is a body that was left out. */
function bodyOf(content: unknown): Uint8Array | undefined {
  const body = text(content, 'text');
  if (!body) return undefined;
  return text(content, 'encoding') === 'base64' ? Buffer.from(body, 'base64') : Buffer.from(body);
}

/** Chrome keeps the messages of an EventSource even where it keeps no body. */
function bodyOfMessages(messages: readonly unknown[]): Uint8Array | undefined {
  if (messages.length === 0) return undefined;
  const frames = messages.map((message) => {
    const id = text(message, 'eventId');
    const event = text(message, 'eventName');
    const data = (text(message, 'data') ?? '').split('\n').map((line) => `data: ${line}\n`);
    const named = event && event !== 'message' ? `event: ${event}\n` : '';
    return `${id ? `id: ${id}\n` : ''}${named}${data.join('')}\n`;
  });
  return Buffer.from(frames.join(''));
}

/** What a reel may say of the response; all others may hold something private (SPEC R7.3). */
const KEPT: ReadonlySet<string> = new Set(['cache-control', 'content-type', 'retry-after']);

function headersOf(response: unknown): Record<string, string> {
  const kept = list(response, 'headers').flatMap((header): [string, string][] => {
    const name = text(header, 'name')?.toLowerCase();
    const value = text(header, 'value');
    return name !== undefined && value !== undefined && KEPT.has(name) && isAscii(value) ? [[name, value]] : [];
  });
  return Object.fromEntries(kept);
}

const isAscii = (value: string) => /^[\t\x20-\x7e]*$/.test(value);

/** Chrome names the error in a field of its own, Firefox leaves the status at 0. */
function failureOf(response: unknown): HarEntry['failure'] {
  const error = text(response, '_error');
  if (error === undefined) return undefined;
  return /ABORTED/i.test(error) ? 'abort' : 'reset';
}

function dateOf(said: string | undefined): string | undefined {
  const time = Date.parse(said ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Of the phases of a request those that are there; -1 says that there was none. */
function sum(timings: unknown, names: readonly string[]): number {
  return names.reduce((total, name) => total + Math.max(0, number(timings, name) ?? 0), 0);
}

/** A request's body as a reel keeps it: as JSON where it is some. */
export function requestOf({ method, path, requestBody }: HarEntry): unknown {
  if (requestBody === undefined) return { method, path };
  return { method, path, body: parseJson(requestBody) ?? requestBody };
}

import {
  type EndCause,
  type OtherLine,
  REEL_VERSION,
  type Reel,
  ReelError,
  type ReelHeader,
  type ReelLine,
  type Transport,
} from './format.ts';

/**
 * Reads a reel (SPEC R7.1). A byte-order mark, CRLF and blank lines are tolerated; a torn last line is
 * left out and marks the reel `truncated`.
 * @throws {ReelError} for an unreadable line before the last, an unknown version, or no header.
 */
export function parseReel(text: string): Reel {
  const rows = text.replace(/^\uFEFF/, '').split('\n');
  const torn = rows.length - 1; // Only a row that no newline ended can be torn.
  const lines: ReelLine[] = [];
  let header: ReelHeader | undefined;
  let ended = false;
  for (const [index, row] of rows.entries()) {
    if (row.trim() === '') continue;
    const number = index + 1;
    const value = parseJson(row);
    if (value === undefined) {
      if (index === torn && header) return { header, lines, truncated: true };
      throw new ReelError(number, 'it is not JSON.');
    }
    if (!header) {
      header = readHeader(value, number);
      continue;
    }
    if (ended) throw new ReelError(number, 'nothing may follow the end line.');
    const line = readLine(value, number);
    ended = line.kind === 'x';
    lines.push(line);
  }
  if (!header) throw new ReelError(1, 'the header is missing.');
  return { header, lines, truncated: false };
}

/** The value of a JSON text, or `undefined` (which JSON cannot say) where it is none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const transports: ReadonlySet<unknown> = new Set<Transport>(['sse', 'http', 'stdout', 'websocket']);
const endCauses: ReadonlySet<unknown> = new Set<EndCause>(['eof', 'reset', 'abort', 'timeout', 'exit']);
const isTransport = (value: unknown): value is Transport => transports.has(value);
const isEndCause = (value: unknown): value is EndCause => endCauses.has(value);

function readHeader(value: unknown, line: number): ReelHeader {
  if (!isFields(value) || value['reel'] === undefined) throw new ReelError(line, 'it is no reel header.');
  if (value['reel'] !== REEL_VERSION) {
    throw new ReelError(line, `version ${JSON.stringify(value['reel'])} is not known; known is ${REEL_VERSION}.`);
  }
  const text = (from: Fields, name: string, path = name): string => {
    const field = from[name];
    if (typeof field === 'string') return field;
    throw new ReelError(line, `the header has no text "${path}".`);
  };
  const { transport, agent, redaction, prompt, model } = value;
  if (!isTransport(transport)) throw new ReelError(line, `transport ${JSON.stringify(transport)} is not known.`);
  if (!isFields(agent)) throw new ReelError(line, 'the header has no "agent".');
  if (!isFields(redaction)) throw new ReelError(line, 'the header has no "redaction".');
  const recordedAt = text(value, 'recordedAt');
  if (Number.isNaN(Date.parse(recordedAt))) throw new ReelError(line, '"recordedAt" is no date.');
  return {
    ...value,
    reel: REEL_VERSION,
    format: text(value, 'format'),
    agent: { ...agent, name: text(agent, 'name', 'agent.name'), version: text(agent, 'version', 'agent.version') },
    title: text(value, 'title'),
    recordedAt,
    transport,
    ...(prompt === undefined ? {} : { prompt: text(value, 'prompt') }),
    ...(model === undefined ? {} : { model: text(value, 'model') }),
    redaction: { ...redaction, replaced: typeof redaction['replaced'] === 'number' ? redaction['replaced'] : 0 },
  };
}

function isOther(value: readonly unknown[]): value is OtherLine['line'] {
  return isDuration(value[0]) && typeof value[1] === 'string';
}

const isStatus = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 599;
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const isDuration = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isHex = (value: unknown): value is string => typeof value === 'string' && /^(?:[0-9a-f]{2}){1,3}$/i.test(value);
const isBase64 = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(value);

function readLine(value: unknown, line: number): ReelLine {
  if (!Array.isArray(value)) throw new ReelError(line, 'it is no array [dt, kind, payload].');
  if (!isOther(value)) throw new ReelError(line, 'it does not start with whole milliseconds and a kind.');
  const [dt, kind, payload, extra] = value;
  switch (kind) {
    case 'o':
    case 'e':
    case 'i': {
      if (typeof payload !== 'string') throw new ReelError(line, `a line of kind "${kind}" needs a text.`);
      const { h: head, t: tail } = isFields(extra) ? extra : {};
      if ((head !== undefined && !isHex(head)) || (tail !== undefined && !isHex(tail))) {
        throw new ReelError(line, 'the edges are not one to three bytes in hex.');
      }
      return {
        kind,
        dt,
        text: payload,
        ...(head === undefined ? {} : { head }),
        ...(tail === undefined ? {} : { tail }),
      };
    }
    case 'b':
      if (!isBase64(payload) || payload.length % 4 !== 0) throw new ReelError(line, 'the bytes are not base64.');
      return { kind, dt, base64: payload };
    case 'h':
      return readHeaders(dt, payload, line);
    case 'm':
      if (typeof payload !== 'string') throw new ReelError(line, 'a marker needs a text.');
      return { kind, dt, label: payload };
    case 'x':
      return readEnd(dt, payload, line);
    default:
      return { kind: 'other', dt, line: value };
  }
}

function readHeaders(dt: number, payload: unknown, line: number): ReelLine {
  const status = isFields(payload) ? payload['status'] : undefined;
  if (!isFields(payload) || !isStatus(status)) throw new ReelError(line, 'the headers have no status of HTTP.');
  const headers: Record<string, string> = {};
  for (const [name, field] of Object.entries(isFields(payload['headers']) ? payload['headers'] : {})) {
    if (typeof field !== 'string') continue;
    if (!HEADER_NAME.test(name) || !HEADER_VALUE.test(field)) {
      throw new ReelError(line, `the header ${JSON.stringify(name)} is none that HTTP can send.`);
    }
    headers[name] = field;
  }
  return { kind: 'h', dt, status, headers };
}

function readEnd(dt: number, payload: unknown, line: number): ReelLine {
  if (!isFields(payload)) throw new ReelError(line, 'the end has no cause.');
  const { end, code, chunks, bytes } = payload;
  if (!isEndCause(end)) throw new ReelError(line, `the end ${JSON.stringify(end)} is not known.`);
  if (!isDuration(chunks) || !isDuration(bytes)) throw new ReelError(line, 'the end does not count chunks and bytes.');
  return { kind: 'x', dt, end, ...(typeof code === 'number' ? { code } : {}), chunks, bytes };
}

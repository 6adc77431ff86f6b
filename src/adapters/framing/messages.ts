import { parseJson } from '../../logic/json.ts';
import { isObject, type JsonObject } from '../json.ts';

/** Who is told what a stream holds, one message at a time. */
export interface MessageSink {
  /** `id`: the SSE event's own id. */
  message(value: JsonObject, id?: string): void;
  /** Something that was meant as a message and cannot be read: counted, never thrown. */
  malformed(): void;
  /** A comment or a keep-alive: a sign of life, no progress (SPEC R2.8). */
  alive(): void;
}

/** Reads lines; all of them end in LF, only the tail of a stream does not. */
export interface BlockReader {
  block(lines: string): void;
  end(tail: string): void;
}

/** Where in an object's text a scan stands: it may stop and go on at any character. */
export interface Nesting {
  depth: number;
  inString: boolean;
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN = 123;
const CLOSE = 125;

/** The index after the object's last brace, or -1 where the text ends before it. */
export function endOfObject(text: string, from: number, nesting: Nesting): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (nesting.inString) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) nesting.inString = false;
    } else if (code === QUOTE) nesting.inString = true;
    else if (code === OPEN) nesting.depth++;
    else if (code === CLOSE && --nesting.depth === 0) return i + 1;
  }
  return -1;
}

/**
 * Reads one line or one `data` of a stream: a message, a list of messages, or several messages joined without a line
 * break between them. False where nothing in it can be read.
 */
export function readMessages(source: string, sink: MessageSink, id?: string): boolean {
  const value = parseJson(source);
  if (value === undefined) return readJoined(source, sink, id);
  for (const one of Array.isArray(value) ? value : [value]) {
    if (isObject(one)) sink.message(one, id);
    else if (one !== null) sink.malformed();
  }
  return true;
}

function readJoined(source: string, sink: MessageSink, id: string | undefined): boolean {
  if (!/^(?:\[\s*)?\{/.test(source.slice(0, 64))) return false;
  let broken = false;
  let found = false;
  for (let from = 0; from < source.length; ) {
    if (source.charCodeAt(from) !== OPEN) {
      broken ||= !isBetweenObjects(source.charCodeAt(from));
      from++;
      continue;
    }
    const end = endOfObject(source, from, { depth: 0, inString: false });
    const value = end === -1 ? undefined : parseJson(source.slice(from, end));
    if (isObject(value)) sink.message(value, id);
    broken ||= value === undefined;
    found ||= value !== undefined;
    from = end === -1 ? source.length : end;
  }
  if (broken && found) sink.malformed();
  return found;
}

function isBetweenObjects(code: number): boolean {
  return code <= 32 || code === COMMA || code === OPEN_LIST || code === CLOSE_LIST;
}

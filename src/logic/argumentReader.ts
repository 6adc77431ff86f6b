import { growHead, isBlank } from './excerpt.ts';
import { parseJson } from './json.ts';
import { Sequence } from './sequence.ts';

/** A member of an arguments object: its name and what is known of its value. */
export type Argument = readonly [name: string, value: unknown];

/** Where in the text the reader stands; `text`: this is no JSON object. */
type Phase = 'start' | 'name' | 'inName' | 'colon' | 'value' | 'inString' | 'inOther' | 'comma' | 'end' | 'text';

/**
 * Reads the JSON text of a call's arguments while it streams in (SPEC R3.2). A reader is never
 * changed: reading on gives another one, at the cost of the piece that was read.
 */
export interface ArgumentReader {
  readonly phase: Phase;
  /** The members that are complete, in written order. */
  readonly members: Sequence<Argument>;
  /** Name of the member that is being read, decoded. */
  readonly name: string;
  /** Its value so far: decoded where it is a string, else the raw JSON text. */
  readonly value: string;
  /** The beginning of `value`, for previews. */
  readonly head: string;
  /** An escape sequence that has begun. */
  readonly escape: string;
  /** Brackets open in a raw value. */
  readonly depth: number;
  /** Whether a raw value is inside one of its strings. */
  readonly quoted: boolean;
  /** What the preview is made of: a non-blank `description`, and the first other member. */
  readonly description: string | undefined;
  readonly first: PreviewSource | undefined;
  /** Which member `first` is. */
  readonly firstAt: number;
}

/** The beginning of a value that a preview shows: of a text, or of a value's raw JSON. */
export interface PreviewSource {
  readonly head: string;
  readonly raw: boolean;
}

/** A reader that has read nothing. */
export const newReader: ArgumentReader = {
  phase: 'start',
  members: Sequence.empty(),
  name: '',
  value: '',
  head: '',
  escape: '',
  depth: 0,
  quoted: false,
  description: undefined,
  first: undefined,
  firstAt: 0,
};

type Draft = { -readonly [K in keyof ArgumentReader]: ArgumentReader[K] };

/** Reads on. */
export function readOn(reader: ArgumentReader, piece: string): ArgumentReader {
  if (reader.phase === 'text' || piece === '') return reader;
  const draft: Draft = { ...reader };
  for (let i = 0; i < piece.length && draft.phase !== 'text'; ) i = step(draft, piece, i);
  return draft;
}

/** Reads what stands at `i` and returns where to go on. */
function step(draft: Draft, piece: string, i: number): number {
  const char = piece.charAt(i);
  switch (draft.phase) {
    case 'inName':
    case 'inString':
      return readString(draft, piece, i);
    case 'inOther':
      return readOther(draft, piece, i);
  }
  if (SPACE.test(char)) return i + 1;
  switch (draft.phase) {
    case 'start':
      return expect(draft, char === '{', 'name', i);
    case 'name':
      // A comma before the closing brace is forgiven.
      if (char === '}') return expect(draft, true, 'end', i);
      draft.name = '';
      return expect(draft, char === '"', 'inName', i);
    case 'colon':
      return expect(draft, char === ':', 'value', i);
    case 'value':
      draft.value = '';
      draft.head = '';
      draft.depth = 0;
      draft.quoted = false;
      draft.phase = char === '"' ? 'inString' : 'inOther';
      return char === '"' ? i + 1 : i;
    case 'comma':
      return expect(draft, char === ',' || char === '}', char === '}' ? 'end' : 'name', i);
    default:
      draft.phase = 'text';
      return i;
  }
}

const SPACE = /[\s\ufeff]/;

function expect(draft: Draft, met: boolean, next: Phase, i: number): number {
  draft.phase = met ? next : 'text';
  return i + 1;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Reads on in a name or in a string value, up to its closing quote or the end of the piece. */
function readString(draft: Draft, piece: string, from: number): number {
  let i = from;
  if (draft.escape !== '') {
    draft.escape += piece.charAt(i++);
    if (draft.escape.charAt(1) === 'u' && draft.escape.length < 6) return i;
    take(draft, decodeEscape(draft.escape));
    draft.escape = '';
  }
  const start = i;
  while (i < piece.length) {
    const unit = piece.charCodeAt(i);
    if (unit === QUOTE || unit === BACKSLASH) break;
    i++;
  }
  if (i > start) take(draft, piece.slice(start, i));
  if (i === piece.length) return i;
  if (piece.charCodeAt(i) === BACKSLASH) draft.escape = '\\';
  else if (draft.phase === 'inName') draft.phase = 'colon';
  else finishMember(draft, draft.value);
  return i + 1;
}

const HEX = /^[0-9a-f]{4}$/i;

function decodeEscape(sequence: string): string {
  const kind = sequence.charAt(1);
  if (kind !== 'u') return ESCAPES[kind] ?? kind;
  const digits = sequence.slice(2);
  return HEX.test(digits) ? String.fromCharCode(Number.parseInt(digits, 16)) : '\ufffd';
}

function take(draft: Draft, text: string): void {
  if (draft.phase === 'inName') {
    draft.name += text;
    return;
  }
  draft.value += text;
  draft.head = growHead(draft.head, text);
  lookAt(draft, draft.head, false);
}

/** Reads on in a number, a literal, a list or an object, whose text is kept and parsed when whole. */
function readOther(draft: Draft, piece: string, from: number): number {
  let i = from;
  let { depth, quoted, escape: escaped } = draft;
  for (; i < piece.length; i++) {
    const char = piece.charAt(i);
    if (escaped !== '') escaped = '';
    else if (quoted) {
      if (char === '\\') escaped = char;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '[' || char === '{') depth++;
    else if (depth > 0 && (char === ']' || char === '}')) depth--;
    else if (depth === 0 && (char === ',' || char === '}' || char === ']')) break;
  }
  const text = piece.slice(from, i);
  draft.value += text;
  draft.head = growRaw(draft.head, text);
  Object.assign(draft, { depth, quoted, escape: escaped });
  // A number is not told before its end: 1 may become 12.
  if (depth > 0) lookAt(draft, draft.head, true);
  if (i === piece.length) return i;
  const value = parseJson(draft.value);
  if (value === undefined) draft.phase = 'text';
  else finishMember(draft, value);
  return i;
}

/** Raw JSON keeps its white space, which may stand inside a string. */
const RAW_UNITS = 2048;
function growRaw(head: string, text: string): string {
  return head.length >= RAW_UNITS ? head : head + text.slice(0, RAW_UNITS - head.length);
}

function finishMember(draft: Draft, value: unknown): void {
  lookAt(draft, draft.head, typeof value !== 'string');
  draft.members = draft.members.append([draft.name, value]);
  draft.phase = 'comma';
}

/** Keeps what the preview is made of. */
function lookAt(draft: Draft, head: string, raw: boolean): void {
  const at = draft.members.length;
  if (draft.name === 'description') {
    if (!raw && !isBlank(head)) draft.description = head;
    return;
  }
  if (draft.first && (draft.firstAt !== at || draft.first.head === head)) return;
  draft.first = { head, raw };
  draft.firstAt = at;
}

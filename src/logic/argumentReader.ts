import { parseJson, parsePartialJson } from './json.ts';
import { Sequence } from './sequence.ts';

/** A member of an arguments object: its name and what is known of its value. */
export type Argument = readonly [name: string, value: unknown];

/** Raw text of a member that is kept for its preview. */
const HEAD_UNITS = 640;

/**
 * Reads the JSON text of a call's arguments while it streams in (SPEC R3.2). A reader is never
 * changed: reading on gives another one, at the cost of the piece that was read.
 */
export interface ArgumentReader {
  /** `before` the object, `in` it, after its `end`, or `text`: this is no JSON object. */
  readonly phase: 'before' | 'in' | 'end' | 'text';
  /** The members that are complete, in written order. */
  readonly members: Sequence<Argument>;
  /** The text of the member that is being read, and its beginning. */
  readonly raw: string;
  readonly head: string;
  /** Whether the beginning is as long as a preview needs it. */
  readonly isEnough: boolean;
  /** Brackets open in the member, and whether the text stands in a string, behind a backslash. */
  readonly depth: number;
  readonly quoted: boolean;
  readonly escaped: boolean;
  /** What the preview is made of: the beginnings of the `description` and of the first other member. */
  readonly description: string | undefined;
  readonly first: string | undefined;
  /** Which member `first` is. */
  readonly firstAt: number;
}

/** A reader that has read nothing. */
export const newReader: ArgumentReader = {
  phase: 'before',
  members: Sequence.empty(),
  raw: '',
  head: '',
  isEnough: false,
  depth: 0,
  quoted: false,
  escaped: false,
  description: undefined,
  first: undefined,
  firstAt: 0,
};

type Draft = { -readonly [K in keyof ArgumentReader]: ArgumentReader[K] };

function copyReader(reader: ArgumentReader): Draft {
  return {
    phase: reader.phase,
    members: reader.members,
    raw: reader.raw,
    head: reader.head,
    isEnough: reader.isEnough,
    depth: reader.depth,
    quoted: reader.quoted,
    escaped: reader.escaped,
    description: reader.description,
    first: reader.first,
    firstAt: reader.firstAt,
  };
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN = 123;
const CLOSE = 125;

/** Reads on. */
export function readOn(reader: ArgumentReader, piece: string): ArgumentReader {
  const draft = copyReader(reader);
  for (let i = 0; i < piece.length; )
    i = draft.phase === 'in' ? readMember(draft, piece, i) : readAround(draft, piece, i);
  return draft;
}

/** Reads what stands before or behind the object. */
function readAround(draft: Draft, piece: string, i: number): number {
  const char = piece.charAt(i);
  if (draft.phase === 'text') return piece.length;
  if (char.trim() !== '') draft.phase = draft.phase === 'before' && char === '{' ? 'in' : 'text';
  return i + 1;
}

/** Reads on in a member, up to what ends it. */
function readMember(draft: Draft, piece: string, from: number): number {
  let { depth, quoted, escaped } = draft;
  let i = from;
  let end = 0;
  for (; i < piece.length && end === 0; i++) {
    const code = piece.charCodeAt(i);
    if (escaped) escaped = false;
    else if (quoted) {
      escaped = code === BACKSLASH;
      quoted = code !== QUOTE;
    } else if (code === QUOTE) quoted = true;
    else if (code === OPEN_LIST || code === OPEN) depth++;
    else if (depth > 0 && (code === CLOSE_LIST || code === CLOSE)) depth--;
    else if (depth === 0 && (code === COMMA || code === CLOSE)) end = code;
  }
  const text = end === 0 && from === 0 ? piece : piece.slice(from, end === 0 ? i : i - 1);
  draft.raw += text;
  draft.depth = depth;
  draft.quoted = quoted;
  draft.escaped = escaped;
  if (!draft.isEnough) {
    // The comma tells that a number is whole.
    draft.head = (draft.head + (end === 0 ? text : `${text},`)).slice(0, HEAD_UNITS);
    draft.isEnough = draft.head.length === HEAD_UNITS || LONG_STRING.test(draft.head);
    lookAt(draft);
  }
  if (end !== 0) finishMember(draft, end);
  return i;
}

function finishMember(draft: Draft, end: number): void {
  const [member] = Object.entries(parseJson(`{${draft.raw}}`) ?? {});
  if (member) draft.members = draft.members.append(member);
  // A comma before the closing brace is forgiven.
  else if (draft.raw.trim() !== '' || end === COMMA) draft.phase = 'text';
  draft.raw = '';
  draft.head = '';
  draft.isEnough = false;
  if (end === CLOSE && draft.phase === 'in') draft.phase = 'end';
}

/** A string of a hundred characters that can be seen: its preview does not change any more. */
const LONG_STRING = /^\s*"[^"\\]*"\s*:\s*"(?: |\\[nrt])*(?:(?:[!#-[\]-~]|\\["\\/])(?: |\\[nrt])*){100}/;

const DESCRIPTION = /^\s*"description"\s*:/;

/** Keeps what the preview is made of. */
function lookAt(draft: Draft): void {
  const { head, members } = draft;
  if (DESCRIPTION.test(head)) draft.description = head;
  else if (head.includes(':') && (draft.first === undefined || draft.firstAt === members.length)) {
    draft.first = head;
    draft.firstAt = members.length;
  }
}

/** The member whose text begins like this, as far as it can be read. */
export function readableMember(head: string | undefined): Argument | undefined {
  return head === undefined ? undefined : Object.entries(parsePartialJson(`{${head}`) ?? {})[0];
}

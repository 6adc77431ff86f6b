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
  depth: 0,
  quoted: false,
  escaped: false,
  description: undefined,
  first: undefined,
  firstAt: 0,
};

type Draft = { -readonly [K in keyof ArgumentReader]: ArgumentReader[K] };

/** Reads on. */
export function readOn(reader: ArgumentReader, piece: string): ArgumentReader {
  const draft: Draft = { ...reader };
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
  let end = '';
  for (; i < piece.length && end === ''; i++) {
    const char = piece.charAt(i);
    if (escaped) escaped = false;
    else if (quoted) {
      escaped = char === '\\';
      quoted = char !== '"';
    } else if (char === '"') quoted = true;
    else if (char === '[' || char === '{') depth++;
    else if (depth > 0 && (char === ']' || char === '}')) depth--;
    else if (depth === 0 && (char === ',' || char === '}')) end = char;
  }
  const text = piece.slice(from, i - end.length);
  draft.raw += text;
  // The comma tells that a number is whole.
  const read = end === '' ? text : `${text},`;
  if (draft.head.length < HEAD_UNITS) draft.head = (draft.head + read).slice(0, HEAD_UNITS);
  Object.assign(draft, { depth, quoted, escaped });
  lookAt(draft);
  if (end !== '') finishMember(draft, end);
  return i;
}

function finishMember(draft: Draft, end: string): void {
  const [member] = Object.entries(parseJson(`{${draft.raw}}`) ?? {});
  if (member) draft.members = draft.members.append(member);
  // A comma before the closing brace is forgiven.
  else if (draft.raw.trim() !== '' || end === ',') draft.phase = 'text';
  draft.raw = '';
  draft.head = '';
  if (end === '}' && draft.phase === 'in') draft.phase = 'end';
}

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

import type { Reel, ReelHeader } from '../format.ts';
import { findSecrets, type PlacedHit } from './finder.ts';
import { withoutForeignHeaders } from './headers.ts';
import type { Identity } from './identity.ts';
import { overwritten } from './kept.ts';
import { createPlaceholders, isPlaceholder, type Placeholders, placeholdersIn } from './placeholders.ts';
import { withBytes } from './reelBytes.ts';
import { RULESET } from './rules.ts';
import { type ReelViews, readViews } from './views.ts';

export interface RedactOptions {
  /** What must not be seen besides: exact texts, and patterns. */
  readonly own?: readonly (string | RegExp)[];
  /** What is known of who recorded, and where. */
  readonly identity?: Identity;
  /** Names of headers that may stay, besides those that say nothing of anybody. */
  readonly headers?: readonly string[];
}

/** Where something was replaced, and by which rule; never what. */
export interface RedactedPlace {
  readonly rule: string;
  /** The line of the reel's file, counted from 1. */
  readonly line: number;
}

export interface Redacted {
  readonly reel: Reel;
  /** How many places were replaced now; the header counts those of earlier times too. */
  readonly replaced: number;
  readonly places: readonly RedactedPlace[];
}

/** A placeholder can stand beside something with which it looks like a secret again. */
const MOST_PASSES = 4;

/**
 * Takes out of a reel what must not be published (SPEC R7.3): keys, tokens, credentials, cookies, foreign headers,
 * names of people and machines, addresses, and what the caller lists. Found in decoded views, replaced byte for byte:
 * chunks, lengths, JSON and UTF-8 stay what they were, and the same secret has the same placeholder everywhere.
 * Pure: the same reel and options give the same result.
 */
export function redact(reel: Reel, options: RedactOptions = {}): Redacted {
  const { own = [], identity = {}, headers = [] } = options;
  const places: RedactedPlace[] = [];
  let views = readViews(reel);
  const placeholders = createPlaceholders(new Set(views.board.blocks.flatMap(({ text }) => placeholdersIn(text))));
  const bare = replaceHeaders(reel, headers, placeholders, places);
  let current = bare;
  if (bare !== reel) views = readViews(bare);
  // What stands for a secret is not looked through again, where a short text of the user's list may be in it.
  const done = new Uint8Array(views.source.bytes.length);
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const { board, source } = views;
    const written = write(views, findSecrets(board.blocks, { own, identity }), placeholders);
    if (written.length === 0) break;
    places.push(...written);
    current = withBytes(current, source, board.bytes);
    for (let at = 0; at < done.length; at++) if (board.bytes[at] !== source.bytes[at]) done[at] = 1;
    views = readViews(current);
    for (let at = 0; at < done.length; at++) if (done[at]) views.board.lock(at, at + 1);
  }
  places.sort((one, other) => one.line - other.line);
  return { reel: { ...current, header: sealed(current.header, places.length) }, replaced: places.length, places };
}

function sealed(header: ReelHeader, replaced: number): ReelHeader {
  const { redaction } = header;
  return {
    ...header,
    redaction: { ...redaction, replaced: redaction.replaced + replaced, ruleset: RULESET, length: 'kept' },
  };
}

/** Writes the placeholders, those of longer secrets first; gives the places where something changed. */
function write({ board, lineOf }: ReelViews, hits: readonly PlacedHit[], placeholders: Placeholders): RedactedPlace[] {
  // A payload may be decoded in several views, of which none knows what another wrote.
  const places = new Map<string, RedactedPlace>();
  const longestFirst = hits.toSorted((one, other) => other.secret.length - one.secret.length);
  for (const { block, from, to, shape, rule } of longestFirst) {
    const units = overwritten(block.text, from, to);
    // What stays is no part of a secret's identity: a line break may be written in many ways.
    const placeholder = placeholders.of(units.map((at) => block.text.charAt(at)).join(''), shape);
    let changed = false;
    for (const [index, at] of units.entries()) {
      if (board.put(block.start + at, placeholder.charCodeAt(index))) changed = true;
    }
    const start = block.start + from;
    if (changed) places.set(`${board.origin(start)} ${placeholder}`, { rule, line: lineOf(start) });
  }
  board.settle();
  return [...places.values()];
}

function replaceHeaders(
  reel: Reel,
  allowed: readonly string[],
  placeholders: Placeholders,
  places: RedactedPlace[],
): Reel {
  let line = 1;
  let changed = false;
  const hide = (value: string) => {
    if (value === '' || isPlaceholder(value)) return value;
    const units = overwritten(value, 0, value.length);
    if (units.length === 0) return value;
    changed = true;
    places.push({ rule: 'header', line });
    const placeholder = placeholders.of(units.map((at) => value.charAt(at)).join(''), 'word');
    const written = value.split('');
    for (const [index, at] of units.entries()) written[at] = placeholder.charAt(index);
    return written.join('');
  };
  const clean = (value: unknown) => withoutForeignHeaders(value, allowed, hide);
  const { request } = reel.header;
  const header = request === undefined ? reel.header : { ...reel.header, request: clean(request) };
  const lines = reel.lines.map((one, index) => {
    line = index + 2;
    if (one.kind !== 'h') return one;
    const headers = clean({ headers: one.headers });
    return { ...one, headers: stringsOf(headers) };
  });
  return changed ? { ...reel, header, lines } : reel;
}

function stringsOf(value: unknown): Record<string, string> {
  const headers = typeof value === 'object' && value !== null && 'headers' in value ? value.headers : {};
  const strings = Object.entries(headers ?? {}).flatMap(([name, field]) =>
    typeof field === 'string' ? [[name, field] as const] : [],
  );
  return Object.fromEntries(strings);
}

import { createDecoder, formats } from '../src/adapters/index.ts';
import type { AgentEvent } from '../src/logic/events.ts';
import { chunkBytes, isCut, type Reel, type ReelLine } from '../src/reel/index.ts';
import { isKept } from '../src/reel/redact/kept.ts';
import type { SealFinding } from './sealFinding.ts';

/**
 * Proves that a sealed reel is the raw one but for placeholders (SPEC R7.3): the same lines and lengths of chunks, and
 * the same events, whose texts differ by nothing but a one-to-one exchange of values. Empty where that holds.
 */
export function compareRuns(raw: Reel, sealed: Reel): readonly SealFinding[] {
  const line = differentLine(raw, sealed);
  if (line !== undefined) return [{ rule: 'the chunks are not the same as in the raw file', line }];
  const event = differentEvent(raw, sealed);
  return event === undefined ? [] : [{ rule: 'the events are not the same as in the raw file', line: event }];
}

function differentLine(raw: Reel, sealed: Reel): number | undefined {
  const count = Math.max(raw.lines.length, sealed.lines.length);
  for (let i = 0; i < count; i++) {
    const [one, other] = [raw.lines[i], sealed.lines[i]];
    if (!one || !other || one.dt !== other.dt || shapeOf(one) !== shapeOf(other)) return i + 2;
  }
  return undefined;
}

/** The stream and the length of a chunk; of other lines the kind, and what the end line counts. */
function shapeOf(line: ReelLine): string {
  switch (line.kind) {
    case 'o':
    case 'b':
      return `o ${chunkBytes(line).length}`;
    case 'e':
    case 'i':
      return `${line.kind} ${chunkBytes(line).length}`;
    case 'x':
      return JSON.stringify(line);
    default:
      return line.kind;
  }
}

interface Told {
  readonly line: number;
  readonly event: AgentEvent;
}

function differentEvent(raw: Reel, sealed: Reel): number | undefined {
  const [before, after] = [eventsOf(raw), eventsOf(sealed)];
  const exchange = createExchange();
  for (const [index, told] of after.entries()) {
    const old = before[index];
    if (!old || old.line !== told.line || !exchange.same(old.event, told.event)) return told.line;
  }
  return before.length === after.length ? undefined : (before[after.length]?.line ?? 1);
}

function eventsOf(reel: Reel): readonly Told[] {
  const format = formats.find((name) => name === reel.header.format);
  if (!format) return [];
  const decoder = createDecoder(format);
  const told: Told[] = [];
  let cut = true;
  for (const [index, line] of reel.lines.entries()) {
    const events =
      line.kind === 'o' || line.kind === 'b'
        ? decoder.push(chunkBytes(line))
        : line.kind === 'i'
          ? decoder.push(chunkBytes(line), 'client')
          : [];
    for (const event of events) told.push({ line: index + 2, event });
    if (line.kind === 'x') cut = isCut(line.end);
  }
  for (const event of decoder.end(cut)) told.push({ line: reel.lines.length + 1, event });
  return told;
}

/** The units that no placeholder stands for; a slash may be a digit of base64. */
function frameOf(text: string): string {
  return Array.from(text)
    .filter((character) => character !== '/' && isKept(character))
    .join('');
}

/** Compares values in which texts were exchanged, each for one other. */
function createExchange() {
  const forth = new Map<string, string>();
  const back = new Map<string, string>();

  function sameText(one: string, other: string): boolean {
    if (one === other && !forth.has(one)) return true;
    if (frameOf(one) !== frameOf(other)) return false;
    const known = forth.get(one);
    const origin = back.get(other);
    forth.set(one, other);
    back.set(other, one);
    return (known ?? other) === other && (origin ?? one) === one;
  }

  function same(one: unknown, other: unknown, name = ''): boolean {
    // A part of a secret says nothing by itself: two may have the same first letters.
    if (name === 'delta')
      return typeof one === 'string' && typeof other === 'string' && frameOf(one) === frameOf(other);
    if (typeof one === 'string' && typeof other === 'string') return sameText(one, other);
    if (typeof one === 'number' && typeof other === 'number') return one === other || sameText(`${one}`, `${other}`);
    if (Array.isArray(one) && Array.isArray(other)) {
      return one.length === other.length && one.every((item, index) => same(item, other[index]));
    }
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
    const [members, others] = [Object.entries(one), Object.entries(other)];
    return (
      members.length === others.length &&
      members.every(([key, value], index) => {
        const [otherKey, otherValue] = others[index] ?? ['', undefined];
        return sameText(key, otherKey) && same(value, otherValue, key);
      })
    );
  }
  return { same };
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeAll } from '../../src/adapters/decodeAll.ts';
import { createDecoder, detectFormat, type FormatName } from '../../src/adapters/index.ts';
import type { AgentEvent } from '../../src/logic/events.ts';
import { reduce } from '../../src/logic/reducer.ts';
import { emptyThread } from '../../src/logic/thread.ts';
import { ReferenceFold } from '../reference/fold.ts';
import { project } from '../reference/project.ts';
import type { Shown } from '../reference/shown.ts';

/** Of longer logs this much is decoded byte by byte. */
const BYTEWISE = 300 * 1024;
/** The reference is slow: of longer logs it folds this many events. */
const REFERENCED = 3000;
/** How often the reference is asked on the way. */
const LOOKS = 12;

/** The tests of what a format's log must do, whatever is in it. */
export function conform(format: FormatName, bytes: Uint8Array): void {
  const whole = decodeAll(format, [bytes]);
  const part = bytes.subarray(0, BYTEWISE);
  const ofPart = part.length === bytes.length ? whole : decodeAll(format, [part]);

  it('is told by its first 64 KB', () => {
    expect(detectFormat(new TextDecoder().decode(bytes.subarray(0, 64 * 1024)))).toBe(format);
  });

  it.each([1, 7])('gives the same events and the same thread in pieces of %i bytes', (size) => {
    const events = decodeAll(format, pieces(part, size));
    expectSame(events, ofPart);
    expect(threadOf(events)).toBe(threadOf(ofPart));
  });

  it('gives the same events however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 20 }), (cuts) => {
        const at = [...new Set(cuts)].sort((a, b) => a - b);
        const chunks = [0, ...at].map((from, i) => bytes.subarray(from, at[i] ?? bytes.length));
        expectSame(decodeAll(format, chunks), whole);
      }),
      { numRuns: 5 },
    );
  });

  it('R1–R5: shows what the reference shows', () => {
    expectReference(whole);
  });
}

/** Folds events as the reference does, which is asked now and then on the way. */
export function expectReference(all: readonly AgentEvent[]): void {
  const events = all.slice(0, REFERENCED);
  const step = Math.max(1, Math.ceil(events.length / LOOKS));
  const reference = new ReferenceFold();
  let thread = emptyThread;
  events.forEach((event, i) => {
    reference.push(event);
    thread = reduce(thread, event);
    if ((i + 1) % step === 0) expect(comparable(project(thread))).toEqual(comparable(reference.shown()));
  });
  expect(comparable(project(thread))).toEqual(comparable(reference.shown()));
}

/** The share of messages that nobody knows, and what they are. */
export function diagnosticsOf(format: FormatName, bytes: Uint8Array) {
  const decoder = createDecoder(format);
  const events = [...decoder.push(bytes), ...decoder.end()];
  const { unknown, malformed } = decoder.diagnostics;
  const count = Object.values(unknown).reduce((sum, one) => sum + one, 0);
  return { unknown, malformed, count, share: count / Math.max(1, events.length) };
}

/** The reference strips no Markdown but stars: what the run line tells of a thought is a matter of other tests. */
function comparable(shown: Shown): unknown {
  return JSON.parse(
    JSON.stringify(shown, (_, value) => (value?.kind === 'thinking' ? { ...value, preview: undefined } : value)),
  );
}

/** One round, which has ended. */
export function expectOneRun(events: readonly AgentEvent[]): void {
  const statuses = [...events.reduce(reduce, emptyThread).rounds].map(({ status }) => status);
  expect(statuses).toEqual([expect.stringMatching(/^(?:completed|aborted|failed)$/)]);
}

function* pieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

function threadOf(events: readonly AgentEvent[]): string {
  return JSON.stringify(events.reduce(reduce, emptyThread));
}

/** As `toEqual`, without walking what is the same. */
function expectSame(events: readonly AgentEvent[], expected: readonly AgentEvent[]): void {
  const at = expected.findIndex((event, i) => JSON.stringify(events[i]) !== JSON.stringify(event));
  expect(events[at], `event ${at + 1}`).toEqual(expected[at]);
  expect(events).toHaveLength(expected.length);
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDecoder, type FormatName, formats } from '../../src/adapters/index.ts';
import type { AgentEvent } from '../../src/logic/events.ts';
import { reduce } from '../../src/logic/reducer.ts';
import { emptyThread, type Item, type Thread } from '../../src/logic/thread.ts';
import { createFindings } from '../../src/reel/check/findings.ts';
import { createInvariants } from '../../src/reel/check/invariants.ts';
import { ReferenceFold } from '../reference/fold.ts';
import { project } from '../reference/project.ts';
import { runs } from './runs.ts';
import { sampleOf } from './samples.ts';

const encoder = new TextEncoder();

/** One thing that goes wrong with bytes; `at` and `to` are places, as shares of the length. */
interface Fault {
  readonly kind: 'flip' | 'delete' | 'duplicate' | 'insert' | 'swap lines' | 'truncate' | 'splice';
  readonly at: number;
  readonly to: number;
  readonly byte: number;
  readonly other: FormatName;
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
const fault: fc.Arbitrary<Fault> = fc.record({
  kind: fc.constantFrom<Fault['kind'][]>('flip', 'delete', 'duplicate', 'insert', 'swap lines', 'truncate', 'splice'),
  at: share,
  to: share,
  // Most that is inserted means something where it lands.
  byte: fc.oneof(fc.nat(255), fc.constantFrom(...encoder.encode('{}[]",:\\\n\r\u0000 tfn0e')), fc.constant(0x80)),
  other: fc.constantFrom(...formats),
});

const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

function withFault(bytes: Uint8Array, { kind, at, to, byte, other }: Fault): Uint8Array {
  const from = Math.floor(at * bytes.length);
  const until = Math.min(bytes.length, from + Math.floor(to * 40));
  const [head, rest] = [bytes.subarray(0, from), bytes.subarray(from)];
  switch (kind) {
    case 'flip':
      return joined(head, Uint8Array.of((rest[0] ?? 0) ^ (1 << (byte % 8))), rest.subarray(1));
    case 'delete':
      return joined(head, bytes.subarray(until));
    case 'duplicate':
      return joined(bytes.subarray(0, until), rest);
    case 'insert':
      return joined(head, Uint8Array.of(byte), rest);
    case 'swap lines':
      return swapped(bytes, at, to);
    case 'truncate':
      return head;
    case 'splice': {
      const theirs = encoder.encode(sampleOf(other));
      return joined(head, theirs.subarray(Math.floor(to * theirs.length)));
    }
  }
}

function swapped(bytes: Uint8Array, at: number, to: number): Uint8Array {
  const lines = new TextDecoder().decode(bytes).split('\n');
  const [one, other] = [Math.floor(at * (lines.length - 1)), Math.floor(to * (lines.length - 1))];
  const order = lines.map((line, i) => (i === one ? lines[other] : i === other ? lines[one] : line));
  return encoder.encode(order.join('\n'));
}

/** Decodes in pieces, as a stream comes. */
function decode(format: FormatName, bytes: Uint8Array, size: number, cut: boolean): AgentEvent[] {
  const decoder = createDecoder(format);
  const events: AgentEvent[] = [];
  for (let from = 0; from < bytes.length; from += size) events.push(...decoder.push(bytes.subarray(from, from + size)));
  events.push(...decoder.end(cut));
  expect(decoder.diagnostics.malformed).toBeGreaterThanOrEqual(0);
  return events;
}

/** The rows in preparation, and what is open in rounds that have ended. */
function leftBehind(thread: Thread): string[] {
  const newest = thread.rounds.at(-1);
  return [...thread.rounds].flatMap(({ items, status }) => {
    const rows = [...items].flatMap((item) => open(item, status !== 'running'));
    // A stream that stops for tools leaves its round open: no other one.
    return status === 'running' && newest?.items !== items ? [...rows, 'a round'] : rows;
  });
}

function open(item: Item, isOver: boolean): string[] {
  if (item.kind === 'delegation')
    return [...item.items].flatMap((each) => open(each, isOver || item.status !== 'running'));
  const isRow = item.kind === 'tool_call' && item.status === 'preparing';
  const isOpen = (item.kind === 'tool_call' && item.status === 'running') || (item.kind === 'approval' && item.open);
  return isRow || (isOver && isOpen) ? [JSON.stringify(item)] : [];
}

describe.each(formats)('section 8: %s', { timeout: 600_000 }, (format) => {
  it('its sample is a run: nothing in it is unknown or cannot be read, and it says something', () => {
    const decoder = createDecoder(format);
    const events = [...decoder.push(sampleOf(format)), ...decoder.end()];
    expect(decoder.diagnostics).toEqual({ unknown: {}, malformed: 0 });
    const [round] = events.reduce(reduce, emptyThread).rounds;
    const kinds = [...(round?.items ?? [])].map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['assistant_text', 'tool_call']));
  });

  it('bytes that went wrong end in a thread that stands, as the reference folds it', () => {
    const faults = fc.array(fault, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(faults, fc.constantFrom(1, 7, 64, 100_000), fc.boolean(), (wrong, size, cut) => {
        const bytes = wrong.reduce(withFault, encoder.encode(sampleOf(format)));
        const events = decode(format, bytes, size, cut);
        const reference = new ReferenceFold();
        const findings = createFindings(() => ({ line: 1, event: 0 }));
        const invariants = createInvariants(findings.report);
        let thread = emptyThread;
        for (const event of events) {
          reference.push(event);
          const before = thread;
          thread = reduce(before, event);
          invariants.see(before, event, thread);
        }
        // A name may hold any character; components clean it.
        expect(findings.list().filter(({ rule }) => rule !== 'R3.3')).toEqual([]);
        expect(project(thread)).toEqual(reference.shown());
        expect(leftBehind(thread)).toEqual([]);
        expect(() => JSON.parse(JSON.stringify({ thread, events }))).not.toThrow();
      }),
      runs(40),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from '../src/reel/index.ts';
import { madeUpPem, makers } from '../src/reel/redact/madeUpSecrets.ts';
import { chunkLengths, outputOf, reelOf, shows } from '../src/reel/redact/testReel.ts';
import { compareRuns } from './sameRun.ts';

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const utf8 = new TextEncoder();

/** A text with secrets between other things, none of which touches a secret with a letter. */
const planted = fc
  .array(
    fc.record({
      before: fc.string({ unit: 'grapheme', maxLength: 12 }),
      gap: fc.constantFrom(' ', '\n', '"', ', "', '=', '\t', '(', '🧭 ', '中'),
      name: fc.constantFrom(...Object.keys(makers).filter((name) => name !== 'email')),
      seed: fc.integer({ min: 1, max: 4 }),
      after: fc.constantFrom(' ', '\n', '"', '",', ')', '\\ ', "'"),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => {
    const secrets = parts.map(({ name, seed }) => makers[name]?.(seed) ?? '');
    const text = parts.map(({ before, gap, after }, i) => `${before}${gap}${secrets[i]}${after}`).join('');
    return { text, secrets };
  });

/** Cuts a text or bytes at some of its places. */
function cutUp<T extends { slice(from: number, to?: number): T; readonly length: number }>(
  whole: T,
  cuts: readonly number[],
): T[] {
  const places = [0, ...new Set(cuts.map((cut) => cut % (whole.length + 1)))].sort((a, b) => a - b);
  return places.map((place, i) => whole.slice(place, places[i + 1])).filter(({ length }) => length > 0);
}

const cuts = fc.array(fc.nat(100_000), { maxLength: 12 });

/** A run of which a text and the arguments of a call come in deltas. */
function runOf(text: string, deltas: readonly number[], chunks: readonly number[]) {
  const call = { toolCallId: 'c1' };
  const stream = [
    event({ type: 'RUN_STARTED', threadId: 't', runId: 'r' }),
    event({ type: 'TEXT_MESSAGE_START', messageId: 'm1', role: 'assistant' }),
    ...cutUp(text, deltas).map((delta) => event({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta })),
    event({ type: 'TEXT_MESSAGE_END', messageId: 'm1' }),
    event({ type: 'TOOL_CALL_START', ...call, toolCallName: 'write' }),
    ...cutUp(JSON.stringify({ content: text }), deltas).map((delta) =>
      event({ type: 'TOOL_CALL_ARGS', ...call, delta }),
    ),
    event({ type: 'TOOL_CALL_END', ...call }),
    event({
      type: 'TOOL_CALL_RESULT',
      messageId: 'm2',
      ...call,
      content: JSON.stringify({ stdout: btoa(JSON.stringify([text]).replaceAll(/[^ -~]/g, '?')) }),
    }),
    event({ type: 'RUN_FINISHED', threadId: 't', runId: 'r' }),
  ].join('');
  return reelOf(cutUp(utf8.encode(stream), chunks));
}

describe('R7.3: whatever is cut wherever', () => {
  it('no secret is left in any view, chunks keep their lengths, JSON stays JSON, and the events are the same', () => {
    fc.assert(
      fc.property(planted, cuts, cuts, ({ text, secrets }, deltas, chunks) => {
        const raw = runOf(text, deltas, chunks);
        const { reel: sealed } = redact(raw);
        for (const secret of secrets) {
          expect(shows(raw, secret)).toBe(true);
          expect(shows(sealed, secret)).toBe(false);
        }
        expect(chunkLengths(sealed)).toEqual(chunkLengths(raw));
        for (const line of outputOf(sealed).split('\n\n')) if (line !== '') JSON.parse(line.slice('data: '.length));
        expect(compareRuns(raw, sealed)).toEqual([]);
        expect(redact(sealed).replaced).toBe(0);
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it('a private key too', () => {
    fc.assert(
      fc.property(cuts, cuts, (deltas, chunks) => {
        const raw = runOf(`The key:\n${madeUpPem()}ends here`, deltas, chunks);
        const { reel: sealed } = redact(raw);
        for (const line of madeUpPem().split('\n').slice(1, 9)) expect(shows(sealed, line.slice(8, 40))).toBe(false);
        expect(chunkLengths(sealed)).toEqual(chunkLengths(raw));
        expect(compareRuns(raw, sealed)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  it('and bytes that mean nothing stay as they are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 8 }),
        (chunks) => {
          const raw = reelOf(chunks);
          const { reel, replaced } = redact(raw);
          if (replaced === 0) expect(reel.lines).toEqual(raw.lines);
          expect(chunkLengths(reel)).toEqual(chunkLengths(raw));
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('R7.3: a sealed reel that is no longer the run is seen', () => {
  const raw = runOf('one two', [3], [50]);
  const events = (text: string) => reelOf([event({ type: 'CUSTOM', name: 'x' }), text]);
  const message = (...texts: readonly string[]) =>
    texts
      .map((content, i) => event({ type: 'TOOL_CALL_RESULT', messageId: 'm', toolCallId: `c${i}`, content }))
      .join('');

  it('other lengths, other lines, another end', () => {
    expect(compareRuns(raw, { ...raw, lines: raw.lines.slice(1) })).toHaveLength(1);
    expect(compareRuns(raw, runOf('one two', [3], [51]))).toHaveLength(1);
    expect(compareRuns(raw, { ...raw, lines: raw.lines.map((line) => ({ ...line, dt: 2 })) })).toHaveLength(1);
  });

  it('one value that became two, two that became one, and a quote that went', () => {
    expect(compareRuns(events(message('aa', 'aa')), events(message('bb', 'cc')))).toHaveLength(1);
    expect(compareRuns(events(message('aa', 'dd')), events(message('bb', 'bb')))).toHaveLength(1);
    expect(compareRuns(events(message('a{')), events(message('abb').replace('abb', 'ab')))).toHaveLength(1);
    expect(compareRuns(events(message('aa', 'dd')), events(message('bb', 'cc')))).toEqual([]);
  });
});

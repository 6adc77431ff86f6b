import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkBytes } from './bytes.ts';
import { check } from './check/check.ts';
import type { Reel } from './format.ts';
import { parseReel } from './parse.ts';
import { testHeader } from './reelStand.ts';
import { timelineOf } from './timeline.ts';
import { type Cut, TrimError, trimReel } from './trim.ts';
import { createLineMaker, formatReel } from './write.ts';

const fixture = readFileSync(
  path.resolve(import.meta.dirname, '../../fixtures/claude-code/fix-a-test.reel.jsonl'),
  'utf8',
);
const recorded = parseReel(fixture);

const line = (event: object) => `${JSON.stringify(event)}\n`;
const said = (text: string) => [
  { type: 'user_message', text },
  { type: 'text', text: `About ${text}.` },
  { type: 'run_finished', outcome: 'completed' },
];

/** A reel of the kit's own events, one chunk each second, with whatever else is asked for. */
function reelOf(chunks: readonly string[], header: Partial<Reel['header']> = {}): Reel {
  const make = createLineMaker();
  return {
    header: testHeader({ transport: 'stdout', ...header }),
    lines: [
      ...chunks.map((text, i) => make.output((i + 1) * 1000, new TextEncoder().encode(text))),
      make.end((chunks.length + 1) * 1000, 'exit', 0),
    ],
    truncated: false,
  };
}
const textsOf = (reel: Reel) =>
  reel.lines.flatMap((each) =>
    each.kind === 'o' || each.kind === 'b' ? [new TextDecoder().decode(chunkBytes(each))] : [],
  );

describe('R7.6: trimming', () => {
  it('the first 100 chunks changes 100 lines of the file, the header and the end line, and no other', () => {
    const before = fixture.split('\n');
    const after = formatReel(trimReel(recorded, { by: 'chunk', from: 101 })).split('\n');
    expect(after).toHaveLength(before.length - 100);
    expect(after.slice(1, -2)).toEqual(before.slice(101, -2));
    expect(after[0]).not.toBe(before[0]);
    expect(after.at(-2)).not.toBe(before.at(-2));
  });

  it('moves the start of the clock, so that each chunk keeps its time of day', () => {
    const timeOfDay = (reel: Reel) => {
      const start = Date.parse(reel.header.recordedAt);
      return timelineOf(reel).chunks.map(({ time }) => start + time);
    };
    const trimmed = trimReel(recorded, { by: 'chunk', from: 101 });
    expect(timeOfDay(trimmed)).toEqual(timeOfDay(recorded).slice(100));
  });

  it('keeps a real run readable, and the rules hold', () => {
    for (const cut of [
      { by: 'chunk', from: 101, to: 300 },
      { by: 'time', from: 3000, to: 7000 },
    ] as const) {
      const trimmed = trimReel(recorded, cut);
      expect(parseReel(formatReel(trimmed))).toEqual(trimmed);
      expect(check(trimmed).findings).toEqual([]);
    }
  });

  it.each<[string, Cut, string[], [number, number]]>([
    ['from a chunk on', { by: 'chunk', from: 3 }, ['c\n', 'd\n'], [3, 4]],
    ['to a chunk', { by: 'chunk', to: 2 }, ['a\n', 'b\n'], [1, 2]],
    ['between chunks', { by: 'chunk', from: 2, to: 3 }, ['b\n', 'c\n'], [2, 3]],
    ['from a time on', { by: 'time', from: 2000 }, ['b\n', 'c\n', 'd\n'], [2, 4]],
    ['to a time', { by: 'time', to: 2999 }, ['a\n', 'b\n'], [1, 2]],
  ])('keeps what comes %s', (_, cut, texts, chunks) => {
    const trimmed = trimReel(reelOf(['a\n', 'b\n', 'c\n', 'd\n']), cut);
    expect(textsOf(trimmed)).toEqual(texts);
    const time = chunks.map((chunk) => chunk * 1000);
    expect(trimmed.header.trimmed).toEqual([{ chunks, of: 4, time }]);
  });

  it('keeps the end where the tail is kept, and else says that its reader left', () => {
    const reel = reelOf(['a\n', 'bb\n', 'c\n']);
    expect(trimReel(reel, { by: 'chunk', from: 2 }).lines.at(-1)).toEqual({
      ...{ kind: 'x', dt: 1000, end: 'exit', code: 0, chunks: 2, bytes: 5 },
    });
    expect(trimReel(reel, { by: 'chunk', to: 2 }).lines.at(-1)).toEqual({
      ...{ kind: 'x', dt: 0, end: 'abort', chunks: 2, bytes: 5 },
    });
    const died = { ...reel, lines: reel.lines.slice(0, -1) };
    expect(trimReel(died, { by: 'chunk', from: 3 }).lines.at(-1)).toMatchObject({ end: 'reset', chunks: 1 });
  });

  it('moves a cut inside a message to its end', () => {
    const jsonLines = reelOf(['{"a":', '1}\n{"b"', ':2}\n', '{"c":3}\n']);
    expect(textsOf(trimReel(jsonLines, { by: 'chunk', from: 2 }))).toEqual(['{"c":3}\n']);
    expect(textsOf(trimReel(jsonLines, { by: 'chunk', to: 1 }))).toEqual(['{"a":', '1}\n{"b"', ':2}\n']);
    const frames = reelOf(['data: 1\r\n', '\r', '\n', 'data: 2\r\n\r\n'], { transport: 'sse' });
    expect(textsOf(trimReel(frames, { by: 'chunk', from: 2 }))).toEqual(['data: 2\r\n\r\n']);
    // Without any line break nothing tells where a message ends.
    expect(textsOf(trimReel(reelOf(['a', 'b', 'c']), { by: 'chunk', from: 2, to: 2 }))).toEqual(['b']);
  });

  it('keeps response headers, and of stderr and markers what stands between the chunks that are kept', () => {
    const make = createLineMaker();
    const bytes = (text: string) => new TextEncoder().encode(text);
    const reel: Reel = {
      ...reelOf([]),
      lines: [
        make.headers(10, 200, { 'content-type': 'x' }),
        make.marker(20, 'first'),
        make.output(30, bytes('a\n')),
        make.beside(40, 'e', bytes('oops')),
        make.output(50, bytes('b\n')),
        make.marker(60, 'last'),
        make.output(70, bytes('c\n')),
        make.end(80, 'eof'),
      ],
    };
    const { header, lines } = trimReel(reel, { by: 'chunk', from: 2, to: 2 });
    expect(lines.map(({ kind, dt }) => [kind, dt])).toEqual([
      ['h', 10],
      ['e', 10],
      ['o', 10],
      ['x', 0],
    ]);
    expect(header.recordedAt).toBe('2026-11-30T18:00:00.020Z');
  });

  it('by round keeps the round, and the prompt of the header with the first one only', () => {
    const two = reelOf([...said('one').slice(1), ...said('two')].map(line), { prompt: 'one', expect: { rounds: 2 } });
    const first = trimReel(two, { by: 'round', round: 1 });
    const second = trimReel(two, { by: 'round', round: 2 });
    expect(first.header).toMatchObject({ prompt: 'one', trimmed: [{ chunks: [1, 2], of: 5 }] });
    expect(second.header).toMatchObject({ trimmed: [{ chunks: [3, 5] }] });
    expect(second.header).not.toHaveProperty('prompt');
    for (const trimmed of [first, second]) {
      expect(check(trimmed)).toMatchObject({ rounds: 1, findings: [] });
      expect(trimmed.header).not.toHaveProperty('expect');
    }
    expect(() => trimReel(two, { by: 'round', round: 3 })).toThrow(new TrimError('it has 2 rounds, and no round 3'));
  });

  it('a second time tells of both cuts', () => {
    const once = trimReel(reelOf(['a\n', 'b\n', 'c\n']), { by: 'chunk', from: 2 });
    const { trimmed } = trimReel(once, { by: 'chunk', to: 1 }).header;
    expect(trimmed).toMatchObject([
      { chunks: [2, 3], of: 3 },
      { chunks: [1, 1], of: 2 },
    ]);
  });

  it.each<Cut>([
    { by: 'chunk', from: 5 },
    { by: 'chunk', from: 3, to: 2 },
    { by: 'time', from: 60_000 },
  ])('says so where nothing would be left: %j', (cut) => {
    expect(() => trimReel(reelOf(['a\n', 'b\n', 'c\n']), cut)).toThrow(TrimError);
  });

  it('gives a valid reel for any cut of any chunks, and keeps each line that it keeps', () => {
    const chunks = fc.array(fc.string({ maxLength: 6 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(chunks, fc.nat(9), fc.nat(9), (texts, from, to) => {
        const reel = reelOf(texts);
        let trimmed: Reel;
        try {
          trimmed = trimReel(reel, { by: 'chunk', from, to });
        } catch (error) {
          expect(error).toBeInstanceOf(TrimError);
          return;
        }
        expect(parseReel(formatReel(trimmed))).toEqual(trimmed);
        for (const each of trimmed.lines.slice(0, -1)) expect(reel.lines).toContain(each);
      }),
    );
  });
});

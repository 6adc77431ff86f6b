import { describe, expect, it } from 'vitest';
import {
  createLineMaker,
  type EndCause,
  formatReel,
  parseReel,
  type Reel,
  type ReelLine,
  timelineOf,
} from '../index.ts';
import { testHeader } from '../reelStand.ts';
import { type Fault, FaultError, faultNames, isLossless } from './fault.ts';
import { faultOf } from './faultOf.ts';
import { withFaults } from './withFaults.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A chunk each 100 ms, with headers before and a marker after the first one. */
function reelOf(chunks: readonly string[], end: EndCause = 'eof'): Reel {
  const make = createLineMaker();
  const lines: ReelLine[] = [make.headers(50, 200, { 'content-type': 'text/event-stream' })];
  chunks.forEach((text, i) => {
    lines.push(make.output(100 * (i + 1), encoder.encode(text)));
    if (i === 0) lines.push(make.marker(120, 'first'));
  });
  lines.push({ kind: 'other', dt: 30, line: [30, 'z', { kept: true }] });
  lines.push(make.end(100 * chunks.length + 50, end));
  return {
    header: testHeader({ format: 'ag-ui', expect: { rounds: 1 } }),
    lines,
    truncated: false,
  };
}

const sse = ['data: {"a":"é"}\n\n', 'data: {"b":"你好"}\n\ndata: {"c":', '"😀"}\n\n', ': ping\n\ndata: {"d":4}\n\n'];
const jsonLines = ['{"a":"é"}\n', '{"b":"你好"}\n{"c":', '"😀"}\n', '\n{"d":4}\n'];
const bytesOf = (reel: Reel) => timelineOf(reel).chunks.map(({ bytes }) => [...bytes]);
const textOf = (reel: Reel) => decoder.decode(Uint8Array.from(bytesOf(reel).flat()));
const timesOf = (reel: Reel) => timelineOf(reel).chunks.map(({ time }) => time);
const endOf = (reel: Reel) => reel.lines.at(-1);
const faulted = (chunks: readonly string[], fault: string, seed?: number) =>
  withFaults(reelOf(chunks), [faultOf(fault)], seed);

describe.each([
  ['SSE', sse],
  ['JSON Lines', jsonLines],
])('R7.5: faults on %s', (_, chunks) => {
  const reel = reelOf(chunks);

  it.each(faultNames)('%s gives a reel again, the same for the same seed, with true counts', (name) => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const result = withFaults(reel, [{ name }], seed);
      expect(withFaults(reel, [{ name }], seed)).toEqual(result);
      expect(parseReel(formatReel(result))).toEqual(result);
      const lengths = bytesOf(result).map(({ length }) => length);
      const bytes = lengths.reduce((sum, length) => sum + length, 0);
      expect(endOf(result)).toMatchObject({ kind: 'x', chunks: lengths.length, bytes });
      expect(result.lines.every(({ dt }) => Number.isSafeInteger(dt) && dt >= 0)).toBe(true);
    }
  });

  it.each(faultNames.filter((name) => isLossless({ name })))(
    '%s keeps what is said, and all that is beside it',
    (name) => {
      const saidIn = (one: Reel) =>
        textOf(one)
          .replaceAll(/: heartbeat\n\n|\r/g, '')
          .replaceAll(/\n+/g, '\n');
      const result = withFaults(reel, [{ name }]);
      expect(saidIn(result)).toBe(saidIn(reel));
      const beside = ({ lines }: Reel) =>
        lines.filter(({ kind }) => 'hm'.includes(kind)).map((line) => ({ ...line, dt: 0 }));
      expect(beside(result)).toEqual(beside(reel));
      expect(result.header).toEqual(reel.header);
      expect(endOf(result)).toMatchObject({ end: 'eof' });
    },
  );

  it.each(faultNames.filter((name) => !isLossless({ name })))(
    '%s loses something: the header expects nothing any more',
    (name) => {
      const result = withFaults(reel, [{ name }], 3);
      expect(textOf(result)).not.toBe(textOf(reel));
      expect(result.header.expect).toBeUndefined();
    },
  );
});

describe('R7.5: each fault', () => {
  it('one-byte: a chunk a byte, or some of them', () => {
    expect(bytesOf(faulted(sse, 'one-byte')).every(({ length }) => length === 1)).toBe(true);
    const some = bytesOf(faulted(sse, 'one-byte:3@1')).map(({ length }) => length);
    const [first = 0, second = 0, ...rest] = bytesOf(reelOf(sse)).map(({ length }) => length);
    expect(some).toEqual([first, 1, 1, 1, second - 3, ...rest]);
  });

  it('recut: other borders, as long as it says, at the time of their last byte', () => {
    const result = faulted(sse, 'recut:7');
    const lengths = bytesOf(result).map(({ length }) => length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(7);
    expect(timesOf(result)).toEqual(timesOf(result).toSorted((a, b) => a - b));
    expect(bytesOf(faulted(sse, 'recut:7', 2))).not.toEqual(bytesOf(result));
  });

  it('merge: neighbours come when the last of them does', () => {
    const result = faulted(sse, 'merge:3');
    expect(bytesOf(result).map((bytes) => decoder.decode(Uint8Array.from(bytes)))).toEqual([
      sse.slice(0, 3).join(''),
      sse[3],
    ]);
    expect(timesOf(result)).toEqual([300, 400]);
  });

  it('split-utf8: a border inside of every character of several bytes', () => {
    const result = faulted(sse, 'split-utf8');
    expect(timelineOf(result).chunks).toHaveLength(sse.length + 4);
    for (const { bytes } of timelineOf(result).chunks) expect(decoder.decode(bytes)).not.toMatch(/[é你好😀]/u);
    expect(timelineOf(faulted(sse, 'split-utf8:2@1')).chunks).toHaveLength(sse.length + 2);
  });

  it('split-crlf: lines end in CRLF, cut between the two, and one that was there stays one', () => {
    const result = faulted(['data: 1\r', '\n\r\n', 'data: 2\n\n'], 'split-crlf');
    expect(textOf(result)).toBe('data: 1\r\n\r\ndata: 2\r\n\r\n');
    for (const { bytes } of timelineOf(result).chunks) expect(decoder.decode(bytes)).not.toContain('\r\n');
  });

  it('stall: what follows the place is late, its markers and the end too', () => {
    const result = faulted(sse, 'stall:2000@1');
    expect(timesOf(result)).toEqual([100, 2200, 2300, 2400]);
    expect(timelineOf(result).end.time).toBe(2480);
    const inside = faulted(sse, 'stall:2000@0.01');
    expect(timesOf(inside)).toEqual([100, 2100, 2200, 2300, 2400]);
    expect(inside.lines[3]).toEqual({ kind: 'm', dt: 20, label: 'first' });
  });

  it('slow: every pause is longer', () => {
    expect(timesOf(faulted(sse, 'slow:2.5'))).toEqual([250, 500, 750, 1000]);
    expect(timelineOf(faulted(sse, 'slow')).end.time).toBe(4 * 480);
  });

  it('heartbeat: between messages alone, in the pauses where a time is said', () => {
    const timed = faulted(sse, 'heartbeat:40');
    // Nothing in the pauses after 200 ms: a message is half told there.
    expect(timesOf(timed)).toEqual([100, 140, 180, 200, 300, 340, 380, 400, 440]);
    expect(textOf(faulted(sse, 'heartbeat')).split(': heartbeat\n\n').length).toBeGreaterThan(1);
    expect(textOf(faulted(jsonLines, 'heartbeat:40'))).toContain('{"a":"é"}\n\n\n{"b"');
  });

  it('duplicate: a message comes twice, its copy in a chunk of its own', () => {
    const result = faulted(sse, 'duplicate@0.5');
    expect(textOf(result)).toBe(`${sse.join('').replace('data: {"c"', 'data: {"c":"😀"}\n\ndata: {"c"')}`);
    expect(textOf(faulted(jsonLines, 'duplicate@0'))).toBe(`${jsonLines[0]}${jsonLines.join('')}`);
  });

  it('swap: two neighbours change places, what is between them stays', () => {
    expect(textOf(faulted(sse, 'swap@99%'))).toBe(
      'data: {"a":"é"}\n\ndata: {"b":"你好"}\n\ndata: {"d":4}\n\n: ping\n\ndata: {"c":"😀"}\n\n',
    );
    expect(timesOf(faulted(sse, 'swap@0'))).toEqual(timesOf(reelOf(sse)));
    expect(textOf(faulted(['data: {}\n\n'], 'swap'))).toBe('data: {}\n\n');
  });

  it('cut-line: a line loses its end and keeps its line break', () => {
    for (const seed of [1, 2, 3, 4]) {
      const text = textOf(faulted(jsonLines, 'cut-line@0', seed));
      expect(text.split('\n')).toHaveLength(6);
      expect(text.split('\n')[0]).not.toContain('}');
    }
  });

  it('reset, truncate: nothing after the place, and how it ends', () => {
    const result = faulted(sse, 'reset@2');
    expect(textOf(result)).toBe(sse.slice(0, 2).join(''));
    expect(timelineOf(result).end).toEqual({ time: 200, cause: 'reset' });
    expect(faulted(sse, 'reset@0').lines.map(({ kind }) => kind)).toEqual(['h', 'x']);
    expect(textOf(faulted(sse, 'truncate@1.0'))).toBe(sse.join(''));
    expect(timelineOf(faulted(sse, 'truncate@50%')).end.cause).toBe('eof');
  });

  it('http-error: a status and a body, no stream', () => {
    const [headers, body, end] = faulted(sse, 'http-error:429').lines;
    expect(headers).toMatchObject({ kind: 'h', dt: 50, status: 429 });
    expect(body).toMatchObject({ kind: 'o', dt: 0, text: expect.stringContaining('overloaded') });
    expect(end).toMatchObject({ kind: 'x', end: 'eof', chunks: 1 });
    const told = withFaults(reelOf(sse), [{ name: 'http-error', body: '{"no":1}' }]);
    expect(textOf(told)).toBe('{"no":1}');
  });

  it('takes what the one before it left, and nothing of a reel without output', () => {
    const faults = ['duplicate@0', 'one-byte', 'stall:10@3', 'reset@0.9'].map(faultOf);
    const result = withFaults(reelOf(sse), faults);
    expect(timesOf(result).slice(0, 5)).toEqual([100, 100, 100, 110, 110]);
    expect(timelineOf(result).end.cause).toBe('reset');
    for (const name of faultNames) expect(() => withFaults(reelOf([]), [{ name }])).not.toThrow();
    expect(withFaults(reelOf(sse))).toEqual(reelOf(sse));
  });

  it('a reel that was cut stays cut, and one without an end has none', () => {
    const cut = withFaults(reelOf(sse, 'reset'), [{ name: 'recut' }, { name: 'heartbeat' }]);
    expect(timelineOf(cut).end.cause).toBe('reset');
    const torn = { ...reelOf(sse), lines: reelOf(sse).lines.slice(0, -1), truncated: true };
    expect(endOf(withFaults(torn, [{ name: 'merge' }]))?.kind).not.toBe('x');
    expect(timelineOf(withFaults(torn, [{ name: 'stall' }])).end.cause).toBe('reset');
  });
});

describe('a fault in words', () => {
  it.each<[string, Fault]>([
    ['split-utf8', { name: 'split-utf8' }],
    ['stall:2000', { name: 'stall', ms: 2000 }],
    ['stall:2000@12', { name: 'stall', ms: 2000, at: { chunk: 12 } }],
    ['reset@0.5', { name: 'reset', at: { share: 0.5 } }],
    ['reset@50%', { name: 'reset', at: { share: 0.5 } }],
    ['slow:1.5', { name: 'slow', factor: 1.5 }],
    ['http-error:429', { name: 'http-error', status: 429 }],
    [' merge ', { name: 'merge' }],
  ])('%s', (text, fault) => {
    expect(faultOf(text)).toEqual(fault);
  });

  it.each([
    ['', 'is not known; known are one-byte,'],
    ['__proto__', 'is not known'],
    ['split', 'is not known'],
    ['swap:3', 'takes no number.'],
    ['merge@3', 'has no place.'],
    ['stall:', 'needs a number'],
    ['stall:-5', 'needs a number'],
    ['stall:1.5', 'its milliseconds cannot be 1.5.'],
    ['slow:0', 'the factor cannot be 0.'],
    ['http-error:200', 'the status cannot be 200.'],
    ['reset@', 'needs a share'],
    ['reset@half', 'needs a share'],
    ['reset@150%', 'its share 1.5 is not from 0 to 1.'],
  ])('%j is none, and the error says why', (text, problem) => {
    expect(() => faultOf(text)).toThrow(FaultError);
    expect(() => faultOf(text)).toThrow(problem);
  });

  it('numbers in code are looked at too', () => {
    expect(() => withFaults(reelOf(sse), [{ name: 'stall', ms: Number.NaN }])).toThrow('cannot be NaN');
    expect(() => withFaults(reelOf(sse), [{ name: 'recut', size: 0 }])).toThrow(FaultError);
    expect(() => withFaults(reelOf(sse), [{ name: 'reset', at: { chunk: -1 } }])).toThrow(FaultError);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkBytes, chunkLine } from './bytes.ts';
import type { BinaryLine, TextLine } from './format.ts';
import { parseReel } from './parse.ts';
import { testHeader } from './reelStand.ts';
import { createLineMaker, formatHeader, formatLine, formatReel } from './write.ts';

const header = testHeader({ format: 'ag-ui' });
const head = formatHeader(header);
const utf8 = (text: string) => new TextEncoder().encode(text);
const isChunk = (line: { kind: string }): line is TextLine | BinaryLine => line.kind === 'o' || line.kind === 'b';
/** A chunk after its way through a file. */
const throughFile = (bytes: Uint8Array) => {
  const line = parseReel(head + formatLine(chunkLine(0, bytes))).lines[0];
  return line && isChunk(line) ? chunkBytes(line) : undefined;
};

describe('R7.1: the lines of a reel', () => {
  it('reads every kind', () => {
    const lines = [
      [7, 'h', { status: 200, headers: { 'content-type': 'text/event-stream' } }],
      [31, 'o', 'data: {}\r\n\r\n'],
      [120, 'o', 'data: "', { t: 'f09f' }],
      [4, 'o', '"\n\n', { h: '9880' }],
      [1, 'b', '/wA='],
      [2, 'e', 'warning\n'],
      [3, 'i', '{"type":"user"}\n'],
      [0, 'm', 'first tool call'],
      [950, 'x', { end: 'reset', chunks: 4, bytes: 29 }],
    ];
    const text = head + lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const reel = parseReel(text);
    expect(reel).toEqual({
      header,
      truncated: false,
      lines: [
        { kind: 'h', dt: 7, status: 200, headers: { 'content-type': 'text/event-stream' } },
        { kind: 'o', dt: 31, text: 'data: {}\r\n\r\n' },
        { kind: 'o', dt: 120, text: 'data: "', tail: 'f09f' },
        { kind: 'o', dt: 4, text: '"\n\n', head: '9880' },
        { kind: 'b', dt: 1, base64: '/wA=' },
        { kind: 'e', dt: 2, text: 'warning\n' },
        { kind: 'i', dt: 3, text: '{"type":"user"}\n' },
        { kind: 'm', dt: 0, label: 'first tool call' },
        { kind: 'x', dt: 950, end: 'reset', chunks: 4, bytes: 29 },
      ],
    });
    expect(formatReel(reel)).toBe(text);
  });

  it('skips unknown kinds, keeps their time and gives them back when written', () => {
    const text = `${head}[5,"w",{"dir":"in"},"more"]\n[5,"o","a"]\n`;
    const reel = parseReel(text);
    expect(reel.lines.map(({ kind, dt }) => [kind, dt])).toEqual([
      ['other', 5],
      ['o', 5],
    ]);
    expect(formatReel(reel)).toBe(text);
  });

  it('keeps header fields that it does not know', () => {
    const text = formatHeader({ ...header, redaction: { replaced: 2, ruleset: 3 }, trimmed: { before: 4 } });
    expect(formatReel(parseReel(text))).toBe(text);
  });

  it('tolerates a byte-order mark, CRLF and blank lines', () => {
    const text = `\uFEFF${head}[5,"o","a"]\n\n[6,"o","b"]\n`.replaceAll('\n', '\r\n');
    expect(parseReel(text).lines).toEqual([
      { kind: 'o', dt: 5, text: 'a' },
      { kind: 'o', dt: 6, text: 'b' },
    ]);
  });

  it('loses only a torn last line, wherever it was torn', () => {
    const last = '[6,"o","你好"]';
    for (let length = 1; length < last.length; length += 1) {
      const reel = parseReel(`${head}[5,"o","a"]\n${last.slice(0, length)}`);
      expect(reel).toEqual({ header, lines: [{ kind: 'o', dt: 5, text: 'a' }], truncated: true });
    }
    expect(parseReel(`${head}[5,"o","a"]\n${last}`)).toMatchObject({ lines: [{}, {}], truncated: false });
  });

  it.each([
    ['an unreadable inner line', `${head}[5,"o","a"]\n[5,"o",\n[6,"o","b"]\n`, 3, 'not JSON'],
    ['an unreadable last line with its newline', `${head}[5,"o",\n`, 2, 'not JSON'],
    ['an unknown version', head.replace('"reel":1', '"reel":2'), 1, 'version 2 is not known; known is 1'],
    ['another file', '{"type":"system"}\n', 1, 'no reel header'],
    ['nothing', '', 1, 'header is missing'],
    ['a header without a title', head.replace('"title"', '"name"'), 1, 'no text "title"'],
    ['a header without a date', head.replace('2026-11-30T18:00:00.000Z', 'soon'), 1, '"recordedAt" is no date'],
    ['a negative time', `${head}[-5,"o","a"]\n`, 2, 'whole milliseconds'],
    ['a fraction of a millisecond', `${head}[0.5,"o","a"]\n`, 2, 'whole milliseconds'],
    ['a chunk without text', `${head}[5,"o",{}]\n`, 2, 'needs a text'],
    ['edges that are no hex', `${head}[5,"o","a",{"t":"xy"}]\n`, 2, 'edges'],
    ['bytes that are no base64', `${head}[5,"b","a"]\n`, 2, 'base64'],
    ['a status that is none', `${head}[5,"h",{"status":999}]\n`, 2, 'no status of HTTP'],
    ['a header of two lines', `${head}[5,"h",{"status":200,"headers":{"a":"b\\nc"}}]\n`, 2, 'the header "a"'],
    ['a header that is no name', `${head}[5,"h",{"status":200,"headers":{"a b":"c"}}]\n`, 2, 'the header "a b"'],
    ['an unknown end', `${head}[5,"x",{"end":"bang","chunks":0,"bytes":0}]\n`, 2, 'the end "bang" is not known'],
    ['a line after the end', `${head}[5,"x",{"end":"eof","chunks":0,"bytes":0}]\n[5,"o","a"]\n`, 3, 'follow the end'],
  ])('refuses %s in one sentence with its line', (_, text, line, reason) => {
    expect(() => parseReel(text)).toThrow(expect.objectContaining({ name: 'ReelError', line }));
    expect(() => parseReel(text)).toThrow(new RegExp(`^Line ${line} of the reel: .*${reason}`));
  });
});

describe('R7.1: bytes are exact', () => {
  it('for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(throughFile(bytes)).toEqual(bytes);
      }),
      { numRuns: 1000 },
    );
  });

  it('for any text cut anywhere, and the text stays readable', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', '你', '好', '🔍', '👩‍💻', '\uFEFF', '\u2028', '\0', '"', '\r\n'),
    });
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 60 })), (source, cuts) => {
        const bytes = utf8(source);
        const borders = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        const chunks = borders.slice(1).map((to, i) => bytes.slice(borders[i], to));
        for (const chunk of chunks) {
          const line = chunkLine(0, chunk);
          expect(line.kind).toBe('o');
          expect(throughFile(chunk)).toEqual(chunk);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('puts a cut character into hex edges', () => {
    const smile = utf8('x😀y');
    expect(chunkLine(3, smile.slice(0, 3))).toEqual({ kind: 'o', dt: 3, text: 'x', tail: 'f09f' });
    expect(chunkLine(3, smile.slice(3))).toEqual({ kind: 'o', dt: 3, text: 'y', head: '9880' });
    expect(chunkLine(3, smile.slice(2, 4))).toEqual({ kind: 'o', dt: 3, text: '', head: '9f98' });
  });

  it('writes only what is no text as base64', () => {
    expect(chunkLine(0, Uint8Array.of(0x41, 0xff, 0x41))).toEqual({ kind: 'b', dt: 0, base64: 'Qf9B' });
  });
});

describe('R7.1: whole milliseconds do not drift', () => {
  it('carries the rounding forward', () => {
    const make = createLineMaker();
    const lines = Array.from({ length: 10_000 }, (_, i) => make.output((i + 1) * 0.4, utf8('é')));
    expect(lines.reduce((sum, line) => sum + line.dt, 0)).toBe(4000);
    expect(make.end(4000.4, 'eof')).toEqual({ kind: 'x', dt: 0, end: 'eof', chunks: 10_000, bytes: 20_000 });
  });

  it('never goes back', () => {
    const make = createLineMaker();
    expect([make.marker(10, 'a').dt, make.marker(4, 'b').dt, make.marker(12, 'c').dt]).toEqual([10, 0, 2]);
  });
});

import { expect, it } from 'vitest';
import { chunkBytes, parseReel, timelineOf } from '../../../src/reel/index.ts';
import { joinReels } from './joinReels.mjs';

const header = (recordedAt: string, body: unknown) => ({
  ...{ reel: 1, format: 'ag-ui', agent: { name: 'a', version: '1.0.0' }, title: 't', transport: 'sse' },
  ...{ recordedAt, request: { method: 'POST', body }, redaction: { replaced: 0 } },
});
const reel = (...lines: unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const response = [5, 'h', { status: 200, headers: {} }];

it('two requests of one round are one reel: what was sent stands between them, times and counts are those of both', () => {
  const first = reel(
    header('2026-12-01T10:00:00.000Z', { ask: 1 }),
    response,
    [10, 'o', 'data: é\n\n'],
    [5, 'x', { end: 'eof', chunks: 1, bytes: 10 }],
  );
  const second = reel(
    header('2026-12-01T10:00:01.500Z', { answer: 2 }),
    response,
    [7, 'o', 'data: b\n\n'],
    [3, 'x', { end: 'reset', chunks: 1, bytes: 9 }],
  );

  const joined = parseReel(joinReels([first, second]));
  expect(joined.header).toMatchObject({ recordedAt: '2026-12-01T10:00:00.000Z', request: { body: { ask: 1 } } });
  expect(joined.lines.map(({ kind }) => kind).join('')).toBe('hoiox');
  expect(joined.lines[2]).toMatchObject({ dt: 1480, text: '{"answer":2}' });
  const { chunks, end } = timelineOf(joined);
  // The second response began with its headers 5 ms after its request.
  expect(chunks.map(({ time }) => time)).toEqual([15, 15 + 1480 + 12]);
  expect(end.cause).toBe('reset');
  const bytes = joined.lines.flatMap((line) => (line.kind === 'o' ? [chunkBytes(line).length] : []));
  expect(joined.lines.at(-1)).toMatchObject({ chunks: 2, bytes: bytes.reduce((sum, size) => sum + size, 0) });
});

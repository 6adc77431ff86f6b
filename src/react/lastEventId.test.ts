import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLastEventId } from './lastEventId.ts';

function idAfter(chunks: readonly (string | Uint8Array)[]): string | undefined {
  const ids = createLastEventId();
  for (const chunk of chunks) ids.push(chunk);
  return ids.current();
}

describe('the last event id of a stream', () => {
  it.each([
    ['id: 7\ndata: {}\n\n', '7'],
    ['id:7\r\ndata: {}\r\n\r\n', '7'],
    ['id: 7\rdata: {}\r\r', '7'],
    ['id: 7\ndata: {}\n\nid: 8\ndata: {"cut', '7'],
    ['id: 7\ndata: {}\n', undefined],
    ['data: {}\n\n', undefined],
    ['{"type":"text"}\n\n{"id: 3":1}\n', undefined],
    ['id: a\0b\ndata: {}\n\n', undefined],
  ])('of %j is %j', (text, id) => expect(idAfter([text])).toBe(id));

  it('is the same wherever the stream is cut', () => {
    const bytes = new TextEncoder().encode('id: é1\r\ndata: {"a":"ü"}\r\n\r\n: ping\n\nid: 2\ndata: x\n\nid: 3\n');
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        expect(idAfter(edges.slice(1).map((end, i) => bytes.slice(edges[i], end)))).toBe('2');
      }),
    );
  });

  it('forgets the event that a cut took', () => {
    const ids = createLastEventId();
    ids.push('id: 7\ndata: {}\n\nid: 8\nda');
    ids.cut();
    ids.push('data: {}\n\n');
    expect(ids.current()).toBe('7');
  });
});

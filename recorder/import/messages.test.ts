import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEventStream, messagesIn } from './messages.ts';

const cut = (text: string) =>
  messagesIn(Buffer.from(text), isEventStream(text)).map((piece) => new TextDecoder().decode(piece));

describe('R7.2: a log is cut into its messages, byte for byte', () => {
  it.each([
    ['JSON lines', ['{"a":1}\n', '{"a":"你好"}\r\n', '{"a":3}']],
    ['noise and blank lines before a message', ['starting\n\n{"a":1}\n', '{"a":2}\n']],
    ['a printed document', ['{\n  "a": {\n    "b": 1\n  }\n}\n']],
    ['a printed list', ['[\n  {"a":1},\n', '  {"a":2}\n', ']']],
    ['SSE frames', ['event: x\ndata: {"a":1}\n\n', 'data: {"a":2}\n\n', ': ping\n\n', 'data: [DONE]\n\n']],
    ['SSE with CRLF', ['data: {"a":1}\r\n\r\n', 'id: 1\r\ndata: 2\r\n\r\n']],
    ['SSE with CR alone', ['data: {"a":1}\r\r', 'data: 2\r\r']],
    ['SSE with extra blank lines', ['data: 1\n\n', '\n\ndata: 2\n\n']],
    ['a torn last line', ['{"a":1}\n', '{"a":']],
    ['a torn last frame', ['data: 1\n\n', 'data: {"a"']],
    ['trailing blank lines', ['{"a":1}\n\n \n']],
  ])('%s', (_, pieces) => {
    expect(cut(pieces.join(''))).toEqual(pieces);
  });

  it('loses nothing of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, eventStream) => {
        expect(Buffer.concat(messagesIn(bytes, eventStream))).toEqual(Buffer.from(bytes));
      }),
    );
  });
});

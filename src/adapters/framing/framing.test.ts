import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json.ts';
import { createFraming } from './framing.ts';

interface Heard {
  readonly messages: JsonObject[];
  readonly ids: (string | undefined)[];
  malformed: number;
  alive: number;
}

function hear(chunks: Iterable<string | Uint8Array>): Heard {
  const heard: Heard = { messages: [], ids: [], malformed: 0, alive: 0 };
  const framing = createFraming({
    message(value, id) {
      heard.messages.push(value);
      heard.ids.push(id);
    },
    malformed: () => heard.malformed++,
    alive: () => heard.alive++,
  });
  for (const chunk of chunks) framing.push(chunk);
  framing.end();
  return heard;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Whole, one byte at a time, and cut in two at every position. */
function* everyCut(source: Uint8Array): Generator<Uint8Array[]> {
  yield [source];
  yield Array.from(source, (_, i) => source.subarray(i, i + 1));
  for (let i = 1; i < source.length; i++) yield [source.subarray(0, i), source.subarray(i)];
}

describe('UTF-8', () => {
  const event = 'data: {"type":"response.output_text.delta","item_id":"m1","delta":"Grüße 🧭"}\n\n';

  it('B01: reads a character whose bytes lie on both sides of a cut', () => {
    for (const chunks of everyCut(bytes(event))) expect(hear(chunks).messages).toMatchObject([{ delta: 'Grüße 🧭' }]);
  });

  it('B01: a stream that ends inside a character keeps what came before', () => {
    const cut = bytes(`${event}data: {"delta":"🧭`).slice(0, -2);
    expect(hear([cut])).toMatchObject({ messages: [{ delta: 'Grüße 🧭' }], malformed: 1 });
  });

  it('section 8: a byte-order mark is no part of the first message, as bytes, as text and cut', () => {
    for (const chunks of everyCut(bytes(`\ufeff${event}`))) expect(hear(chunks).messages).toHaveLength(1);
    expect(hear([`\ufeff{"a":1}\n`]).messages).toEqual([{ a: 1 }]);
  });
});

describe('SSE', () => {
  const parts = ['data: {"type":"text-delta","id":"t1",', 'data: "delta":"ab"}', '', ''];
  const breaks = [
    ['\n', '\n', '\n'],
    ['\r', '\r', '\r'],
    ['\r\n', '\r\n', '\r\n'],
    ['\r', '\n', '\r\n'],
    ['\r\n', '\r', '\n'],
  ];

  it.each(breaks)('B02: one event, whatever its line ends are and wherever it is cut (%j, %j, %j)', (...ends) => {
    const source = parts.map((part, i) => part + (ends[i] ?? '')).join('');
    for (const chunks of everyCut(bytes(source))) {
      expect(hear(chunks)).toMatchObject({ messages: [{ id: 't1', delta: 'ab' }], malformed: 0 });
    }
  });

  it('B02: only one blank after the colon is dropped, and data lines are joined by a line break', () => {
    const heard = hear(['data:{"type":"text-delta",\ndata:"id":"t1",\ndata:  "delta":"ab"}\n\n']);
    expect(heard.messages).toEqual([{ type: 'text-delta', id: 't1', delta: 'ab' }]);
  });

  it('B04: comments, unknown fields and data without a colon make no message', () => {
    const source = [
      ': connected',
      '',
      'event: content_block_start',
      'data: {"type":"content_block_start"}',
      '',
      ': ping',
      '',
      ':',
      '',
      'foo: unknown field',
      'data',
      '',
      'event: content_block_delta',
      'data: {"delta":{"text":"hi"}}',
      '',
      '',
    ].join('\r\n');
    for (const chunks of everyCut(bytes(source))) {
      const heard = hear(chunks);
      expect(heard.messages).toEqual([{ type: 'content_block_start' }, { delta: { text: 'hi' } }]);
      expect(heard).toMatchObject({ malformed: 0, alive: 4 });
    }
  });

  it.each(['\n\n', '\n', '', '\r', '\r\n'])('B06: the last event counts when the stream ends with %j', (end) => {
    expect(hear([`data: {"a":1}\n\ndata: {"a":2}${end}`]).messages).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('B06: a last event that is cut inside its JSON is damage, not a message', () => {
    expect(hear(['data: {"a":1}\n\ndata: {"a":'])).toMatchObject({ messages: [{ a: 1 }], malformed: 1 });
  });

  it('R5.4: an id belongs to its own event only', () => {
    expect(hear(['id: 7\ndata: {"a":1}\n\ndata: {"a":2}\n\n']).ids).toEqual(['7', undefined]);
  });

  it('section 8: keep-alive frames that are not JSON, and [DONE], are read', () => {
    expect(hear(['data: ping\n\ndata: [DONE]\n\ndata:\n\n'])).toMatchObject({ messages: [], malformed: 0, alive: 3 });
  });

  it('section 8: lines of a log, and of a client that tells what it does, may come first', () => {
    const noise = [
      '[2026-11-30 12:00:00] INFO up',
      '[DEBUG] sent',
      '{ [5 bytes data]',
      '} [5 bytes data]',
      '* Connected',
      '< HTTP/2 200',
      '{INFO} up',
    ];
    for (const line of noise) expect(hear([`${line}\n${line}\ndata: {"a":1}\n\n`]).messages).toEqual([{ a: 1 }]);
  });

  it('section 8: a log of JSON lines may come first', () => {
    const source =
      '{"level":30,"msg":"up"}\n: hello\n\nevent: x\nid: 1\ndata: {"a":1}\n\ndata:{"b":"\u2028"}\n\ndata: [DONE]\n\n';
    for (const chunks of everyCut(bytes(source))) {
      expect(hear(chunks)).toMatchObject({ messages: [{ level: 30 }, { a: 1 }, { b: '\u2028' }], malformed: 0 });
    }
    expect(hear(['{"a":1}\ndata: {"b":\n']).malformed).toBe(1);
  });

  it('section 8: an error that a gateway wrote between the events, as it is, is a message', () => {
    const source = 'id: 1\ndata: {"a":1}\n{"error":{"message":"no"}}\n\ndata: {"b":2}\n\n{"error":"end"}';
    for (const chunks of everyCut(bytes(source))) {
      const { messages, ids, malformed } = hear(chunks);
      expect(messages).toEqual([{ a: 1 }, { error: { message: 'no' } }, { b: 2 }, { error: 'end' }]);
      expect({ ids, malformed }).toEqual({ ids: ['1', undefined, undefined, undefined], malformed: 0 });
    }
    expect(hear(['data: {"a":1}\n\n{"error":\n']).malformed).toBe(1);
  });

  it('gives an event as soon as its blank line is there, CR alone too', () => {
    const messages: JsonObject[] = [];
    const framing = createFraming({ message: (value) => messages.push(value), malformed() {}, alive() {} });
    framing.push('data: {"a":1}\r\r');
    expect(messages).toEqual([{ a: 1 }]);
  });
});

describe('JSON Lines', () => {
  it('B09: damage costs its own line only', () => {
    const lines = [
      '{"uuid":"u1"}',
      '{"type":"attachment","uuid":"u2","parentUu',
      '',
      'null',
      '{"uuid":"u5"}',
      '{"uuid":"u6","message":{"role":"assi',
    ];
    for (const chunks of everyCut(bytes(lines.join('\n')))) {
      expect(hear(chunks)).toMatchObject({ messages: [{ uuid: 'u1' }, { uuid: 'u5' }], malformed: 2 });
    }
  });

  it('B06: the last line counts without its line break', () => {
    expect(hear(['{"a":1}\n{"a":2}']).messages).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('section 8: CR, LF and CRLF mixed', () => {
    const source = '{"a":1}\r{"a":2}\r\n\r\n{"a":3}\n{"a":4}\r';
    for (const chunks of everyCut(bytes(source))) {
      expect(hear(chunks).messages).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }]);
    }
  });

  it('section 8: several messages joined on one line, with braces and quotes in their texts', () => {
    const joined = '{"a":"}{"}{"b":"\\"}"} {"c":[{"d":1}]}';
    expect(hear([joined])).toMatchObject({ messages: [{ a: '}{' }, { b: '"}' }, { c: [{ d: 1 }] }], malformed: 0 });
    expect(hear(['{"a":1}{"b":'])).toMatchObject({ messages: [{ a: 1 }], malformed: 1 });
  });

  it('section 8: noise between the lines is counted, and what only quotes a message is none', () => {
    const heard = hear(['npm warn old\n[DEBUG] sent {"a":0}\n{"a":1}\n> ok\n{"a":2}\n']);
    expect(heard).toMatchObject({ messages: [{ a: 1 }, { a: 2 }], malformed: 3 });
    expect(hear(['npm warn old\n', '{"a":1}\n'])).toMatchObject({ messages: [{ a: 1 }], malformed: 1 });
  });

  it('reads a list on one line, and one that is printed over many', () => {
    const list = [{ a: 1, b: { c: '{' } }, { a: 2 }, { a: 3, d: [] }];
    for (const source of [JSON.stringify(list), JSON.stringify(list, null, 2), JSON.stringify(list, null, '\t')]) {
      for (const chunks of everyCut(bytes(source)))
        expect(hear(chunks)).toMatchObject({ messages: list, malformed: 0 });
    }
  });

  it('section 8: a printed list whose first object begins in its line, and whose commas stand alone', () => {
    const source = '[{\n  "a": 1\n}\n,\n{\n  "b": [\n    2\n  ]\n}\n]\n';
    for (const chunks of everyCut(bytes(source))) {
      expect(hear(chunks)).toMatchObject({ messages: [{ a: 1 }, { b: [2] }], malformed: 0 });
    }
  });

  it('a printed object that never ends does not swallow the lines after it', () => {
    expect(hear(['{\n  "a": 1,\n{"b":2}\n{"c":3}\n'])).toMatchObject({ messages: [{ b: 2 }, { c: 3 }], malformed: 1 });
  });

  it('values that are no messages are counted', () => {
    expect(hear(['{"a":1}\n5\n"x"\ntrue\n']).malformed).toBe(3);
  });

  it('section 8: a line of 64 MiB in small chunks', { timeout: 30_000 }, () => {
    const piece = 'x'.repeat(16 * 1024);
    const chunks = ['{"a":"', ...new Array<string>(4096).fill(piece), '"}\n{"b":1}\n'];
    const { messages } = hear(chunks);
    expect(messages.map((message) => Object.keys(message))).toEqual([['a'], ['b']]);
    expect(String(messages[0]?.['a'])).toHaveLength(64 * 1024 * 1024);
  });
});

it('section 8: a last line that is whole counts before its line break where something else comes; half a one waits', () => {
  const messages: JsonObject[] = [];
  const framing = createFraming({ message: (value) => messages.push(value), malformed: () => {}, alive: () => {} });
  framing.push('{"a":{"b":1}');
  framing.settle();
  expect(messages).toEqual([]);
  framing.push('}');
  framing.settle();
  expect(messages).toEqual([{ a: { b: 1 } }]);
  framing.push('\n{"c":2}');
  framing.end();
  expect(messages).toEqual([{ a: { b: 1 } }, { c: 2 }]);
});

it('any cut of the bytes gives the same messages', () => {
  const message = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 });
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
  const stream = fc
    .array(fc.tuple(message, lineEnd), { minLength: 1, maxLength: 8 })
    .chain((lines) =>
      fc.constantFrom(
        lines.map(([value, end]) => JSON.stringify(value) + end).join(''),
        lines.map(([value, end]) => `data: ${JSON.stringify(value)}${end}${end}`).join(''),
      ),
    );
  fc.assert(
    fc.property(stream, fc.array(fc.nat(), { maxLength: 12 }), (source, cuts) => {
      const whole = bytes(source);
      const at = [...new Set(cuts.map((cut) => cut % whole.length))].sort((a, b) => a - b);
      const chunks = [0, ...at].map((from, i) => whole.subarray(from, at[i] ?? whole.length));
      expect(hear(chunks)).toEqual(hear([source]));
    }),
  );
});

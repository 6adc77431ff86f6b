import { expect, test } from 'vitest';
import { withFreshIds } from './freshIds.ts';

const renamed = (text: string) => new TextDecoder().decode(withFreshIds(new TextEncoder().encode(text), 2));

test('a stream gets ids of its own, and keeps all else', () => {
  expect(renamed('data: {"type":"text-delta","id":"0","delta":"id"}\n\ndata: [DONE]\n')).toBe(
    'data: {"type":"text-delta","id":"0-2","delta":"id"}\n\ndata: [DONE]\n',
  );
  expect(renamed('{"toolCallId":"c","session_id":"s","valid":"v","nested":[{"uuid":"u"}]}')).toBe(
    '{"toolCallId":"c-2","session_id":"s-2","valid":"v","nested":[{"uuid":"u-2"}]}',
  );
});

test('an id that is a number stays one', () => {
  expect(renamed('{"jsonrpc":"2.0","id":3}')).toBe('{"jsonrpc":"2.0","id":2000003}');
});

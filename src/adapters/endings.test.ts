import { expect, test } from 'vitest';
import { errorText } from './endings.ts';

test.each<[error: unknown, sentence: string]>([
  ['quota used up', 'quota used up'],
  [{ error: { type: 'overloaded_error', message: 'Overloaded' } }, 'Overloaded'],
  ['{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', 'Overloaded'],
  ['429 {"type":"error","error":{"message":"Too many requests"}}', '429 Too many requests'],
  ['API Error: [{"error":{"message":"{\\"message\\":\\"Slow down\\"}"}}]', 'API Error: Slow down'],
  [[{ message: 'first' }, { message: 'second' }], 'first'],
  ['[Errno 2] No such file', '[Errno 2] No such file'],
  ['cannot read {} of []', 'cannot read {} of []'],
  ['see {"a":1}', 'see {"a":1}'],
  ['   ', 'The run failed.'],
  [undefined, 'The run failed.'],
  [{}, 'The run failed.'],
])('B28: the reader is told %j as "%s"', (error, sentence) => {
  expect(errorText(error)).toBe(sentence);
});

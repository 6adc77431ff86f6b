import { expect, it } from 'vitest';
import { createDecoder, type FormatName } from '../../src/adapters/index.ts';
import { parseArguments } from '../../src/logic/parseArguments.ts';
import { reduce } from '../../src/logic/reducer.ts';
import { emptyThread } from '../../src/logic/thread.ts';

const MIB = 1024 * 1024;

/** The content that a call was given, once a stream has come in chunks. */
function contentOf(format: FormatName, chunks: Iterable<string>): unknown {
  const decoder = createDecoder(format);
  let thread = emptyThread;
  const fold = (events: ReturnType<typeof decoder.push>) => {
    for (const event of events) thread = reduce(thread, event);
  };
  for (const chunk of chunks) fold(decoder.push(chunk));
  fold(decoder.end());
  const call = [...(thread.rounds.at(-1)?.items ?? [])].find(({ kind }) => kind === 'tool_call');
  return call?.kind === 'tool_call' ? new Map(parseArguments(call.args)).get('content') : undefined;
}

function* cut(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += 65_536) yield text.slice(from, from + 65_536);
}

const chunk = (body: object) => `data: ${JSON.stringify(body)}\n\n`;
const call = { toolCallId: 'c', toolName: 'write' };

it('section 8: an argument of 32 MiB that streams in', () => {
  function* stream() {
    const delta = (inputTextDelta: string) => chunk({ type: 'tool-input-delta', toolCallId: 'c', inputTextDelta });
    yield chunk({ type: 'start' });
    yield chunk({ type: 'tool-input-start', ...call });
    yield delta('{"content":"');
    for (let i = 0; i < 2048; i++) yield delta('x'.repeat(16 * 1024));
    yield delta('"}');
  }
  expect(contentOf('ai-sdk-ui', stream())).toHaveLength(32 * MIB);
});

it('section 8: an argument of 32 MiB in one piece', () => {
  const whole = chunk({ type: 'tool-input-available', ...call, input: { content: 'x'.repeat(32 * MIB) } });
  expect(contentOf('ai-sdk-ui', cut(chunk({ type: 'start' }) + whole))).toHaveLength(32 * MIB);
});

it('section 8: a line of 64 MiB', () => {
  const input = { content: 'x'.repeat(64 * MIB) };
  const message = { id: 'm', role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'Write', input }] };
  const line = `${JSON.stringify({ type: 'assistant', message, session_id: 's' })}\n`;
  expect(contentOf('claude-stream-json', cut(line))).toHaveLength(64 * MIB);
});

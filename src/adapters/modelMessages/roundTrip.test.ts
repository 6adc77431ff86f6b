import { expect, test } from 'vitest';
import { createConversationLog } from '../../logic/conversationLog/conversationLog.ts';
import { createMemoryStore } from '../../logic/conversationLog/store.ts';
import { anthropicMessages, createDecoder, type FormatName, openaiItems } from '../index.ts';

/** The log of a stream, decoded byte by byte, as another process reads it later. */
function loggedStream(format: FormatName, stream: string) {
  const store = createMemoryStore();
  const log = createConversationLog(store);
  const decoder = createDecoder(format);
  const bytes = new TextEncoder().encode(stream);
  for (const byte of bytes) for (const event of decoder.push(Uint8Array.of(byte))) log.listener(event);
  for (const event of decoder.end()) log.listener(event);
  return JSON.parse(JSON.stringify(createConversationLog(store).replay()));
}

test('R5.2: what a claude stream told goes back to the model as it came', () => {
  const stream = (event: object) => ({ type: 'stream_event', parent_tool_use_id: null, event });
  const start = (index: number, content_block: object) => stream({ type: 'content_block_start', index, content_block });
  const delta = (index: number, piece: object) => stream({ type: 'content_block_delta', index, delta: piece });
  const message = (id: string) => stream({ type: 'message_start', message: { id } });
  const input = { command: 'npm test', description: 'Run the tests ü' };
  const json = JSON.stringify(input);
  const thinking = { type: 'thinking', thinking: 'First the tests.', signature: 'EqQB/+=' };
  const redacted = { type: 'redacted_thinking', data: 'EmwK' };
  const lines = [
    { type: 'user', uuid: 'u1', message: { role: 'user', content: 'Fix the test.' } },
    message('m1'),
    start(0, { type: 'thinking', thinking: '', signature: '' }),
    delta(0, { type: 'thinking_delta', thinking: 'First ' }),
    delta(0, { type: 'thinking_delta', thinking: 'the tests.' }),
    delta(0, { type: 'signature_delta', signature: thinking.signature }),
    stream({ type: 'content_block_stop', index: 0 }),
    start(1, redacted),
    stream({ type: 'content_block_stop', index: 1 }),
    start(2, { type: 'text', text: '' }),
    delta(2, { type: 'text_delta', text: 'I run them.' }),
    stream({ type: 'content_block_stop', index: 2 }),
    start(3, { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {} }),
    delta(3, { type: 'input_json_delta', partial_json: json.slice(0, 20) }),
    delta(3, { type: 'input_json_delta', partial_json: json.slice(20) }),
    stream({ type: 'content_block_stop', index: 3 }),
    stream({ type: 'message_stop' }),
    {
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Exit code 1\n1 failed', is_error: true }],
      },
    },
    message('m2'),
    start(0, { type: 'text', text: '' }),
    delta(0, { type: 'text_delta', text: 'One test fails.' }),
    stream({ type: 'content_block_stop', index: 0 }),
    stream({ type: 'message_stop' }),
    { type: 'result', subtype: 'success', is_error: false, result: 'One test fails.' },
  ];
  const events = loggedStream('claude-stream-json', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  expect(anthropicMessages(events)).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Fix the test.' }] },
    {
      role: 'assistant',
      content: [
        thinking,
        redacted,
        { type: 'text', text: 'I run them.' },
        { type: 'tool_use', id: 'toolu_1', name: 'Bash', input },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'toolu_1',
          content: [{ type: 'text', text: 'Exit code 1\n1 failed' }],
          is_error: true,
        },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'One test fails.' }] },
  ]);
  const kinds = openaiItems(events, { thoughts: false }).map(({ type }) => type);
  expect(kinds).toEqual(['message', 'message', 'function_call', 'function_call_output', 'message']);
});

test('R5.2: what an OpenAI stream told goes back to the model as it came', () => {
  const reasoning = {
    ...{ type: 'reasoning', id: 'rs_1', encrypted_content: 'gAAAA' },
    summary: [{ type: 'summary_text', text: 'First the tests.' }],
  };
  const call = { type: 'function_call', call_id: 'call_1', name: 'shell', arguments: '{"cmd": "npm test"}' };
  const events = [
    { type: 'response.created', response: { id: 'resp_1', status: 'in_progress' } },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning', id: 'rs_1', summary: [] } },
    {
      type: 'response.reasoning_summary_text.delta',
      ...{ item_id: 'rs_1', output_index: 0, summary_index: 0, delta: 'First the tests.' },
    },
    { type: 'response.output_item.done', output_index: 0, item: reasoning },
    { type: 'response.output_item.added', output_index: 1, item: { ...call, id: 'fc_1', arguments: '' } },
    {
      type: 'response.function_call_arguments.delta',
      ...{ item_id: 'fc_1', output_index: 1, delta: call.arguments },
    },
    { type: 'response.output_item.done', output_index: 1, item: { ...call, id: 'fc_1', status: 'completed' } },
    { type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [] } },
  ];
  const stream = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  expect(openaiItems(loggedStream('openai-responses', stream)).slice(0, 2)).toEqual([reasoning, call]);
});

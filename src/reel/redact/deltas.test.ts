import { describe, expect, it } from 'vitest';
import { madeUp } from './madeUpSecrets.ts';
import { redact } from './redact.ts';
import { chunkLengths, outputOf, reelOf, shows } from './testReel.ts';

// An e-mail address is looked for in true joins only, not in those on a guess.
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const [one, other] = [`mail ${madeUp(7, 1, LOWER)}@${madeUp(4, 2, LOWER)}`, `${madeUp(5, 3, LOWER)}.com now`];
const address = `${one}${other}`.slice('mail '.length, -' now'.length);
const sse = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const json = (value: unknown) => `${JSON.stringify(value)}\n`;

const claude = (event: unknown, nth: number) =>
  json({
    type: 'stream_event',
    event,
    session_id: 's',
    parent_tool_use_id: null,
    uuid: `00000000-0000-4000-8000-00000000000${nth}`,
  });

/** A text in two deltas between which something else comes, in formats that write it in their own ways. */
const streams: Readonly<Record<string, readonly string[]>> = {
  'ag-ui': [
    sse({ type: 'RUN_STARTED', threadId: 't', runId: 'r' }),
    sse({ type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' }),
    sse({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: one }),
    sse({ type: 'CUSTOM', name: 'x', value: { delta: '-' } }),
    sse({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: other }),
  ],
  'ai-sdk-ui': [
    sse({ type: 'start' }),
    sse({ type: 'text-start', id: '1' }),
    sse({ type: 'text-delta', id: '1', delta: one }),
    sse({ type: 'reasoning-start', id: '2' }),
    sse({ type: 'reasoning-delta', id: '2', delta: 'so' }),
    sse({ type: 'text-delta', id: '1', delta: other }),
  ],
  'claude-stream-json': [
    json({ type: 'system', subtype: 'init', session_id: 's', cwd: '/', tools: [], model: 'm', uuid: 'u' }),
    claude(
      {
        type: 'message_start',
        message: { id: 'm', type: 'message', role: 'assistant', content: [], model: 'm', usage: {} },
      },
      1,
    ),
    claude(
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 't1', name: 'Write', input: {} },
      },
      2,
    ),
    claude(
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: `{"text":"${one}` } },
      3,
    ),
    claude(
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: `${other}"}` } },
      4,
    ),
  ],
  'openai-chat': [
    sse({
      id: 'c',
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta: { role: 'assistant', content: one } }],
    }),
    sse({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: other } }] }),
  ],
  'openai-responses': [
    sse({ type: 'response.created', response: { id: 'r', status: 'in_progress', output: [] } }),
    sse({
      type: 'response.output_item.added',
      output_index: 0,
      item: { type: 'message', id: 'm', role: 'assistant', content: [] },
    }),
    sse({ type: 'response.output_text.delta', item_id: 'm', output_index: 0, content_index: 0, delta: one }),
    sse({ type: 'response.output_text.delta', item_id: 'm', output_index: 0, content_index: 0, delta: other }),
  ],
  'anthropic-messages': [
    sse({
      type: 'message_start',
      message: { id: 'm', type: 'message', role: 'assistant', content: [], model: 'm', usage: {} },
    }),
    sse({ type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } }),
    sse({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: one } }),
    sse({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: other } }),
  ],
  acp: [one, other].map((text) =>
    json({
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
    }),
  ),
  'codex-app-server': [
    json({ method: 'turn/started', params: { threadId: 't', turn: { id: 'u', status: 'inProgress', items: [] } } }),
    json({
      method: 'item/started',
      params: { threadId: 't', turnId: 'u', item: { type: 'agentMessage', id: 'i', text: '' } },
    }),
    json({ method: 'item/agentMessage/delta', params: { threadId: 't', turnId: 'u', itemId: 'i', delta: one } }),
    json({ method: 'item/agentMessage/delta', params: { threadId: 't', turnId: 'u', itemId: 'i', delta: other } }),
  ],
};

describe('R7.3: deltas are joined as the format says', () => {
  it.each(Object.entries(streams))('%s', (format, stream) => {
    const raw = reelOf(stream, { format });
    const { reel, replaced } = redact(raw);
    expect(shows(raw, address)).toBe(true);
    expect(outputOf(reel)).not.toContain(other.slice(0, 5));
    expect(outputOf(reel)).not.toContain(one.slice(5, 12));
    expect(replaced).toBe(1);
    expect(chunkLengths(reel)).toEqual(chunkLengths(raw));
  });
});

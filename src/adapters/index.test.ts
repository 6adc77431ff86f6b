import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reduceAll } from '../logic/reducer.ts';
import { emptyThread } from '../logic/thread.ts';
import { jsonl, sse } from './adapterStand.ts';
import { createDecoder, detectFormat, type FormatName, formats } from './index.ts';

const samples: readonly [FormatName, readonly object[]][] = [
  ['ai-sdk-ui', [{ type: 'start' }, { type: 'start-step' }, { type: 'text-delta', id: '0', delta: 'a' }]],
  ['ag-ui', [{ type: 'RUN_STARTED', threadId: 't', runId: 'r' }, { type: 'RAW' }]],
  [
    'claude-stream-json',
    [
      { type: 'system', subtype: 'hook_started' },
      { type: 'assistant', message: {} },
    ],
  ],
  [
    'vscode-lm',
    [
      { type: 'thinking', value: 'a' },
      { type: 'tool_call', callId: 'c', name: 'x', input: {} },
    ],
  ],
  [
    'runreel',
    [
      { type: 'run_started', runId: 'r' },
      { type: 'thinking', text: 'a' },
    ],
  ],
];

describe('detectFormat', () => {
  it.each(samples)('tells %s as SSE, as JSON Lines and as a document', (format, messages) => {
    expect(detectFormat(sse(messages))).toBe(format);
    expect(detectFormat(`: hello\n\n${sse(messages)}`)).toBe(format);
    expect(detectFormat(jsonl(messages))).toBe(format);
    expect(detectFormat(`npm warn noise\n${jsonl(messages)}`)).toBe(format);
    expect(detectFormat(JSON.stringify(messages))).toBe(format);
    expect(detectFormat(JSON.stringify(messages, null, 2))).toBe(format);
    expect(detectFormat(JSON.stringify(messages).slice(0, -2))).toBe(format);
  });

  it('tells nothing of what it does not know', () => {
    const parts = ['stream-start', 'response-metadata', 'text-start', 'text-delta', 'text-end', 'finish'];
    expect(detectFormat(sse(parts.map((type) => ({ type }))))).toBeUndefined();
    expect(detectFormat(jsonl([{ type: 'user', parentUuid: null, message: {} }]))).toBeUndefined();
    for (const sample of ['', 'hello', '[]', '{}', 'null', '{"type":"thread.started"}']) {
      expect(detectFormat(sample)).toBeUndefined();
    }
  });

  it('tells a document that is longer than what it looks at', () => {
    const said = { role: 'user', content: [{ type: 'text', text: 'word '.repeat(1000) }] };
    const document = { version: 1, sessionId: 's', messages: Array.from({ length: 20 }, () => said) };
    expect(JSON.stringify(document).length).toBeGreaterThan(64 * 1024);
    expect(detectFormat(JSON.stringify(document, null, 2))).toBe('cline');
    expect(detectFormat(JSON.stringify(document))).toBe('cline');
  });

  it('tells a first message that is longer than what it looks at, whatever stands before it', () => {
    const words = 'word '.repeat(20_000);
    const response = { type: 'response.created', response: { id: 'r', status: 'in_progress', instructions: words } };
    for (const before of ['', ': hello\n\n', 'event: response.created\n', '[INFO] up\n'])
      expect(detectFormat(`${before}data: ${JSON.stringify(response)}\n\n`)).toBe('openai-responses');
    const document = {
      version: 1,
      sessionId: 's',
      messages: [{ role: 'user', content: [{ type: 'text', text: words }] }],
    };
    expect(detectFormat(`npm warn old\n[INFO] up\n${JSON.stringify(document, null, 2)}`)).toBe('cline');
  });

  it('section 8: gives up in time where nothing can be read', { timeout: 10_000 }, () => {
    for (const piece of ['[', '[\n', '{\n', '{"a":\n', '[{\n', 'data: {"a\n', '"[', '\\"{'])
      expect(detectFormat(piece.repeat((64 * 1024) / piece.length))).toBeUndefined();
  });

  const rpc = (message: object) => ({ jsonrpc: '2.0', ...message });
  it.each<[string, readonly object[]]>([
    [
      'a language server',
      [
        rpc({ id: 1, method: 'initialize', params: { processId: 1, capabilities: {} } }),
        rpc({ id: 1, result: { capabilities: {}, serverInfo: { name: 'x' } } }),
      ],
    ],
    ['its first request', [rpc({ id: 1, method: 'initialize', params: { processId: 1, capabilities: {} } })]],
    [
      'a server of the Model Context Protocol that asks its user',
      [
        rpc({ id: 0, result: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'x' } } }),
        rpc({ id: 1, result: { content: [{ type: 'text', text: 'ok' }] } }),
        rpc({ id: 7, method: 'elicitation/create', params: { message: 'Who?' } }),
      ],
    ],
    ['its client', [rpc({ id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', clientInfo: {} } })]],
    ['JSON-RPC of the first version', [{ id: 1, result: 5, error: null }]],
    ['what is counted in a program', [{ type: 'user.created', properties: {} }]],
    ['a schema', [{ type: 'object', properties: {} }]],
    ['sessions of a site', [{ type: 'session', id: 'a', timestamp: 't', user: 'u' }]],
  ])('tells nothing of %s', (_, messages) => {
    expect(detectFormat(jsonl(messages))).toBeUndefined();
  });

  it('tells an error by its members, and the start of a message by those of the message', () => {
    const formatOf = (message: object) => detectFormat(jsonl([message]));
    expect(formatOf({ type: 'error', message: 'no' })).toBe('codex-exec');
    expect(formatOf({ type: 'error', errorText: 'no' })).toBe('ai-sdk-ui');
    expect(formatOf({ type: 'error', error: { type: 'overloaded_error', message: 'no' } })).toBe('anthropic-messages');
    expect(formatOf({ type: 'message_start', message: { role: 'assistant', content: [] } })).toBe('pi');
    expect(formatOf({ type: 'message_start', message: { id: 'm', role: 'assistant' } })).toBe('anthropic-messages');
  });

  it('looks at the first 64 KB only', () => {
    expect(detectFormat(`${'noise\n'.repeat(11_000)}${jsonl([{ type: 'RUN_STARTED' }])}`)).toBeUndefined();
  });
});

describe('createDecoder', () => {
  it('refuses a format that nobody reads, in one sentence', () => {
    // @ts-expect-error the types refuse it as well
    expect(() => createDecoder('toString')).toThrow('Unknown format "toString"; known: ai-sdk-ui, ag-ui');
  });

  it('gives nothing after its end', () => {
    const decoder = createDecoder('runreel');
    expect(decoder.end()).toHaveLength(2);
    expect(decoder.end()).toEqual([]);
    expect(decoder.push('{"type":"text","text":"late"}\n')).toEqual([]);
  });

  it('section 8: a value that is nested too deep to be written throws nothing', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const usage = { total_token_usage: { a: '@' }, last_token_usage: { input_tokens: 1 } };
    const lines = jsonl([
      { timestamp: '2026-11-30T12:00:00Z', type: 'event_msg', payload: { type: 'user_message', message: 'Go.' } },
      { timestamp: '2026-11-30T12:00:01Z', type: 'event_msg', payload: { type: 'token_count', info: usage } },
    ]);
    const decoder = createDecoder('codex-rollout');
    const events = [...decoder.push(lines.replace('"@"', deep)), ...decoder.end()];
    expect(events).toContainEqual(expect.objectContaining({ type: 'usage', inputTokens: 1 }));
  });

  const types = [
    ...[
      'RUN_STARTED',
      'TEXT_MESSAGE_CHUNK',
      'TOOL_CALL_CHUNK',
      'TOOL_CALL_RESULT',
      'MESSAGES_SNAPSHOT',
      'RUN_FINISHED',
    ],
    ...['start', 'text-delta', 'tool-input-available', 'tool-output-available', 'tool-approval-request', 'finish'],
    ...['assistant', 'user', 'system', 'stream_event', 'result', 'control_request', 'thinking', 'text', 'tool_call'],
  ];
  const names = ['type', 'subtype', 'message', 'event', 'content', 'delta', 'id', 'messages', 'uuid', 'value', 'usage'];
  const hostile = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<unknown>(null, '', 0, true, 'x', '__proto__', 'assistant', 'tool_use', 'message_start'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom(...names, '__proto__', 'constructor', 'toolCallId', 'parent_tool_use_id'),
        tie('value'),
      ),
    ),
  })).value;
  const message = fc.tuple(
    fc.constantFrom<unknown>(...types, 5, null),
    fc.dictionary(fc.constantFrom(...names), hostile),
  );

  it.each(formats)('section 8: %s throws at nothing, and neither does the reducer', (format) => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), fc.boolean(), (messages, isClient) => {
        const decoder = createDecoder(format);
        const lines = jsonl(messages.map(([type, members]) => ({ ...members, type })));
        const events = [...decoder.push(lines, isClient ? 'client' : 'agent'), ...decoder.end()];
        expect(() => JSON.stringify(reduceAll(emptyThread, events))).not.toThrow();
        expect(decoder.diagnostics.malformed).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 200 },
    );
  });
});

const time = '2026-11-30T12:00:00.000Z';

const streamed = (event: object) => ({ type: 'stream_event', session_id: 's', event });
const claudeLine = (type: string, message: object) => ({
  type,
  message,
  uuid: `u${JSON.stringify(message).length}`,
  parentUuid: null,
  sessionId: 's',
  timestamp: time,
  isSidechain: false,
});
const chatChunk = (delta: object) => ({
  id: 'x1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: null }],
});
const codexNote = (method: string, params: object) => ({ method, params: { threadId: 't', turnId: 'u', ...params } });
const rollout = (type: string, payload: object) => ({ timestamp: time, type, payload });
const gemini = (parts: readonly object[]) => ({ candidates: [{ content: { role: 'model', parts }, index: 0 }] });
const acp = (update: object) => ({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } });
const opencodeLine = (type: string, part: object) => ({ type, timestamp: 1, sessionID: 's', part });
const busEvent = (type: string, properties: object) => ({ type, properties: { sessionID: 's', ...properties } });
const part = (its: object) => busEvent('message.part.updated', { part: { sessionID: 's', ...its } });
const piUpdate = (assistantMessageEvent: object) => ({ type: 'message_update', assistantMessageEvent });
const piCall = (command: string) => ({
  role: 'assistant',
  content: [
    { type: 'thinking', thinking: 'Tests. 🧭' },
    { type: 'toolCall', id: 'c1', name: 'bash', arguments: { command } },
  ],
});
const cline = (event: object) => ({ ts: time, type: 'agent_event', event });
const response = (status: string) => ({ id: 'resp1', object: 'response', status, output: [] });

function responseEvents(): object[] {
  const call = { type: 'function_call', id: 'f1', call_id: 'c1', name: 'bash' };
  return [
    { type: 'response.created', response: response('in_progress') },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning', id: 'r1', summary: [] } },
    {
      type: 'response.reasoning_summary_text.delta',
      item_id: 'r1',
      output_index: 0,
      summary_index: 0,
      delta: 'So. 🧭',
    },
    { type: 'response.output_item.added', output_index: 1, item: { type: 'message', id: 'm1', content: [] } },
    { type: 'response.output_text.delta', item_id: 'm1', output_index: 1, content_index: 0, delta: 'Grün' },
    { type: 'response.output_text.done', item_id: 'm1', output_index: 1, content_index: 0, text: 'Grün.' },
    { type: 'response.output_item.added', output_index: 2, item: { ...call, arguments: '' } },
    { type: 'response.function_call_arguments.delta', item_id: 'f1', output_index: 2, delta: '{"command":"ma' },
    { type: 'response.function_call_arguments.done', item_id: 'f1', output_index: 2, arguments: '{"command":"make"}' },
    { type: 'response.output_item.done', output_index: 2, item: { ...call, arguments: '{"command":"make"}' } },
    {
      type: 'response.completed',
      response: { ...response('completed'), usage: { input_tokens: 1, output_tokens: 2 } },
    },
  ];
}

/**
 * A small valid stream of each format, written by hand: a prompt where the format has one, thinking, text, a call with
 * its arguments and its result, an answer and an end. For tests that break them.
 */
const samples: Readonly<Record<string, string>> = {
  'ai-sdk-ui': sse([
    { type: 'start', messageId: 'm1' },
    { type: 'start-step' },
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-delta', id: 'r', delta: 'Tests first. 🧭' },
    { type: 'reasoning-end', id: 'r' },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'I run them.' },
    { type: 'text-end', id: 't' },
    { type: 'tool-input-start', toolCallId: 'c1', toolName: 'bash' },
    { type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: '{"command":"ma' },
    { type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: 'ke"}' },
    { type: 'tool-input-available', toolCallId: 'c1', toolName: 'bash', input: { command: 'make' } },
    { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' },
    { type: 'tool-output-available', toolCallId: 'c1', output: 'ok' },
    { type: 'finish-step' },
    { type: 'start-step' },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'Grün.' },
    { type: 'text-end', id: 't' },
    { type: 'finish-step' },
    { type: 'finish' },
  ]),
  'ag-ui': sse([
    { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
    { type: 'STEP_STARTED', stepName: 's' },
    { type: 'THINKING_TEXT_MESSAGE_CONTENT', delta: 'Tests first. 🧭' },
    { type: 'TEXT_MESSAGE_START', messageId: 'm1', role: 'assistant' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: 'I run them.' },
    { type: 'TEXT_MESSAGE_END', messageId: 'm1' },
    { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'bash', parentMessageId: 'm1' },
    { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '{"command":"ma' },
    { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: 'ke"}' },
    { type: 'TOOL_CALL_END', toolCallId: 'c1' },
    { type: 'TOOL_CALL_RESULT', messageId: 'm2', toolCallId: 'c1', content: 'ok', role: 'tool' },
    { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm3', role: 'assistant', delta: 'Grün.' },
    { type: 'MESSAGES_SNAPSHOT', messages: [{ id: 'm3', role: 'assistant', content: 'Grün.' }] },
    { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
  ]),
  'claude-stream-json': jsonl([
    { type: 'system', subtype: 'init', session_id: 's', tools: ['Bash'], model: 'm' },
    streamed({ type: 'message_start', message: { id: 'm1', role: 'assistant', content: [] } }),
    streamed({ type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } }),
    streamed({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Tests. 🧭' } }),
    streamed({ type: 'content_block_stop', index: 0 }),
    streamed({ type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'c1', name: 'Bash' } }),
    streamed({ type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"comm' } }),
    streamed({ type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: 'and":1}' } }),
    {
      type: 'assistant',
      session_id: 's',
      message: {
        id: 'm1',
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'c1', name: 'Bash', input: { a: 1 } }],
      },
    },
    streamed({ type: 'message_stop' }),
    { type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'ok' }] } },
    { type: 'assistant', message: { id: 'm2', role: 'assistant', content: [{ type: 'text', text: 'Grün.' }] } },
    { type: 'result', subtype: 'success', is_error: false, result: 'Grün.', usage: { input_tokens: 1 } },
  ]),
  'claude-transcript': jsonl([
    claudeLine('user', { role: 'user', content: 'Fix it.' }),
    claudeLine('assistant', { id: 'm1', role: 'assistant', content: [{ type: 'thinking', thinking: 'Tests. 🧭' }] }),
    claudeLine('assistant', {
      id: 'm1',
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'c1', name: 'Bash', input: { command: 'make' } }],
    }),
    claudeLine('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'ok' }] }),
    claudeLine('assistant', { id: 'm2', role: 'assistant', content: [{ type: 'text', text: 'Grün.' }] }),
    claudeLine('user', { role: 'user', content: 'Thanks.' }),
  ]),
  'anthropic-messages': sse([
    { type: 'message_start', message: { id: 'm1', type: 'message', role: 'assistant', content: [], model: 'm' } },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Tests. 🧭' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'ping' },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Grün.' } },
    { type: 'content_block_stop', index: 1 },
    { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', id: 'c1', name: 'Bash', input: {} } },
    { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"command":' } },
    { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '"make"}' } },
    { type: 'content_block_stop', index: 2 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } },
    { type: 'message_stop' },
  ]),
  'openai-responses': sse(responseEvents()),
  'openai-chat': sse([
    chatChunk({ role: 'assistant', reasoning_content: 'Tests. 🧭' }),
    chatChunk({ content: 'Grün' }),
    chatChunk({ content: '.' }),
    chatChunk({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'bash', arguments: '' } }] }),
    chatChunk({ tool_calls: [{ index: 0, function: { arguments: '{"command":"ma' } }] }),
    chatChunk({ tool_calls: [{ index: 0, function: { arguments: 'ke"}' } }] }),
    { ...chatChunk({}), choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
    { ...chatChunk({}), choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } },
  ]),
  'openai-agents': jsonl([
    ...responseEvents().map((event) => ({
      type: 'raw_model_stream_event',
      source: 'openai-responses',
      data: { type: 'model', event },
    })),
    {
      type: 'run_item_stream_event',
      name: 'tool_called',
      item: { type: 'tool_call_item', rawItem: { type: 'function_call', callId: 'c1', name: 'bash', arguments: '{}' } },
    },
    {
      type: 'run_item_stream_event',
      name: 'tool_output',
      item: { type: 'tool_call_output_item', rawItem: { type: 'function_call_result', callId: 'c1' }, output: 'ok' },
    },
  ]),
  'codex-exec': jsonl([
    { type: 'thread.started', thread_id: 't' },
    { type: 'turn.started' },
    { type: 'item.completed', item: { id: 'i0', type: 'reasoning', text: 'Tests first. 🧭' } },
    { type: 'item.started', item: { id: 'i1', type: 'command_execution', command: 'make', status: 'in_progress' } },
    {
      type: 'item.completed',
      item: {
        id: 'i1',
        type: 'command_execution',
        command: 'make',
        aggregated_output: 'ok',
        exit_code: 0,
        status: 'completed',
      },
    },
    { type: 'item.completed', item: { id: 'i2', type: 'agent_message', text: 'Grün.' } },
    { type: 'turn.completed', usage: { input_tokens: 1, output_tokens: 2 } },
  ]),
  'codex-app-server': jsonl([
    { id: 1, result: { userAgent: 'x' } },
    { method: 'thread/started', params: { thread: { id: 't' } } },
    codexNote('turn/started', { turn: { id: 'u', status: 'inProgress', items: [] } }),
    codexNote('item/started', {
      item: { type: 'userMessage', id: 'i0', content: [{ type: 'text', text: 'Fix it.' }] },
    }),
    codexNote('item/started', { item: { type: 'reasoning', id: 'i1', summary: [], content: [] } }),
    codexNote('item/reasoning/summaryTextDelta', { itemId: 'i1', delta: 'Tests. 🧭', summaryIndex: 0 }),
    codexNote('item/started', { item: { type: 'commandExecution', id: 'i2', command: 'make', status: 'inProgress' } }),
    codexNote('item/commandExecution/outputDelta', { itemId: 'i2', delta: 'ok' }),
    codexNote('item/completed', {
      item: {
        type: 'commandExecution',
        id: 'i2',
        command: 'make',
        status: 'completed',
        exitCode: 0,
        aggregatedOutput: 'ok',
      },
    }),
    codexNote('item/agentMessage/delta', { itemId: 'i3', delta: 'Grün' }),
    codexNote('item/completed', { item: { type: 'agentMessage', id: 'i3', text: 'Grün.' } }),
    codexNote('turn/completed', { turn: { id: 'u', status: 'completed', items: [] } }),
  ]),
  'codex-rollout': jsonl([
    rollout('session_meta', { id: 's', cwd: '/home/dev', cli_version: '1' }),
    rollout('event_msg', { type: 'user_message', message: 'Fix it.' }),
    rollout('turn_context', { cwd: '/home/dev', model: 'm' }),
    rollout('event_msg', { type: 'agent_reasoning', text: 'Tests. 🧭' }),
    rollout('response_item', { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Tests. 🧭' }] }),
    rollout('response_item', {
      type: 'function_call',
      name: 'shell',
      arguments: '{"command":["make"]}',
      call_id: 'c1',
    }),
    rollout('response_item', { type: 'function_call_output', call_id: 'c1', output: '{"output":"ok"}' }),
    rollout('response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Grün.' }] }),
    rollout('event_msg', { type: 'task_complete', last_agent_message: 'Grün.' }),
  ]),
  'gemini-api': sse([
    gemini([{ text: 'Tests. 🧭', thought: true }]),
    gemini([{ text: 'Grün' }]),
    gemini([{ functionCall: { name: 'bash', args: { command: 'make' } } }]),
    {
      candidates: [{ content: { parts: [{ text: '.' }] }, finishReason: 'STOP' }],
      usageMetadata: { totalTokenCount: 3 },
    },
  ]),
  'gemini-stream-json': jsonl([
    { type: 'init', timestamp: time, session_id: 's', model: 'm' },
    { type: 'message', timestamp: time, role: 'user', content: 'Fix it.' },
    { type: 'message', timestamp: time, role: 'assistant', content: 'I run 🧭', delta: true },
    { type: 'tool_use', timestamp: time, tool_name: 'shell', tool_id: 'c1', parameters: { command: 'make' } },
    { type: 'tool_result', timestamp: time, tool_id: 'c1', status: 'success', output: 'ok' },
    { type: 'message', timestamp: time, role: 'assistant', content: 'Grün.', delta: true },
    { type: 'result', timestamp: time, status: 'success', stats: { total_tokens: 3 } },
  ]),
  acp: jsonl([
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1 } },
    { jsonrpc: '2.0', id: 1, result: { protocolVersion: 1 } },
    {
      jsonrpc: '2.0',
      id: 2,
      method: 'session/prompt',
      params: { sessionId: 's', prompt: [{ type: 'text', text: 'Fix' }] },
    },
    acp({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'Tests. 🧭' } }),
    acp({ sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'make', kind: 'execute', status: 'pending' }),
    {
      jsonrpc: '2.0',
      id: 7,
      method: 'session/request_permission',
      params: {
        sessionId: 's',
        toolCall: { toolCallId: 'c1' },
        options: [{ optionId: 'o', name: 'Yes', kind: 'allow_once' }],
      },
    },
    { jsonrpc: '2.0', id: 7, result: { outcome: { outcome: 'selected', optionId: 'o' } } },
    acp({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'completed', content: [] }),
    acp({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Grün.' } }),
    { jsonrpc: '2.0', id: 2, result: { stopReason: 'end_turn' } },
  ]),
  'opencode-run': jsonl([
    opencodeLine('step_start', { id: 'p1', messageID: 'm1', type: 'step-start' }),
    opencodeLine('reasoning', { id: 'p2', messageID: 'm1', type: 'reasoning', text: 'Tests. 🧭' }),
    opencodeLine('tool_use', {
      id: 'p3',
      messageID: 'm1',
      type: 'tool',
      tool: 'bash',
      callID: 'c1',
      state: { status: 'completed', input: { command: 'make' }, output: 'ok', metadata: { exit: 0 } },
    }),
    opencodeLine('step_finish', { id: 'p4', messageID: 'm1', type: 'step-finish', reason: 'tool-calls' }),
    opencodeLine('text', { id: 'p5', messageID: 'm2', type: 'text', text: 'Grün.' }),
    opencodeLine('step_finish', { id: 'p6', messageID: 'm2', type: 'step-finish', reason: 'stop' }),
  ]),
  'opencode-events': sse([
    busEvent('server.connected', {}),
    busEvent('message.updated', { info: { id: 'm0', role: 'user', sessionID: 's' } }),
    part({ id: 'p0', messageID: 'm0', type: 'text', text: 'Fix it.' }),
    busEvent('session.status', { status: { type: 'busy' } }),
    busEvent('message.updated', { info: { id: 'm1', role: 'assistant', sessionID: 's' } }),
    part({ id: 'p1', messageID: 'm1', type: 'reasoning', text: '' }),
    busEvent('message.part.delta', { messageID: 'm1', partID: 'p1', field: 'text', delta: 'Tests. 🧭' }),
    part({
      id: 'p2',
      messageID: 'm1',
      type: 'tool',
      tool: 'bash',
      callID: 'c1',
      state: { status: 'pending', input: {} },
    }),
    part({
      id: 'p2',
      messageID: 'm1',
      type: 'tool',
      tool: 'bash',
      callID: 'c1',
      state: { status: 'completed', input: { command: 'make' }, output: 'ok' },
    }),
    part({ id: 'p3', messageID: 'm1', type: 'text', text: 'Grün.' }),
    busEvent('session.status', { status: { type: 'idle' } }),
    busEvent('session.idle', {}),
  ]),
  pi: jsonl([
    { type: 'session', version: 3, id: 's', timestamp: time, cwd: '/home/dev' },
    { type: 'agent_start' },
    { type: 'turn_start' },
    { type: 'message_end', message: { role: 'user', content: [{ type: 'text', text: 'Fix it.' }], timestamp: 1 } },
    { type: 'message_start', message: { role: 'assistant', content: [] } },
    piUpdate({ type: 'thinking_delta', contentIndex: 0, delta: 'Tests. 🧭' }),
    piUpdate({ type: 'toolcall_start', contentIndex: 1, partial: piCall('') }),
    piUpdate({ type: 'toolcall_delta', contentIndex: 1, delta: '{"command":"make"}', partial: piCall('make') }),
    piUpdate({ type: 'toolcall_end', contentIndex: 1, toolCall: piCall('make').content[1] }),
    { type: 'message_end', message: { ...piCall('make'), stopReason: 'toolUse' } },
    { type: 'tool_execution_start', toolCallId: 'c1', toolName: 'bash', args: { command: 'make' } },
    { type: 'tool_execution_end', toolCallId: 'c1', toolName: 'bash', result: { content: [] }, isError: false },
    { type: 'turn_end', message: piCall('make'), toolResults: [] },
    {
      type: 'message_end',
      message: { role: 'assistant', content: [{ type: 'text', text: 'Grün.' }], stopReason: 'stop' },
    },
    { type: 'agent_end', messages: [] },
  ]),
  cline: jsonl([
    { ts: time, type: 'hook_event', hookEventName: 'agent_start', agentId: 'a', taskId: 't' },
    cline({ type: 'iteration_start', iteration: 1 }),
    cline({ type: 'content_start', contentType: 'reasoning', reasoning: 'Tests. 🧭' }),
    cline({ type: 'content_end', contentType: 'reasoning', reasoning: 'Tests. 🧭' }),
    cline({
      type: 'content_start',
      contentType: 'tool',
      toolName: 'bash',
      toolCallId: 'c1',
      input: { command: 'make' },
    }),
    cline({
      type: 'content_update',
      contentType: 'tool',
      toolName: 'bash',
      toolCallId: 'c1',
      update: { output: 'ok' },
    }),
    cline({ type: 'content_end', contentType: 'tool', toolName: 'bash', toolCallId: 'c1', output: 'ok' }),
    cline({ type: 'iteration_end', iteration: 1, hadToolCalls: true }),
    cline({ type: 'content_start', contentType: 'text', text: 'Grün.', accumulated: 'Grün.' }),
    cline({ type: 'done', reason: 'completed', text: 'Grün.' }),
    { ts: time, type: 'run_result', finishReason: 'completed', text: 'Grün.' },
  ]),
  'vscode-lm': jsonl([
    { type: 'thinking', value: 'Tests. 🧭' },
    { type: 'thinking', value: '\u0000tool_preparing\u0000bash\u000014\u0000' },
    { type: 'tool_call', callId: 'c1', name: 'bash', input: { command: 'make' } },
    { type: 'thinking', value: '\u0000response_metadata\u0000{"tokens":3}\u0000' },
    { type: 'text', value: 'Grün.' },
  ]),
  runreel: jsonl([
    { type: 'run_started', runId: 'r' },
    { type: 'user_message', text: 'Fix it.' },
    { type: 'turn_started', turnId: 't1' },
    { type: 'thinking_delta', delta: 'Tests. 🧭' },
    { type: 'tool_call_started', callId: 'c1', name: 'bash' },
    { type: 'tool_args_delta', callId: 'c1', delta: '{"command":"make"}' },
    { type: 'approval_requested', approvalId: 'a', callId: 'c1', name: 'bash' },
    { type: 'tool_call_ready', callId: 'c1' },
    { type: 'delegation_started', childId: 'd', callId: 'c1' },
    { type: 'text_delta', delta: 'Look.', agentId: 'd' },
    { type: 'tool_call_finished', callId: 'c1', result: { raw: 'ok' } },
    { type: 'tool_call_started', callId: 'c2', name: 'bash' },
    { type: 'turn_started', turnId: 't2' },
    { type: 'text', text: 'Grün.' },
    { type: 'run_finished', outcome: 'completed' },
  ]),
};

/** The sample of a format; a format without one is a mistake of the tests. */
export function sampleOf(format: string): string {
  const sample = samples[format];
  if (sample === undefined) throw new Error(`There is no sample of "${format}": write one.`);
  return sample;
}

function jsonl(messages: readonly object[]): string {
  return messages.map((message) => `${JSON.stringify(message)}\n`).join('');
}

function sse(messages: readonly object[]): string {
  return messages.map((message) => `data: ${JSON.stringify(message)}\n\n`).join('');
}

/** What a client of AG-UI posts to start a run. @param {import('./program.ts').Stage} stage @param {Record<string, unknown>} [more] */
export function runInput({ prompt }, { messages = [], ...more } = {}) {
  const said = [{ id: 'u1', role: 'user', content: prompt }, .../** @type {unknown[]} */ (messages)];
  return {
    threadId: 't1',
    runId: 'r1',
    state: {},
    messages: said,
    tools: [],
    context: [],
    forwardedProps: {},
    ...more,
  };
}

/** The messages that a client makes of the events of a run, for the next request. @param {readonly any[]} events */
export function messagesOf(events) {
  /** @type {any[]} */
  const messages = [];
  /** @type {Map<string, any>} */
  const calls = new Map();
  let content = '';
  for (const { type, toolCallId = '', toolCallName, delta = '', content: result } of events) {
    if (type === 'TEXT_MESSAGE_CONTENT') content += delta;
    else if (type === 'TOOL_CALL_START') {
      const call = { id: toolCallId, type: 'function', function: { name: toolCallName, arguments: '' } };
      calls.set(toolCallId, call);
      const last = messages.at(-1);
      if (last?.role === 'assistant' && !content) last.toolCalls.push(call);
      else messages.push({ id: `a${messages.length}`, role: 'assistant', content, toolCalls: [call] });
      content = '';
    } else if (type === 'TOOL_CALL_ARGS') calls.get(toolCallId).function.arguments += delta;
    else if (type === 'TOOL_CALL_RESULT')
      messages.push({ id: `m${messages.length}`, role: 'tool', toolCallId, content: result });
  }
  return messages;
}

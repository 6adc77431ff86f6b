import type { Body, EventSink, Format, MessageReader } from '../decoder.ts';
import { isObject, type JsonObject, known, number, text } from '../json.ts';
import { createAgent } from './agent.ts';
import { createSessionFile, ENTRIES } from './sessionFile.ts';

/** Events of the stream that say nothing for the screen: what they tell, others tell. */
const SILENT: ReadonlySet<unknown> = new Set([
  'agent_start',
  'auto_compaction_start',
  'bash_execution_update',
  'compaction_start',
  'entry_appended',
  'extension_ui_request',
  'queue_update',
  'response',
  'session_info_changed',
  'summarization_retry_attempt_start',
  'summarization_retry_finished',
  'summarization_retry_scheduled',
  'thinking_level_changed',
  'turn_end',
  'turn_start',
]);
const EVENTS: ReadonlySet<unknown> = new Set([
  ...SILENT,
  'agent_end',
  'agent_settled',
  'auto_compaction_end',
  'auto_retry_end',
  'auto_retry_start',
  'compaction_end',
  'tool_execution_end',
  'tool_execution_start',
  'tool_execution_update',
]);

/**
 * The pi coding agent: what `pi --mode json` streams (and the events of `--mode rpc`), and its session files. The
 * stream carries no times of its own; a session file does, for each entry.
 */
export const pi: Format = {
  recognises: ({ type, message, assistantMessageEvent, id, timestamp, subtype, cwd }) => {
    if (type === 'message_update') return isObject(assistantMessageEvent);
    // Anthropic's own `message_start` has a message with a type.
    if (type === 'message_start' || type === 'message_end' || type === 'message')
      return isObject(message) && typeof message.role === 'string' && message.type === undefined;
    if (type === 'session') return typeof id === 'string' && typeof timestamp === 'string' && typeof cwd === 'string';
    if (ENTRIES.has(type)) return typeof timestamp === 'string' && subtype === undefined;
    return type !== 'response' && EVENTS.has(type);
  },
  open,
};

function open(sink: EventSink): MessageReader {
  const agent = createAgent(sink);
  const { runs, calls } = agent;
  const sessionFile = createSessionFile(sink, agent);
  /** Whether the stream is there from its beginning, or from the beginning of a message on. */
  let isWhole = false;

  function readMessage(event: JsonObject, isStart: boolean): void {
    const { message } = event;
    const isJoined = !isStart && !isWhole;
    isWhole = true;
    if (!isObject(message)) sink.malformed();
    else if (message.role !== 'assistant') {
      if (isStart || isJoined) agent.other(message);
    } else if (isStart) agent.opens(message);
    else agent.whole(message, false);
  }

  function readRetry(event: JsonObject): void {
    runs.retries();
    const attempt = number(event, 'attempt');
    const of = number(event, 'maxAttempts');
    sink.emit({
      type: 'notice',
      level: 'warning',
      code: 'retry',
      text: text(event, 'errorMessage') ?? 'The request is made again.',
      ...(attempt !== undefined && { retry: known<NonNullable<Body<'notice'>['retry']>>({ attempt, of }) }),
    });
  }

  function readEvent(event: JsonObject): void {
    switch (event.type) {
      case 'message_start':
      case 'message_end':
        readMessage(event, event.type === 'message_start');
        return;
      case 'message_update':
        agent.updates(event);
        return;
      case 'tool_execution_start':
        calls.executionStarts(event);
        return;
      case 'tool_execution_update':
        calls.executionUpdates(event);
        return;
      case 'tool_execution_end':
        calls.executionEnds(event);
        return;
      case 'agent_end':
        runs.ends(event.willRetry);
        return;
      case 'agent_settled':
        runs.settled();
        return;
      case 'auto_retry_start':
        readRetry(event);
        return;
      case 'auto_retry_end':
        if (event.success === false) runs.gaveUp(text(event, 'finalError'));
        return;
      case 'auto_compaction_end':
      case 'compaction_end':
        if (isObject(event.result)) agent.compacted();
        return;
      default:
        if (!SILENT.has(event.type)) sink.unknown(event.type);
    }
  }

  return {
    read(line, from) {
      if (from === 'client') return;
      if (ENTRIES.has(line.type)) sessionFile.read(line);
      else readEvent(line);
    },
    end: () => sessionFile.end(),
  };
}

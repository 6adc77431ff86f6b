import { createAgents } from '../claude/agents.ts';
import type { EventSink, Format, MessageReader } from '../decoder.ts';
import { isObject, type JsonObject, member, text } from '../json.ts';
import { readControlRequest, readControlResponse } from './approvals.ts';
import { createMessageLineReader } from './messages.ts';
import { createNoticeReader } from './notices.ts';
import { createRunReader } from './runs.ts';

/**
 * What `claude --output-format stream-json` and programs with the same envelope (Qwen Code) write, with partial messages
 * or without. Times are left to the transport: only some lines carry one, and two clocks would be mixed.
 */
export const claudeStreamJson: Format = {
  recognises: ({ type, subtype, message, event, parentUuid }) => {
    if (parentUuid !== undefined) return false; // a transcript
    if (type === 'assistant' || type === 'user') return isObject(message);
    if (type === 'stream_event') return isObject(event);
    return (type === 'system' || type === 'result') && typeof subtype === 'string';
  },
  open,
};

/** Kinds of lines, and of `system` lines, that say nothing about the run. */
const SILENT: ReadonlySet<unknown> = new Set([
  'auth_status',
  'control_cancel_request',
  'control_response',
  'keep_alive',
  'prompt_suggestion',
  'tool_progress',
  'tool_use_summary',
]);
const SILENT_SYSTEM: ReadonlySet<unknown> = new Set([
  'elicitation_complete',
  'files_persisted',
  'hook_progress',
  'hook_response',
  'hook_started',
  'informational',
  'local_command_output',
  'post_turn_summary',
  'session_state_changed',
  'status',
  'stop_hook_summary',
  'task_progress',
  'task_started',
  'task_updated',
  'thinking_tokens',
  'turn_duration',
]);

function open(sink: EventSink): MessageReader {
  const agents = createAgents(sink);
  const notices = createNoticeReader(sink, agents);
  const runs = createRunReader(sink, agents, notices);
  const messages = createMessageLineReader(sink, agents, runs);
  const seen = new Set<string>();

  /** A line that comes again under its own id says nothing new (SPEC R5.4). */
  function isNew(line: JsonObject): boolean {
    const id = text(line, 'uuid');
    if (id === undefined) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  }

  function readAgent(line: JsonObject): void {
    switch (line.type) {
      case 'stream_event':
        if (isNew(line)) agents.of(text(line, 'parent_tool_use_id'), line).streamEvent(line.event);
        return;
      case 'assistant':
      case 'user':
        if (isNew(line)) messages.read(line);
        return;
      case 'system':
        readSystem(line);
        return;
      case 'result':
        runs.result(line);
        return;
      case 'control_request':
        readControlRequest(sink, agents, line);
        return;
      case 'rate_limit_event':
        notices.rateLimit(member(line, 'rate_limit_info'));
        return;
      default:
        if (!SILENT.has(line.type)) sink.unknown(line.type);
    }
  }

  function readSystem(line: JsonObject): void {
    switch (line.subtype) {
      case 'init':
        runs.init(line);
        return;
      case 'api_retry':
        notices.retry(line);
        return;
      case 'compact_boundary':
        notices.compaction(line);
        return;
      case 'permission_denied':
        notices.permissionDenied(line);
        return;
      case 'task_notification':
        agents.notified(text(line, 'tool_use_id'), text(line, 'status'));
        return;
      default:
        if (!SILENT_SYSTEM.has(line.subtype)) sink.unknown(`system/${String(line.subtype)}`);
    }
  }

  function readClient(line: JsonObject): void {
    if (line.type === 'user') messages.readPrompt(line);
    else if (line.type === 'control_response') readControlResponse(sink, line);
  }

  return {
    read: (line, from) => (from === 'client' ? readClient(line) : readAgent(line)),
    end: runs.end,
  };
}

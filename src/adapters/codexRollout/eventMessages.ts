import { mcpResult, searchArguments } from '../codex/calls.ts';
import { retryNotice } from '../codex/failures.ts';
import { changeArguments, changeResult, fileChanges } from '../codex/fileChanges.ts';
import { codexItem } from '../codex/item.ts';
import { shellScript } from '../codex/shellCommand.ts';
import { errorText } from '../endings.ts';
import { isObject, type JsonObject, list, member, number, text } from '../json.ts';
import { toolKind } from '../toolKinds.ts';
import { readAgentState } from './agentCalls.ts';
import type { Session } from './session.ts';
import { commandOutput } from './toolOutput.ts';
import { typedWords } from './userWords.ts';

type EventReader = (session: Session, event: JsonObject) => void;

/** Reads an event of a rollout, which is what Codex showed; `false` for one of a kind that nobody knows. */
export function readEventMessage(session: Session, event: JsonObject): boolean {
  const type = text(event, 'type') ?? '';
  EVENTS.get(type)?.(session, event);
  return EVENTS.has(type) || SILENT.test(type);
}

/** Pieces of what is told as a whole, questions that rollouts keep no answer of, and the program's own affairs. */
const SILENT =
  /_delta$|_begin$|_request$|_response$|^(?:mcp|thread|undo|skills|hook|realtime_conversation|model|guardian|list|session)_|^(?:agent_reasoning_section_break|background_event|deprecation_notice|elicitation_complete|entered_review_mode|item_started|item_updated|patch_apply_updated|plan_update|raw_response_item|request_permissions|request_user_input|safety_buffering|shutdown_complete|terminal_interaction|turn_diff|turn_moderation_metadata)$/;

const EVENTS: ReadonlyMap<string, EventReader> = new Map<string, EventReader>([
  ['task_started', ({ runs }, event) => runs.started(text(event, 'turn_id'))],
  ['turn_started', ({ runs }, event) => runs.started(text(event, 'turn_id'))],
  ['task_complete', completed],
  ['turn_complete', completed],
  ['turn_aborted', aborted],
  ['user_message', userMessage],
  ['agent_message', (session, event) => session.text('event', text(event, 'message') ?? '')],
  ['agent_reasoning', (session, event) => session.thought('event', [text(event, 'text') ?? ''])],
  ['agent_reasoning_raw_content', (session, event) => session.thought('event', [text(event, 'text') ?? ''])],
  ['error', ({ runs }, event) => runs.failed(errorText(event), member(event, 'codex_error_info'))],
  ['stream_error', streamError],
  ['warning', ({ sink }, event) => sink.emit({ type: 'notice', level: 'warning', text: errorText(event) })],
  ['context_compacted', (session) => session.compacted()],
  ['exec_command_end', commandEnd],
  ['patch_apply_end', patchEnd],
  ['mcp_tool_call_end', mcpEnd],
  ['web_search_end', searchEnd],
  ['view_image_tool_call', viewImage],
  ['image_generation_end', imageEnd],
  ['exited_review_mode', reviewed],
  ['item_completed', itemCompleted],
  ['thread_rolled_back', rolledBack],
  ['sub_agent_activity', agentActivity],
  ['collab_agent_spawn_end', agentSpawned],
  ['collab_waiting_end', agentsWaitedFor],
  ['collab_close_end', agentClosed],
  ['collab_agent_interaction_end', agentClosed],
  ['collab_resume_end', agentClosed],
  ['token_count', () => {}],
]);

function userMessage(session: Session, event: JsonObject): void {
  // Older versions tell of the model's surroundings as of a message of another kind.
  const kind = text(event, 'kind');
  const said = text(event, 'message') ?? '';
  if (said.trim() !== '' && (kind === undefined || kind === 'plain')) session.prompt(typedWords(said));
}

function completed(session: Session, event: JsonObject): void {
  session.settle();
  const last = text(event, 'last_agent_message');
  if (last !== undefined && !session.isAnswered()) session.text('event', last);
  session.runs.completed(session.isAnswered());
}

function aborted(session: Session): void {
  session.settle();
  session.runs.aborted();
}

function streamError(session: Session, event: JsonObject): void {
  const message = errorText(event);
  session.items.turns.retried();
  const details = text(event, 'additional_details');
  const notice = retryNotice(message, details);
  session.sink.emit(notice ?? { type: 'notice', level: 'warning', code: 'retry', text: message });
}

/** Events about a call that the model did not make itself start it: the user's own commands, calls of a script. */
function commandEnd(session: Session, event: JsonObject): void {
  const callId = text(event, 'call_id');
  if (callId === undefined) return;
  const words = list(event, 'command').map(String);
  const command = words.length === 3 && /^-l?c$/.test(words[1] ?? '') ? words[2] : words.join(' ');
  const { result, isError } = commandOutput(event);
  if (!session.items.isOpen(callId)) {
    session.call(callId, 'shell', { command: command ?? shellScript(text(event, 'command') ?? '') }, 'shell');
  }
  session.finish(callId, result, isError);
}

function patchEnd(session: Session, event: JsonObject): void {
  const callId = text(event, 'call_id');
  if (callId === undefined) return;
  const changes = fileChanges(event.changes);
  const said = text(event, 'stdout') ?? text(event, 'stderr') ?? text(event, 'formatted_output');
  const status = text(event, 'status');
  if (!session.items.isOpen(callId)) session.call(callId, 'apply_patch', changeArguments(changes), 'edit');
  session.finish(callId, changeResult(changes, said, event), event.success === false || status === 'failed');
}

function mcpEnd(session: Session, event: JsonObject): void {
  const callId = text(event, 'call_id');
  if (callId === undefined) return;
  const invocation = event.invocation;
  const tool = text(invocation, 'tool') ?? '';
  const server = text(invocation, 'server');
  const name = server === undefined ? tool : `${server}.${tool}`;
  const error = member(event.result, 'Err');
  const result = member(event.result, 'Ok') ?? event.result;
  if (!session.items.isOpen(callId)) {
    session.call(callId, name, member(invocation, 'arguments') ?? {}, toolKind(tool));
  }
  const isError = error !== undefined || member(result, 'isError') === true || member(result, 'is_error') === true;
  session.finish(callId, mcpResult(result, error), isError);
}

function searchEnd(session: Session, event: JsonObject): void {
  const args = searchArguments(event.action, text(event, 'query'));
  session.wholeCall('event', text(args, 'query') ?? text(args, 'url') ?? '', () => {
    const callId = text(event, 'call_id') ?? session.nextId('search');
    session.call(callId, 'web_search', args, 'search');
    session.finish(callId, { raw: event }, false);
  });
}

function viewImage(session: Session, event: JsonObject): void {
  const callId = text(event, 'call_id') ?? session.nextId('image');
  if (session.items.isOpen(callId)) return;
  session.call(callId, 'view_image', { path: text(event, 'path') ?? '' }, 'read');
  session.finish(callId, { raw: event }, false);
}

function imageEnd({ items, nextId }: Session, event: JsonObject): void {
  const id = text(event, 'call_id') ?? nextId('image');
  items.completed({ id, type: 'image_generation', status: text(event, 'status'), fields: event });
}

function reviewed(session: Session, event: JsonObject): void {
  const said = text(event.review_output, 'overall_explanation');
  if (said !== undefined) session.text('event', said);
}

/** Of what both sources tell, only the kinds that have no item of their own are told so. */
function itemCompleted(session: Session, event: JsonObject): void {
  const item = codexItem(event.item);
  if (item?.type === 'plan') session.text('event', text(item.fields, 'text') ?? '');
  else if (item?.type === 'sleep') session.items.completed(item);
}

function rolledBack({ sink }: Session, event: JsonObject): void {
  const count = number(event, 'num_turns') ?? 1;
  sink.emit({ type: 'notice', level: 'info', text: `The user took back prompts: ${count}.` });
}

function agentActivity({ delegations }: Session, event: JsonObject): void {
  const threadId = text(event, 'agent_thread_id');
  if (threadId === undefined) return;
  const title = text(event, 'agent_path')?.split('/').at(-1);
  if (event.kind === 'started') delegations.started(threadId, { title });
  else if (event.kind === 'interrupted') delegations.finished(threadId, 'aborted');
  else if (event.kind === 'completed') delegations.finished(threadId, 'completed');
}

function agentSpawned({ delegations }: Session, event: JsonObject): void {
  const threadId = text(event, 'new_thread_id');
  if (threadId === undefined) return;
  const title = text(event, 'new_agent_nickname') ?? text(event, 'new_agent_role');
  delegations.started(threadId, { callId: text(event, 'call_id'), prompt: text(event, 'prompt'), title });
}

function agentsWaitedFor({ delegations }: Session, event: JsonObject): void {
  if (!isObject(event.statuses)) return;
  for (const [threadId, status] of Object.entries(event.statuses)) readAgentState(delegations, threadId, status);
}

function agentClosed({ delegations }: Session, event: JsonObject): void {
  readAgentState(delegations, text(event, 'receiver_thread_id') ?? '', event.status);
}

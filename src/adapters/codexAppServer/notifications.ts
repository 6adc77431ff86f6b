import { type CodexItem, codexItem } from '../codex/item.ts';
import { type ItemReader, rawThought } from '../codex/items.ts';
import { codexUsage } from '../codex/usage.ts';
import type { EventSink } from '../decoder.ts';
import { errorText } from '../endings.ts';
import { type JsonObject, list, member, number, text } from '../json.ts';
import type { Agents } from './agents.ts';
import type { Approvals } from './approvals.ts';
import { promptText } from './prompt.ts';
import type { RunReader } from './runs.ts';

/** Where a notification of the server goes. */
export interface Listeners {
  readonly sink: EventSink;
  readonly agents: Agents;
  readonly runs: RunReader;
  readonly approvals: Approvals;
}

type Notification = (to: Listeners, params: unknown, threadId: string) => void;

/** A message about no thread is about the only one. */
const NO_THREAD = 'thread';

/** Reads a notification; `false` for one of a kind that nobody knows. */
export function readNotification(to: Listeners, method: string, params: unknown): boolean {
  const read = NOTIFICATIONS.get(method);
  read?.(to, params, text(params, 'threadId') ?? text(params, 'conversationId') ?? NO_THREAD);
  return read !== undefined;
}

const NOTIFICATIONS: ReadonlyMap<string, Notification> = new Map<string, Notification>([
  ['thread/started', ({ agents }, params) => agents.opened(member(params, 'thread'))],
  ['turn/started', ({ runs }, params, threadId) => runs.started(threadId, turnIdOf(params))],
  ['turn/completed', ({ runs }, params, threadId) => runs.completed(threadId, member(params, 'turn'))],
  ['error', ({ runs }, params, threadId) => runs.failed(threadId, params)],
  ['warning', ({ runs }, params) => runs.notice(errorText(params))],
  ['guardianWarning', ({ runs }, params) => runs.notice(errorText(params))],
  ['item/started', (to, params) => readItem(to, params, 'started')],
  ['item/completed', (to, params) => readItem(to, params, 'completed')],
  ['item/agentMessage/delta', (to, params) => textDelta(to, params)],
  ['item/plan/delta', (to, params) => textDelta(to, params)],
  ['item/reasoning/summaryTextDelta', (to, params) => thoughtDelta(to, params, '')],
  ['item/reasoning/textDelta', (to, params) => thoughtDelta(to, params, 'raw')],
  ['item/commandExecution/outputDelta', (to, params) => outputDelta(to, params, text(params, 'delta'))],
  ['item/fileChange/outputDelta', (to, params) => outputDelta(to, params, text(params, 'delta'))],
  ['item/mcpToolCall/progress', (to, params) => outputDelta(to, params, line(text(params, 'message')))],
  ['item/fileChange/patchUpdated', ({ approvals }, params) => patchUpdated(approvals, params)],
  ['item/autoApprovalReview/completed', (to, params) => reviewed(to, params)],
  ['turn/plan/updated', (to, params) => planUpdated(to, params)],
  ['thread/tokenUsage/updated', (to, params) => usageUpdated(to, params)],
  ['thread/compacted', (to, params) => compacted(to, params)],
  ['model/rerouted', (to, params) => rerouted(to, params)],
  ['serverRequest/resolved', ({ approvals }, params) => approvals.resolved(member(params, 'requestId'))],
]);

function turnIdOf(params: unknown): string {
  return text(member(params, 'turn'), 'id') ?? text(params, 'turnId') ?? 'turn';
}

/** The items of the agent that a message is about, whose run goes on. */
function working({ agents, runs }: Listeners, params: unknown): ItemReader {
  const threadId = text(params, 'threadId') ?? NO_THREAD;
  runs.works(threadId, text(params, 'turnId'));
  agents.delegations.speaks(threadId);
  return agents.items(threadId);
}

/** Reads an item that begins or ends. */
export function readItem(to: Listeners, params: unknown, phase: 'started' | 'completed'): void {
  const item = codexItem(member(params, 'item'));
  if (!item) {
    to.sink.malformed();
    return;
  }
  if (item.type === 'user_message') userSpoke(to, params, item);
  else if (item.type === 'sub_agent_activity') activity(to, params, item);
  else {
    working(to, params)[phase](item);
    if (item.type === 'file_change') {
      to.approvals.changes(item.id, phase === 'started' ? item.fields.changes : undefined);
    }
  }
}

/** What another agent is told is its prompt. */
function userSpoke({ agents, runs }: Listeners, params: unknown, { id, fields }: CodexItem): void {
  const threadId = text(params, 'threadId') ?? NO_THREAD;
  const said = promptText(list(fields, 'content'));
  runs.goesOn(threadId, text(params, 'turnId'));
  if (agents.isMain(threadId)) runs.userSpoke(said, id);
  else agents.delegations.started(threadId, { prompt: said });
}

function activity({ agents }: Listeners, params: unknown, { fields }: CodexItem): void {
  const threadId = text(fields, 'agent_thread_id');
  if (threadId === undefined) return;
  const title = text(fields, 'agent_path')?.split('/').at(-1);
  const by = agents.agentOf(text(params, 'threadId') ?? NO_THREAD);
  if (text(fields, 'kind') === 'interrupted') agents.delegations.finished(threadId, 'aborted');
  else if (text(fields, 'kind') === 'started') agents.delegations.started(threadId, { by, title });
}

function textDelta(to: Listeners, params: unknown): void {
  const itemId = text(params, 'itemId');
  if (itemId !== undefined) working(to, params).textDelta(itemId, text(params, 'delta') ?? '');
}

function thoughtDelta(to: Listeners, params: unknown, kind: '' | 'raw'): void {
  const itemId = text(params, 'itemId');
  if (itemId === undefined) return;
  const part = number(params, 'summaryIndex') ?? number(params, 'contentIndex') ?? 0;
  working(to, params).thoughtDelta(kind === 'raw' ? rawThought(itemId) : itemId, text(params, 'delta') ?? '', part);
}

function outputDelta(to: Listeners, params: unknown, delta: string | undefined): void {
  const callId = text(params, 'itemId');
  if (callId === undefined || delta === undefined) return;
  const agentId = to.agents.agentOf(text(params, 'threadId') ?? NO_THREAD);
  to.sink.emit({ type: 'tool_output_delta', callId, delta }, agentId);
}

function line(said: string | undefined): string | undefined {
  return said === undefined ? undefined : `${said}\n`;
}

function patchUpdated(approvals: Approvals, params: unknown): void {
  const itemId = text(params, 'itemId');
  if (itemId !== undefined) approvals.changes(itemId, member(params, 'changes'));
}

/** Another model decides in the reader's place; what it forbids is told. */
function reviewed({ sink, agents }: Listeners, params: unknown): void {
  const review = member(params, 'review');
  if (text(review, 'status') === 'approved') return;
  const said = text(review, 'rationale') ?? 'An automatic review did not approve the call.';
  sink.emit({ type: 'notice', level: 'warning', text: said }, agents.agentOf(text(params, 'threadId') ?? NO_THREAD));
}

function planUpdated(to: Listeners, params: unknown): void {
  const explanation = text(params, 'explanation');
  const plan = list(params, 'plan');
  const args: JsonObject = explanation === undefined ? { plan } : { explanation, plan };
  working(to, params).plan(`${text(params, 'turnId') ?? 'turn'}/plan`, args);
}

/** The usage of the request that ended; it may be told again with nothing new. */
function usageUpdated({ sink, agents, runs }: Listeners, params: unknown): void {
  const threadId = text(params, 'threadId') ?? NO_THREAD;
  const told = member(params, 'tokenUsage');
  const last = member(told, 'last');
  if (last === undefined || !agents.isNewTotal(threadId, number(member(told, 'total'), 'totalTokens'))) return;
  runs.goesOn(threadId, text(params, 'turnId'));
  const { turns } = agents.items(threadId);
  const turnId = turns.usageTold();
  turns.requestEnded();
  const contextWindow = number(told, 'modelContextWindow');
  const window = contextWindow === undefined ? {} : { contextWindow };
  sink.emit({ type: 'usage', turnId, ...codexUsage(last), ...window }, agents.agentOf(threadId));
}

/** Older servers tell of it so, newer ones by an item as well. */
function compacted(to: Listeners, params: unknown): void {
  const id = `${text(params, 'turnId') ?? 'turn'}/compaction`;
  working(to, params).completed({ id, type: 'context_compaction', status: undefined, fields: {} });
}

function rerouted({ sink, agents }: Listeners, params: unknown): void {
  const said = `${text(params, 'fromModel') ?? ''} → ${text(params, 'toModel') ?? ''}`;
  sink.emit({ type: 'notice', level: 'info', text: said }, agents.agentOf(text(params, 'threadId') ?? NO_THREAD));
}

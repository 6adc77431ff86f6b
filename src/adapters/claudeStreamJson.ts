import type { EventBody, Outcome, Usage } from '../logic/events.ts';
import { type ClaudeAgent, createClaudeAgent } from './claudeAgent.ts';
import { claudeToolResult } from './claudeToolResult.ts';
import type { EventSink, Format, MessageReader, Speaker } from './decoder.ts';
import { errorText, fail, failAsTold, interrupt } from './endings.ts';
import { isObject, type JsonObject, known, list, member, number, text } from './json.ts';
import { toolKind } from './toolKinds.ts';

type Body<T extends EventBody['type']> = Extract<EventBody, { type: T }>;

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
  open: (sink) => new StreamJson(sink),
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

const LIMITS: ReadonlyMap<unknown, string> = new Map([
  ['error_max_turns', 'The run reached its limit of turns.'],
  ['error_max_budget_usd', 'The run reached its budget.'],
  ['error_max_structured_output_retries', 'The run reached its limit of attempts.'],
  ['max_tokens', 'The model reached its limit of tokens.'],
  ['model_context_window_exceeded', 'The conversation is longer than the model can read.'],
]);

class StreamJson implements MessageReader {
  private readonly sink: EventSink;
  private readonly agents = new Map<string | undefined, ClaudeAgent>();
  /** Which agent made a call. */
  private readonly owners = new Map<string, string | undefined>();
  private readonly delegations = new Map<string, { prompt?: string | undefined; background?: boolean }>();
  private readonly denied = new Set<string>();
  private readonly seen = new Set<string>();
  private runId: string | undefined;
  private running = false;
  private ended = false;
  private interrupted = false;
  private toldError: string | undefined;

  constructor(sink: EventSink) {
    this.sink = sink;
  }

  read(line: JsonObject, from: Speaker): void {
    if (from === 'client') {
      this.readClient(line);
      return;
    }
    switch (line.type) {
      case 'stream_event':
        this.agentOf(line).streamEvent(line.event);
        return;
      case 'assistant':
      case 'user':
        this.message(line);
        return;
      case 'system':
        this.system(line);
        return;
      case 'result':
        this.result(line);
        return;
      case 'control_request':
        this.controlRequest(line);
        return;
      case 'rate_limit_event':
        this.rateLimit(member(line, 'rate_limit_info'));
        return;
      default:
        if (!SILENT.has(line.type)) this.sink.unknown(line.type);
    }
  }

  end(): void {
    if (!this.ended) interrupt(this.sink, this.runId);
  }

  // Agents

  private agentOf(line: JsonObject): ClaudeAgent {
    const id = text(line, 'parent_tool_use_id');
    if (id !== undefined && !this.delegations.has(id)) this.delegate(id, line);
    return this.agent(id);
  }

  private agent(id: string | undefined): ClaudeAgent {
    let agent = this.agents.get(id);
    if (!agent) {
      agent = createClaudeAgent(this.sink, id, {
        called: (callId) => this.owners.set(callId, id),
        ready: (callId, name, args) => {
          if (toolKind(name) === 'agent') this.delegate(callId, args);
        },
      });
      this.agents.set(id, agent);
    }
    return agent;
  }

  /** Tells of a sub-agent: its id is that of the call that started it. */
  private delegate(childId: string, told: unknown): void {
    const prompt = text(told, 'prompt');
    const title = text(told, 'description') ?? text(told, 'task_description');
    this.delegations.set(childId, { ...this.delegations.get(childId), prompt });
    this.sink.emit(
      known<Body<'delegation_started'>>({ type: 'delegation_started', childId, callId: childId, title, prompt }),
      this.owners.get(childId),
    );
  }

  private delegationFinished(childId: string, outcome: Outcome): void {
    this.sink.emit({ type: 'delegation_finished', childId, outcome }, this.owners.get(childId));
  }

  /** A line that comes again under its own id says nothing new. */
  private message(line: JsonObject): void {
    const id = text(line, 'uuid');
    if (id !== undefined && this.seen.has(id)) return;
    if (id !== undefined) this.seen.add(id);
    if (line.type === 'assistant') this.assistant(line);
    else this.user(line);
  }

  // What the model said

  private assistant(line: JsonObject): void {
    const message = line.message;
    if (text(message, 'model') !== '<synthetic>') {
      this.agentOf(line).whole(message);
      return;
    }
    // A line that the program wrote in the model's name: an error's text, no answer.
    const said = plainText(list(message, 'content'));
    if (said === '') return;
    const isError = line.error !== undefined || line.isApiErrorMessage === true || said.startsWith('API Error');
    if (isError) this.toldError = said;
    this.sink.emit(
      isError
        ? { type: 'notice', level: 'error', code: 'error', text: errorText(said) }
        : { type: 'notice', level: 'info', text: said },
      text(line, 'parent_tool_use_id'),
    );
  }

  // Results and the reader's words

  private user(line: JsonObject): void {
    const content = member(line.message, 'content');
    const blocks = Array.isArray(content) ? content : [];
    const parent = text(line, 'parent_tool_use_id');
    const agent = this.agentOf(line);
    for (const block of blocks) {
      if (text(block, 'type') === 'tool_result') this.toolResult(block, line.tool_use_result, parent);
    }
    if (blocks.some((block) => text(block, 'type') === 'tool_result')) {
      agent.endMessage();
      return;
    }
    const said = typeof content === 'string' ? content : plainText(blocks);
    if (parent === undefined) this.userText(said, line);
    else this.subAgentPrompt(parent, said);
  }

  private toolResult(block: unknown, rich: unknown, parent: string | undefined): void {
    const callId = text(block, 'tool_use_id');
    if (callId === undefined) {
      this.sink.malformed();
      return;
    }
    const isError = member(block, 'is_error') === true;
    const delegation = this.delegations.get(callId);
    if (delegation && text(rich, 'status') === 'async_launched') delegation.background = true;
    else if (delegation) this.delegationFinished(callId, isError ? 'failed' : 'completed');
    const result = claudeToolResult(member(block, 'content'), rich);
    this.sink.emit({ type: 'tool_call_finished', callId, result, ...(isError && { isError }) }, parent);
  }

  private userText(said: string, line: JsonObject): void {
    if (said.startsWith('[Request interrupted by user')) this.interrupted = true;
    else if (said !== '' && line.isSynthetic !== true && line.isMeta !== true && line.isCompactSummary !== true) {
      this.userMessage(said, line);
    }
  }

  private userMessage(said: string, line: JsonObject): void {
    this.begin();
    this.sink.emit(known<Body<'user_message'>>({ type: 'user_message', text: said, id: text(line, 'uuid') }));
  }

  /** The prompt of a sub-agent stands in its caller's call; it is nothing that the reader said. */
  private subAgentPrompt(childId: string, said: string): void {
    const delegation = this.delegations.get(childId);
    if (!delegation || delegation.prompt !== undefined || said === '') return;
    this.delegate(childId, { prompt: said });
  }

  // The program

  private system(line: JsonObject): void {
    switch (line.subtype) {
      case 'init':
        this.init(line);
        return;
      case 'api_retry':
        this.retry(line);
        return;
      case 'compact_boundary':
        this.notice({ level: 'info', code: 'compaction', text: 'The context was compacted.' }, line);
        return;
      case 'permission_denied':
        this.permissionDenied(line);
        return;
      case 'task_notification':
        this.taskNotification(line);
        return;
      default:
        if (!SILENT_SYSTEM.has(line.subtype)) this.sink.unknown(`system/${String(line.subtype)}`);
    }
  }

  /** Comes before each prompt. Its own id names the run; a session's id alone begins none (SPEC R1.6). */
  private init(line: JsonObject): void {
    const id = text(line, 'uuid') === text(line, 'session_id') ? undefined : text(line, 'uuid');
    if (this.running && this.runId !== undefined) return;
    if (!this.running) this.begin();
    this.runId = id;
    if (id !== undefined) this.sink.emit({ type: 'run_started', runId: id });
  }

  private begin(): void {
    this.running = true;
    this.runId = undefined;
    this.ended = false;
    this.interrupted = false;
    this.toldError = undefined;
    this.denied.clear();
    this.agents.get(undefined)?.startRun();
  }

  private retry(line: JsonObject): void {
    this.agentOf(line).retries();
    const attempt = number(line, 'attempt');
    const asked = Date.parse(text(line, 'timestamp') ?? '');
    const delay = number(line, 'retry_delay_ms');
    this.notice(
      {
        level: 'warning',
        code: 'retry',
        text: errorText(line.error ?? line.error_status),
        ...(attempt !== undefined && {
          retry: known<NonNullable<Body<'notice'>['retry']>>({
            attempt,
            of: number(line, 'max_retries'),
            at: delay === undefined || Number.isNaN(asked) ? undefined : Math.round(asked + delay),
          }),
        }),
      },
      line,
    );
  }

  private notice(notice: Omit<Body<'notice'>, 'type'>, line: JsonObject): void {
    this.sink.emit({ type: 'notice', ...notice }, text(line, 'parent_tool_use_id'));
  }

  private permissionDenied(denial: unknown): void {
    const callId = text(denial, 'tool_use_id');
    if (callId !== undefined && this.denied.has(callId)) return;
    if (callId !== undefined) this.denied.add(callId);
    const reason = text(denial, 'message') ?? `Permission denied: ${text(denial, 'tool_name') ?? 'a tool'}`;
    this.sink.emit(
      { type: 'notice', level: 'warning', text: reason },
      callId === undefined ? undefined : this.owners.get(callId),
    );
  }

  /** A sub-agent in the background ends when the program says so, not with the result of its call. */
  private taskNotification(line: JsonObject): void {
    const childId = text(line, 'tool_use_id');
    if (childId === undefined || !this.delegations.get(childId)?.background) return;
    const status = text(line, 'status');
    this.delegationFinished(childId, status === 'completed' ? status : status === 'failed' ? status : 'aborted');
  }

  private rateLimit(info: unknown): void {
    if (text(info, 'status') !== 'rejected') return;
    this.sink.emit({ type: 'notice', level: 'warning', code: 'limit', text: 'The rate limit is reached.' });
  }

  // Approvals

  private controlRequest(line: JsonObject): void {
    const approvalId = text(line, 'request_id');
    const request = line.request;
    if (approvalId === undefined || text(request, 'subtype') !== 'can_use_tool') return;
    const callId = text(request, 'tool_use_id');
    this.sink.emit(
      known<Body<'approval_requested'>>({
        type: 'approval_requested',
        approvalId,
        name: text(request, 'tool_name') ?? '',
        callId,
        args: member(request, 'input'),
      }),
      callId === undefined ? undefined : this.owners.get(callId),
    );
  }

  private readClient(line: JsonObject): void {
    if (line.type === 'user') {
      this.userText(saidBy(line.message), line);
      return;
    }
    const response = line.type === 'control_response' ? line.response : undefined;
    const approvalId = text(response, 'request_id');
    const behavior = text(member(response, 'response'), 'behavior');
    if (approvalId === undefined || behavior === undefined) return;
    this.sink.emit(
      known<Body<'approval_resolved'>>({
        type: 'approval_resolved',
        approvalId,
        decision: behavior === 'allow' ? 'approved' : 'denied',
        reason: text(member(response, 'response'), 'message'),
      }),
    );
  }

  // The end

  private result(line: JsonObject): void {
    for (const denial of list(line, 'permission_denials')) this.permissionDenied(denial);
    if (line.is_error !== true && line.subtype === 'success') this.lastWords(text(line, 'result'));
    this.usage(line);
    this.running = false;
    this.ended = true;
    const limit = LIMITS.get(line.subtype) ?? LIMITS.get(line.stop_reason);
    const error = text(line, 'result') ?? list(line, 'errors').map(errorText).join('\n');
    const runId = this.runId;
    if (this.interrupted || text(line, 'terminal_reason')?.startsWith('aborted')) {
      this.sink.emit(known<Body<'run_finished'>>({ type: 'run_finished', outcome: 'aborted', runId }));
    } else if (limit !== undefined) fail(this.sink, limit, runId, 'limit');
    else if (line.stop_reason === 'refusal') fail(this.sink, 'The model refused to answer.', runId, 'refusal');
    else if (error === this.toldError) failAsTold(this.sink, errorText(error), runId);
    else if (line.is_error === true || line.subtype !== 'success') fail(this.sink, errorText(error), runId);
    else this.sink.emit(known<Body<'run_finished'>>({ type: 'run_finished', outcome: 'completed', runId }));
  }

  /** The result repeats the last text, or joins the last texts; it is told only where no line had it. */
  private lastWords(said: string | undefined): void {
    if (said === undefined || unspaced(this.agent(undefined).lastText()).includes(unspaced(said))) return;
    this.sink.emit({ type: 'text', text: said });
  }

  private usage(line: JsonObject): void {
    const usage = line.usage;
    const models = isObject(line.modelUsage) ? Object.entries(line.modelUsage) : [];
    const only = models.length === 1 ? models[0] : undefined;
    if (!isObject(usage)) return;
    const cached = number(usage, 'cache_read_input_tokens') ?? 0;
    this.sink.emit(
      known<{ type: 'usage' } & Usage>({
        type: 'usage',
        inputTokens:
          (number(usage, 'input_tokens') ?? 0) + (number(usage, 'cache_creation_input_tokens') ?? 0) + cached,
        outputTokens: number(usage, 'output_tokens'),
        cachedTokens: cached,
        reasoningTokens: number(member(usage, 'output_tokens_details'), 'thinking_tokens'),
        contextWindow: number(only?.[1], 'contextWindow'),
        model: only?.[0],
        cost: number(line, 'total_cost_usd'),
      }),
    );
  }
}

function unspaced(said: string): string {
  return said.replace(/\s+/g, '');
}

function saidBy(message: unknown): string {
  const content = member(message, 'content');
  return typeof content === 'string' ? content : plainText(list(message, 'content'));
}

function plainText(blocks: readonly unknown[]): string {
  return blocks.map((block) => (text(block, 'type') === 'text' ? (text(block, 'text') ?? '') : '')).join('');
}

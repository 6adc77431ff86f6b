import type { AGUIEvent } from '@ag-ui/core';
import type { EventBody, Usage } from '../logic/events.ts';
import { createRunHistory, type RunHistory } from './agUiHistory.ts';
import type { EventSink, Format, MessageReader, Speaker } from './decoder.ts';
import { errorText, fail, interrupt } from './endings.ts';
import { type JsonObject, known, list, member, number, text } from './json.ts';
import { toolKind } from './toolKinds.ts';
import { toolResult, toolResultFromText } from './toolResult.ts';

/** The names of the protocol's own package, and those of its older versions and of programs that speak a dialect. */
type EventName = `${AGUIEvent['type']}` | OldName;
type OldName =
  | 'THINKING_START'
  | 'THINKING_END'
  | 'THINKING_TEXT_MESSAGE_START'
  | 'THINKING_TEXT_MESSAGE_CONTENT'
  | 'THINKING_TEXT_MESSAGE_END'
  | 'USAGE_METADATA';
type Body<T extends EventBody['type']> = Extract<EventBody, { type: T }>;
type Handler = (stream: AgUiStream, event: JsonObject) => void;

/** The AG-UI protocol, over SSE or as JSON Lines. */
export const agUi: Format = {
  recognises: (message) => isEventName(message.type),
  open: (sink) => new AgUiStream(sink),
};

class AgUiStream implements MessageReader {
  readonly sink: EventSink;
  readonly history: RunHistory;
  runId: string | undefined;
  agentId: string | undefined;
  private ended = false;
  private failed = false;
  /** The run waits for the reader; a later run goes on with it. */
  private waiting = false;
  private iterations = 0;
  /** A RUN_FINISHED may come after every iteration: it counts when nothing of the run follows. */
  private heldEnd: (() => void) | undefined;
  /** What a chunk without an id goes on with. */
  private chunkMessage: { readonly given: string; readonly id: string; readonly results: number } | undefined;
  private chunkCall: string | undefined;
  /** The calls whose chunks may go on: programs send those of several calls by turns. */
  private readonly chunkCalls = new Set<string>();
  private results = 0;
  private thoughts = 0;
  private readonly roles = new Map<string, string>();
  private readonly spoken = new Map<string, string>();

  constructor(sink: EventSink) {
    this.sink = sink;
    this.history = createRunHistory(sink);
  }

  read(event: JsonObject, from: Speaker): void {
    if (from === 'client') {
      this.readInput(event);
      return;
    }
    const name = event.type;
    if (!isEventName(name)) {
      this.sink.unknown(name);
      return;
    }
    this.sink.setTime(milliseconds(number(event, 'timestamp')));
    this.agentId = text(event, 'subagentRunId');
    if (!SILENT.has(name)) this.before(name);
    handlers[name](this, event);
  }

  end(): void {
    if (this.heldEnd) this.releaseEnd();
    else if (!this.ended && !this.waiting) interrupt(this.sink, this.runId);
  }

  /** What the next event tells about what came before it: a chunk ends, and a held end was none or is one. */
  private before(name: EventName): void {
    if (name !== 'TOOL_CALL_CHUNK') this.endChunkCalls();
    if (!this.heldEnd) return;
    if (name === 'RUN_STARTED') this.releaseEnd();
    else this.heldEnd = undefined;
  }

  private releaseEnd(): void {
    this.heldEnd?.();
    this.heldEnd = undefined;
    this.ended = true;
  }

  emit(body: EventBody): void {
    this.sink.emit(body, this.agentId);
  }

  // Runs

  runStarted(event: JsonObject): void {
    this.resume(member(event, 'input'));
    if (this.waiting) {
      // The run that answers an interrupt goes on with the one that asked.
      this.waiting = false;
      return;
    }
    this.runId = runIdOf(event);
    this.ended = false;
    this.failed = false;
    this.iterations = 0;
    this.results = 0;
    this.chunkMessage = undefined;
    this.history.restart();
    if (this.runId !== undefined) this.sink.emit({ type: 'run_started', runId: this.runId });
  }

  runFinished(event: JsonObject): void {
    if (this.failed) return;
    this.usage(list(event, 'usage'));
    const runId = this.runId ?? runIdOf(event);
    const outcome = text(member(event, 'outcome'), 'type');
    if (outcome === 'interrupt') {
      this.interrupted(list(member(event, 'outcome'), 'interrupts'));
      return;
    }
    this.heldEnd = this.sink.hold(
      known<Body<'run_finished'>>({
        type: 'run_finished',
        outcome: outcome === 'cancelled' ? 'aborted' : 'completed',
        runId,
      }),
    );
    // A producer that names its outcome ends the run with it.
    if (outcome !== undefined) this.releaseEnd();
  }

  /** The run is paused: it asks the reader and goes on in a new run. */
  private interrupted(interrupts: readonly unknown[]): void {
    this.waiting = true;
    for (const one of interrupts) {
      const approvalId = text(one, 'id');
      const callId = text(one, 'toolCallId');
      if (approvalId === undefined) continue;
      const name = (callId === undefined ? undefined : this.history.callName(callId)) ?? text(one, 'message');
      this.sink.emit(
        known<Body<'approval_requested'>>({
          type: 'approval_requested',
          approvalId,
          name: name ?? text(one, 'reason') ?? '',
          callId,
        }),
        text(one, 'subagentRunId'),
      );
    }
  }

  runError(event: JsonObject): void {
    this.usage(list(event, 'usage'));
    const error = errorText(event.message ?? event.error ?? event.code);
    if (!this.failed) fail(this.sink, error, this.runId);
    this.failed = true;
    this.ended = true;
  }

  /** Each RUN_FINISHED tells the usage of its iteration; the round's is their sum. */
  private usage(entries: readonly unknown[]): void {
    const turnId = `${this.runId ?? 'run'}/${++this.iterations}`;
    if (entries.length === 0) return;
    const sum = (name: string): number | undefined =>
      entries.reduce<number | undefined>((total, entry) => {
        const count = number(entry, name);
        return count === undefined ? total : (total ?? 0) + count;
      }, undefined);
    this.sink.emit(
      known<{ type: 'usage'; turnId: string } & Usage>({
        type: 'usage',
        turnId,
        inputTokens: sum('inputTokens'),
        outputTokens: sum('outputTokens'),
        cachedTokens: sum('cachedInputTokens'),
        reasoningTokens: sum('reasoningTokens'),
        model: text(entries[0], 'model'),
      }),
    );
  }

  usageMetadata(event: JsonObject): void {
    this.sink.emit(
      known<{ type: 'usage' } & Usage>({
        type: 'usage',
        inputTokens: number(event, 'input_tokens'),
        outputTokens: number(event, 'output_tokens'),
        model: text(event, 'model'),
      }),
    );
  }

  // Texts and thoughts

  messageStart(event: JsonObject): void {
    const id = messageIdOf(event);
    if (id !== undefined) this.roles.set(id, text(event, 'role') ?? 'assistant');
  }

  messageContent(event: JsonObject): void {
    this.say(messageIdOf(event), text(event, 'delta'));
  }

  messageEnd(event: JsonObject): void {
    const id = messageIdOf(event);
    const said = id === undefined ? undefined : this.spoken.get(id);
    if (id === undefined || said === undefined) return;
    this.spoken.delete(id);
    this.emit({ type: 'user_message', text: said, id });
  }

  messageChunk(event: JsonObject): void {
    const given = messageIdOf(event);
    const before = this.chunkMessage;
    // Some programs number their messages anew with every model request: after a result an id names another message.
    if (!before || (given !== undefined && given !== before.given) || before.results !== this.results) {
      const name = given ?? before?.given ?? 'chunk';
      const id = this.history.spoke(name) ? `${name}~${this.results}` : name;
      this.chunkMessage = { given: name, id, results: this.results };
      this.roles.set(id, text(event, 'role') ?? 'assistant');
    }
    this.say(this.chunkMessage?.id, text(event, 'delta'));
  }

  private say(id: string | undefined, delta: string | undefined): void {
    if (delta === undefined) return;
    const role = id === undefined ? undefined : this.roles.get(id);
    if (id !== undefined && role === 'user') this.spoken.set(id, (this.spoken.get(id) ?? '') + delta);
    if (role !== undefined && role !== 'assistant') return;
    if (id !== undefined) this.history.said('text', id, delta);
    this.emit(id === undefined ? { type: 'text_delta', delta } : { type: 'text_delta', delta, itemId: id });
  }

  thought(event: JsonObject): void {
    const delta = text(event, 'delta');
    if (delta === undefined) return;
    const id = messageIdOf(event) ?? String(this.thoughts);
    this.history.said('thinking', id, delta);
    this.emit({ type: 'thinking_delta', delta, itemId: id });
  }

  nextThought(): void {
    this.thoughts++;
  }

  // Tool calls

  callStart(event: JsonObject): void {
    const callId = text(event, 'toolCallId');
    if (callId === undefined) {
      this.sink.malformed();
      return;
    }
    const name = text(event, 'toolCallName') ?? '';
    this.history.called(callId, name);
    this.emit(known<Body<'tool_call_started'>>({ type: 'tool_call_started', callId, name, kind: toolKind(name) }));
  }

  callArgs(event: JsonObject): void {
    const callId = text(event, 'toolCallId');
    const delta = text(event, 'delta');
    if (callId === undefined || delta === undefined || this.history.isReady(callId)) return;
    this.emit({ type: 'tool_args_delta', callId, delta });
  }

  callEnd(event: JsonObject): void {
    const callId = text(event, 'toolCallId');
    if (callId !== undefined) this.ready(callId);
  }

  private ready(callId: string): void {
    if (this.history.isReady(callId)) return;
    this.history.ready(callId);
    this.emit({ type: 'tool_call_ready', callId });
  }

  callChunk(event: JsonObject): void {
    const callId = text(event, 'toolCallId') ?? this.chunkCall;
    if (callId === undefined) {
      this.sink.malformed();
      return;
    }
    const isNamedNow = !this.history.callName(callId) && text(event, 'toolCallName') !== undefined;
    if (!this.chunkCalls.has(callId) || isNamedNow) this.callStart({ ...event, toolCallId: callId });
    this.chunkCalls.add(callId);
    this.chunkCall = callId;
    this.callArgs({ ...event, toolCallId: callId });
  }

  private endChunkCalls(): void {
    for (const callId of this.chunkCalls) this.ready(callId);
    this.chunkCalls.clear();
    this.chunkCall = undefined;
  }

  callResult(event: JsonObject): void {
    const callId = text(event, 'toolCallId');
    if (callId === undefined) {
      this.sink.malformed();
      return;
    }
    this.results++;
    this.history.finished(callId);
    const content = event.content ?? event.result;
    const result = typeof content === 'string' ? toolResultFromText(content) : toolResult(content);
    this.emit({ type: 'tool_call_finished', callId, result });
  }

  snapshot(event: JsonObject): void {
    this.endChunkCalls();
    this.history.snapshot(list(event, 'messages'));
  }

  // Sub-agents

  subagentStarted(event: JsonObject): void {
    const childId = text(event, 'subagentRunId');
    if (childId === undefined) {
      this.sink.malformed();
      return;
    }
    this.sink.emit(
      known<Body<'delegation_started'>>({
        type: 'delegation_started',
        childId,
        callId: text(event, 'parentToolCallId'),
        title: text(event, 'description') ?? text(event, 'name'),
      }),
      text(event, 'parentSubagentRunId'),
    );
  }

  subagentFinished(event: JsonObject): void {
    const childId = text(event, 'subagentRunId');
    if (childId === undefined || text(member(event, 'outcome'), 'type') === 'suspended') return;
    this.sink.emit({ type: 'delegation_finished', childId, outcome: 'completed' });
  }

  subagentError(event: JsonObject): void {
    const childId = text(event, 'subagentRunId');
    if (childId === undefined) return;
    this.emit({ type: 'notice', level: 'error', code: 'error', text: errorText(event.message) });
    this.sink.emit({ type: 'delegation_finished', childId, outcome: 'failed' });
  }

  // The client

  /** What the client posts to start a run: the reader's words and their answers to interrupts. */
  private readInput(input: JsonObject): void {
    const newest = list(input, 'messages').at(-1);
    const said = text(newest, 'role') === 'user' ? text(newest, 'content') : undefined;
    if (said !== undefined) {
      this.sink.emit(known<Body<'user_message'>>({ type: 'user_message', text: said, id: text(newest, 'id') }));
    }
    this.resume(input);
  }

  private resume(input: unknown): void {
    for (const entry of list(input, 'resume')) {
      const approvalId = text(entry, 'interruptId');
      if (approvalId === undefined) continue;
      const payload = member(entry, 'payload');
      const denied =
        text(entry, 'status') === 'cancelled' || payload === false || member(payload, 'approved') === false;
      this.sink.emit({ type: 'approval_resolved', approvalId, decision: denied ? 'denied' : 'approved' });
    }
  }
}

const ignore = (): void => {};

/** One entry a kind: a kind that the package adds does not compile until it stands here. */
const handlers: Readonly<Record<EventName, Handler>> = {
  RUN_STARTED: (stream, event) => stream.runStarted(event),
  RUN_FINISHED: (stream, event) => stream.runFinished(event),
  RUN_ERROR: (stream, event) => stream.runError(event),
  TEXT_MESSAGE_START: (stream, event) => stream.messageStart(event),
  TEXT_MESSAGE_CONTENT: (stream, event) => stream.messageContent(event),
  TEXT_MESSAGE_END: (stream, event) => stream.messageEnd(event),
  TEXT_MESSAGE_CHUNK: (stream, event) => stream.messageChunk(event),
  REASONING_START: ignore,
  REASONING_MESSAGE_START: (stream) => stream.nextThought(),
  REASONING_MESSAGE_CONTENT: (stream, event) => stream.thought(event),
  REASONING_MESSAGE_CHUNK: (stream, event) => stream.thought(event),
  REASONING_MESSAGE_END: ignore,
  REASONING_END: ignore,
  REASONING_ENCRYPTED_VALUE: ignore,
  THINKING_START: ignore,
  THINKING_TEXT_MESSAGE_START: (stream) => stream.nextThought(),
  THINKING_TEXT_MESSAGE_CONTENT: (stream, event) => stream.thought(event),
  THINKING_TEXT_MESSAGE_END: ignore,
  THINKING_END: ignore,
  TOOL_CALL_START: (stream, event) => stream.callStart(event),
  TOOL_CALL_ARGS: (stream, event) => stream.callArgs(event),
  TOOL_CALL_END: (stream, event) => stream.callEnd(event),
  TOOL_CALL_CHUNK: (stream, event) => stream.callChunk(event),
  TOOL_CALL_RESULT: (stream, event) => stream.callResult(event),
  SUBAGENT_STARTED: (stream, event) => stream.subagentStarted(event),
  SUBAGENT_FINISHED: (stream, event) => stream.subagentFinished(event),
  SUBAGENT_ERROR: (stream, event) => stream.subagentError(event),
  MESSAGES_SNAPSHOT: (stream, event) => stream.snapshot(event),
  USAGE_METADATA: (stream, event) => stream.usageMetadata(event),
  // A step is a part of a program, not a model request; its deltas repeat what REASONING events say.
  STEP_STARTED: ignore,
  STEP_FINISHED: ignore,
  STATE_SNAPSHOT: ignore,
  STATE_DELTA: ignore,
  ACTIVITY_SNAPSHOT: ignore,
  ACTIVITY_DELTA: ignore,
  CUSTOM: ignore,
  RAW: ignore,
};

/** Kinds that may stand anywhere and say nothing about the run. */
const SILENT: ReadonlySet<EventName> = new Set<EventName>([
  'RAW',
  'CUSTOM',
  'STATE_SNAPSHOT',
  'STATE_DELTA',
  'ACTIVITY_SNAPSHOT',
  'ACTIVITY_DELTA',
  'STEP_STARTED',
  'STEP_FINISHED',
  'MESSAGES_SNAPSHOT',
  'REASONING_ENCRYPTED_VALUE',
  'USAGE_METADATA',
]);

function isEventName(name: unknown): name is EventName {
  return typeof name === 'string' && Object.hasOwn(handlers, name);
}

/** Programs differ: `runId` or `run_id`. */
function runIdOf(event: JsonObject): string | undefined {
  return text(event, 'runId') ?? text(event, 'run_id');
}

function messageIdOf(event: JsonObject): string | undefined {
  return text(event, 'messageId') ?? text(event, 'message_id');
}

/** The protocol names no unit: milliseconds by custom, seconds in some programs. */
function milliseconds(timestamp: number | undefined): number | undefined {
  return timestamp === undefined || timestamp > 1e11 ? timestamp : timestamp * 1000;
}

import type { UIMessageChunk } from 'ai';
import type { EventBody, Usage } from '../logic/events.ts';
import type { EventSink, Format, MessageReader, Speaker } from './decoder.ts';
import { errorText, type FailureCode, fail, interrupt } from './endings.ts';
import { isObject, type JsonObject, known, list, member, number, text } from './json.ts';
import { toolKind } from './toolKinds.ts';
import { toolResult } from './toolResult.ts';

/** Every kind of chunk that the format knows; parts of the app's own (`data-…`) aside. */
type ChunkKind = Exclude<UIMessageChunk['type'], `data-${string}`>;
type Body<T extends EventBody['type']> = Extract<EventBody, { type: T }>;
type PartKind = 'text' | 'reasoning';

interface Call {
  readonly name: string;
  readonly args?: unknown;
  readonly approvalId?: string;
  readonly done?: boolean;
}

/** The AI SDK's UI message stream (`x-vercel-ai-ui-message-stream: v1`). */
export const aiSdkUi: Format = {
  recognises: (message) => handlerOf(message.type) !== undefined,
  open: (sink) => new UiMessageStream(sink),
};

class UiMessageStream implements MessageReader {
  private readonly sink: EventSink;
  private runId: string | undefined;
  private turnId: string | undefined;
  private steps = 0;
  private ended = false;
  /** The run stopped for the reader or the client: a later stream goes on with it. */
  private waiting = false;
  private calls = new Map<string, Call>();
  /** Ids of parts begin anew with every step: each part has a name that the run uses once. */
  private parts = new Map<string, { itemId: string; closed: boolean }>();
  private uses = new Map<string, number>();

  constructor(sink: EventSink) {
    this.sink = sink;
  }

  read(chunk: JsonObject, from: Speaker): void {
    if (from === 'client') {
      this.readRequest(chunk);
      return;
    }
    const handler = handlerOf(chunk.type);
    if (handler) handler(this, chunk);
    else this.sink.unknown(chunk.type);
  }

  end(): void {
    if (!this.ended && !this.waiting) interrupt(this.sink, this.runId);
  }

  start(chunk: JsonObject): void {
    const messageId = text(chunk, 'messageId');
    const goesOn = this.waiting;
    this.waiting = false;
    this.ended = false;
    this.runId = messageId ?? this.runId;
    // What goes on after an approval is the same run; only a start of its own begins one.
    if (messageId !== undefined && !goesOn) this.sink.emit({ type: 'run_started', runId: messageId });
    if (!goesOn) this.forget();
    this.metadata(chunk);
  }

  /** A start that repeats one gives the same names again. */
  private forget(): void {
    this.steps = 0;
    this.turnId = undefined;
    this.calls = new Map();
    this.parts = new Map();
    this.uses = new Map();
  }

  startStep(): void {
    this.steps++;
    this.parts = new Map();
    this.turnId = this.runId === undefined ? `step-${this.steps}` : `${this.runId}/step-${this.steps}`;
    this.sink.emit({ type: 'turn_started', turnId: this.turnId });
  }

  startPart(kind: PartKind, chunk: JsonObject): void {
    const id = text(chunk, 'id');
    if (id !== undefined) this.openPart(kind, id, true);
  }

  /** The part under an id; a start after the part's end opens another one. */
  private openPart(kind: PartKind, id: string, isStart: boolean): { itemId: string; closed: boolean } {
    const name = `${kind}:${id}`;
    const open = this.parts.get(name);
    if (open && !(isStart && open.closed)) return open;
    const nth = (this.uses.get(name) ?? 0) + 1;
    const part = { itemId: nth === 1 ? id : `${id}~${nth}`, closed: false };
    this.uses.set(name, nth);
    this.parts.set(name, part);
    return part;
  }

  partDelta(kind: PartKind, chunk: JsonObject): void {
    const delta = text(chunk, 'delta');
    const id = text(chunk, 'id');
    if (delta === undefined) return;
    const { itemId } = this.openPart(kind, id ?? '', false);
    const type = kind === 'text' ? 'text_delta' : 'thinking_delta';
    this.sink.emit(this.turnId === undefined ? { type, delta, itemId } : { type, delta, itemId, turnId: this.turnId });
  }

  endPart(kind: PartKind, chunk: JsonObject): void {
    const open = this.parts.get(`${kind}:${text(chunk, 'id') ?? ''}`);
    if (open) open.closed = true;
  }

  startCall(chunk: JsonObject, args?: unknown): void {
    const callId = text(chunk, 'toolCallId');
    if (callId === undefined) {
      this.sink.malformed();
      return;
    }
    const name = text(chunk, 'toolName') ?? '';
    this.calls.set(callId, { ...this.calls.get(callId), name, args });
    this.sink.emit(
      known<Body<'tool_call_started'>>({
        type: 'tool_call_started',
        callId,
        name,
        title: text(chunk, 'title'),
        kind: toolKind(name),
        turnId: this.turnId,
        args,
      }),
    );
  }

  inputDelta(chunk: JsonObject): void {
    const callId = text(chunk, 'toolCallId');
    const delta = text(chunk, 'inputTextDelta');
    if (callId !== undefined && delta !== undefined) this.sink.emit({ type: 'tool_args_delta', callId, delta });
  }

  inputAvailable(chunk: JsonObject): void {
    const callId = text(chunk, 'toolCallId');
    const call = callId === undefined ? undefined : this.calls.get(callId);
    const args = chunk.input ?? {};
    // A start without a name, or a result before its call, told of a call but not what it is.
    if (callId === undefined || !call?.name) {
      this.startCall(chunk, args);
      return;
    }
    this.calls.set(callId, { ...call, args });
    this.sink.emit({ type: 'tool_call_ready', callId, args });
  }

  inputError(chunk: JsonObject): void {
    this.inputAvailable(chunk);
    this.outputError(chunk);
  }

  approvalRequest(chunk: JsonObject): void {
    const callId = text(chunk, 'toolCallId');
    const approvalId = text(chunk, 'approvalId') ?? callId;
    if (approvalId === undefined) {
      this.sink.malformed();
      return;
    }
    const call = callId === undefined ? undefined : this.calls.get(callId);
    if (callId !== undefined) this.calls.set(callId, { name: '', ...call, approvalId });
    this.sink.emit(
      known<Body<'approval_requested'>>({
        type: 'approval_requested',
        approvalId,
        name: call?.name ?? '',
        callId,
        args: call?.args,
      }),
    );
  }

  outputAvailable(chunk: JsonObject): void {
    const callId = text(chunk, 'toolCallId');
    if (callId === undefined) {
      this.sink.malformed();
      return;
    }
    if (chunk.preliminary === true) {
      this.sink.emit({ type: 'tool_output', callId, output: chunk.output });
      return;
    }
    this.callDone(callId);
    this.sink.emit({ type: 'tool_call_finished', callId, result: toolResult(chunk.output) });
  }

  outputError(chunk: JsonObject): void {
    const callId = text(chunk, 'toolCallId');
    if (callId === undefined) return;
    this.callDone(callId);
    const result = toolResult(text(chunk, 'errorText') ?? errorText(chunk.errorText));
    this.sink.emit({ type: 'tool_call_finished', callId, result, isError: true });
  }

  outputDenied(chunk: JsonObject): void {
    const callId = text(chunk, 'toolCallId');
    const call = callId === undefined ? undefined : this.calls.get(callId);
    if (callId === undefined || !call) return;
    this.callDone(callId);
    this.sink.emit({ type: 'approval_resolved', approvalId: call.approvalId ?? callId, decision: 'denied' });
  }

  private callDone(callId: string): void {
    const call = this.calls.get(callId);
    this.calls.set(callId, { name: call?.name ?? '', done: true });
  }

  finish(chunk: JsonObject): void {
    this.metadata(chunk);
    switch (text(chunk, 'finishReason')) {
      case 'tool-calls':
        // A stop for the reader (approval) or the client (a tool of its own) is no end; a limit of steps is one.
        this.waiting = [...this.calls.values()].some((call) => !call.done);
        if (!this.waiting) this.close({ type: 'run_finished', outcome: 'completed' });
        return;
      case 'length':
        this.failed('The model reached its limit of tokens.', 'limit');
        return;
      case 'content-filter':
        this.failed('The answer was withheld by a content filter.', 'refusal');
        return;
      case 'error':
        this.failed('The run failed.');
        return;
      default:
        this.close({ type: 'run_finished', outcome: 'completed' });
    }
  }

  failed(error: string, code?: FailureCode): void {
    if (!this.ended) fail(this.sink, error, this.runId, code);
    this.ended = true;
  }

  close(end: Body<'run_finished'>): void {
    if (!this.ended) this.sink.emit(this.runId === undefined ? end : { ...end, runId: this.runId });
    this.ended = true;
  }

  /** Apps put the usage of a run into the message's metadata, as the SDK names it. */
  metadata(chunk: JsonObject): void {
    const metadata = chunk.messageMetadata;
    const usage = member(metadata, 'totalUsage') ?? member(metadata, 'usage');
    if (!isObject(usage)) return;
    this.sink.emit(
      known<{ type: 'usage' } & Usage>({
        type: 'usage',
        inputTokens: number(usage, 'inputTokens'),
        outputTokens: number(usage, 'outputTokens'),
        cachedTokens: number(usage, 'cachedInputTokens'),
        reasoningTokens: number(usage, 'reasoningTokens'),
        model: text(metadata, 'model'),
      }),
    );
  }

  /** What the client posts: the reader's words, and their answers to approvals. */
  private readRequest(request: JsonObject): void {
    const newest = list(request, 'messages').at(-1);
    const id = text(newest, 'id');
    const parts = list(newest, 'parts');
    if (text(newest, 'role') === 'user') {
      const said = parts.map((part) => (text(part, 'type') === 'text' ? (text(part, 'text') ?? '') : '')).join('');
      this.sink.emit(known<Body<'user_message'>>({ type: 'user_message', text: said, id }));
    }
    for (const part of parts) {
      const approval = member(part, 'approval');
      const approvalId = text(approval, 'id');
      const approved = member(approval, 'approved');
      if (approvalId === undefined || typeof approved !== 'boolean') continue;
      this.sink.emit(
        known<Body<'approval_resolved'>>({
          type: 'approval_resolved',
          approvalId,
          decision: approved ? 'approved' : 'denied',
          reason: text(approval, 'reason'),
        }),
      );
    }
  }
}

const ignore = (): void => {};

/** One entry a kind: a kind that the package adds does not compile until it stands here. */
const handlers: Readonly<Record<ChunkKind, (stream: UiMessageStream, chunk: JsonObject) => void>> = {
  start: (stream, chunk) => stream.start(chunk),
  'start-step': (stream) => stream.startStep(),
  'text-start': (stream, chunk) => stream.startPart('text', chunk),
  'text-delta': (stream, chunk) => stream.partDelta('text', chunk),
  'text-end': (stream, chunk) => stream.endPart('text', chunk),
  'reasoning-start': (stream, chunk) => stream.startPart('reasoning', chunk),
  'reasoning-delta': (stream, chunk) => stream.partDelta('reasoning', chunk),
  'reasoning-end': (stream, chunk) => stream.endPart('reasoning', chunk),
  'tool-input-start': (stream, chunk) => stream.startCall(chunk),
  'tool-input-delta': (stream, chunk) => stream.inputDelta(chunk),
  'tool-input-available': (stream, chunk) => stream.inputAvailable(chunk),
  'tool-input-error': (stream, chunk) => stream.inputError(chunk),
  'tool-approval-request': (stream, chunk) => stream.approvalRequest(chunk),
  'tool-output-available': (stream, chunk) => stream.outputAvailable(chunk),
  'tool-output-error': (stream, chunk) => stream.outputError(chunk),
  'tool-output-denied': (stream, chunk) => stream.outputDenied(chunk),
  'finish-step': ignore,
  finish: (stream, chunk) => stream.finish(chunk),
  abort: (stream) => stream.close({ type: 'run_finished', outcome: 'aborted' }),
  error: (stream, chunk) => stream.failed(errorText(chunk.errorText)),
  'message-metadata': (stream, chunk) => stream.metadata(chunk),
  'source-url': ignore,
  'source-document': ignore,
  file: ignore,
};

function handlerOf(kind: unknown): ((stream: UiMessageStream, chunk: JsonObject) => void) | undefined {
  if (typeof kind !== 'string') return undefined;
  if (kind.startsWith('data-')) return ignore;
  return isChunkKind(kind) ? handlers[kind] : undefined;
}

function isChunkKind(kind: string): kind is ChunkKind {
  return Object.hasOwn(handlers, kind);
}

import type { AgentEvent, EventBody, EventStamp } from '../logic/events.ts';
import type { EventSink, Format, MessageReader } from './decoder.ts';
import { interrupt } from './endings.ts';
import { isObject, type JsonObject } from './json.ts';

/**
 * The kit's own events, one JSON a line. Each is checked: a wrong shape is counted as malformed and goes no further, a
 * type that nobody knows is counted as unknown and goes no further either.
 */
export const runreel: Format = {
  recognises: (message) => shapeOf(message) !== undefined && isEvent(message),
  open: (sink) => new EventLog(sink),
};

class EventLog implements MessageReader {
  private readonly sink: EventSink;
  private ended = false;

  constructor(sink: EventSink) {
    this.sink = sink;
  }

  read(message: JsonObject): void {
    if (!shapeOf(message)) {
      this.sink.unknown(message.type);
      return;
    }
    if (!isEvent(message)) {
      this.sink.malformed();
      return;
    }
    if (message.type === 'run_finished') this.ended = true;
    if (message.type === 'run_started' || message.type === 'user_message') this.ended = false;
    this.sink.emitWhole(message);
  }

  end(): void {
    if (!this.ended) interrupt(this.sink);
  }
}

type Check = (value: unknown) => boolean;
type EventOf<T extends EventBody['type']> = Extract<EventBody, { type: T }>;
type Shape<E> = { readonly [K in keyof Omit<E, 'type'>]-?: Check };

const string: Check = (value) => typeof value === 'string';
const finite: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const boolean: Check = (value) => typeof value === 'boolean';
/** A member that may hold anything, but has to be there. */
const present: Check = (value) => value !== undefined;
const anything: Check = () => true;
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && words.includes(value);

const outcome = oneOf('completed', 'aborted', 'failed');
const toolKind = oneOf('shell', 'read', 'edit', 'search', 'fetch', 'plan', 'question', 'agent', 'other');
const delta = { delta: string, turnId: optional(string), itemId: optional(string) };
const whole = { text: string, turnId: optional(string), itemId: optional(string) };
const seal = { signature: optional(string), redacted: optional((value) => value === true) };

const options: Check = (value) =>
  Array.isArray(value) &&
  value.every((one) => isObject(one) && string(one.id) && string(one.label) && optional(string)(one.kind));
const retry: Check = (value) =>
  isObject(value) && finite(value.attempt) && optional(finite)(value.of) && optional(finite)(value.at);

/** One entry a type, one check a member: a type or member that `AgentEvent` gains does not compile until it is here. */
const shapes: { readonly [T in EventBody['type']]: Shape<EventOf<T>> } = {
  run_started: { runId: string },
  user_message: { text: string, id: optional(string) },
  turn_started: { turnId: string, retryOf: optional(string) },
  thinking_delta: { ...delta, ...seal },
  text_delta: delta,
  thinking: { ...whole, ...seal },
  text: whole,
  tool_preparing: { toolName: string, byteCount: finite },
  tool_call_started: {
    callId: string,
    name: string,
    title: optional(string),
    kind: optional(toolKind),
    turnId: optional(string),
    args: anything,
  },
  tool_args_delta: { callId: string, delta: string },
  tool_args: { callId: string, args: present },
  tool_call_ready: { callId: string, args: anything },
  tool_output_delta: { callId: string, delta: string },
  tool_output: { callId: string, output: present },
  tool_call_finished: { callId: string, result: anything, isError: optional(boolean) },
  approval_requested: {
    approvalId: string,
    name: string,
    callId: optional(string),
    args: anything,
    options: optional(options),
  },
  approval_resolved: {
    approvalId: string,
    decision: oneOf('approved', 'denied'),
    optionId: optional(string),
    reason: optional(string),
  },
  delegation_started: {
    childId: string,
    callId: optional(string),
    title: optional(string),
    prompt: optional(string),
  },
  delegation_finished: { childId: string, outcome },
  usage: {
    turnId: optional(string),
    inputTokens: optional(finite),
    outputTokens: optional(finite),
    cachedTokens: optional(finite),
    reasoningTokens: optional(finite),
    contextWindow: optional(finite),
    model: optional(string),
    cost: optional(finite),
    latencyMs: optional(finite),
    attempts: optional(finite),
  },
  notice: {
    level: oneOf('info', 'warning', 'error'),
    text: string,
    code: optional(oneOf('interrupted', 'retry', 'compaction', 'limit', 'refusal', 'error')),
    retry: optional(retry),
  },
  run_finished: { outcome, runId: optional(string), error: optional(string) },
};

const checks: ReadonlyMap<unknown, readonly (readonly [string, Check])[]> = new Map(
  Object.entries(shapes).map(([type, shape]) => [type, Object.entries<Check>(shape)]),
);

const seq: Check = (value) => string(value) || finite(value);
const merged: Check = (value) =>
  isObject(value) &&
  optional(finite)(value.until) &&
  (value.seqs === undefined || (Array.isArray(value.seqs) && value.seqs.every(seq)));

/** The same for the members that any event may have. */
const stamp: readonly (readonly [string, Check])[] = Object.entries<Check>({
  at: optional(finite),
  agentId: optional(string),
  seq: optional(seq),
  merged: optional(merged),
} satisfies { readonly [K in keyof EventStamp]-?: Check });

function shapeOf(message: JsonObject): readonly (readonly [string, Check])[] | undefined {
  return checks.get(message.type);
}

function isEvent(message: JsonObject): message is JsonObject & AgentEvent {
  const isRight = ([name, check]: readonly [string, Check]) => check(message[name]);
  return stamp.every(isRight) && (shapeOf(message)?.every(isRight) ?? false);
}

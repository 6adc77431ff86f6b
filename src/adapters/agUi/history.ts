import type { Body, EventSink } from '../decoder.ts';
import { known, list, member, text } from '../json.ts';
import { toolKind } from '../toolKinds.ts';
import { toolResultFromText } from '../toolResult.ts';

/** What a run has told so far, so that a snapshot adds only what it has not (SPEC R5.5). */
export interface RunHistory {
  restart(): void;
  said(kind: TextKind, id: string, delta: string): void;
  /** Whether a text under this id has begun. */
  spoke(id: string): boolean;
  called(callId: string, name: string): void;
  callName(callId: string): string | undefined;
  ready(callId: string): void;
  isReady(callId: string): boolean;
  finished(callId: string): void;
  /** Reads the messages of the whole thread. */
  snapshot(messages: readonly unknown[]): void;
}

type TextKind = 'text' | 'thinking';
interface Said {
  readonly id: string;
  text: string;
}
interface Call {
  readonly name: string;
  ready?: boolean;
  finished?: boolean;
}

export function createRunHistory(sink: EventSink): RunHistory {
  let said: Record<TextKind, Said[]> = { text: [], thinking: [] };
  let byId: Record<TextKind, Map<string, Said>> = { text: new Map(), thinking: new Map() };
  let calls = new Map<string, Call>();

  function remember(kind: TextKind, id: string, whole: string): void {
    const one = { id, text: whole };
    said[kind].push(one);
    byId[kind].set(id, one);
  }

  /** A snapshot may give new ids to what was streamed: what says the same, in order, is the same. */
  function readText(kind: TextKind, message: unknown, matched: Set<Said>): void {
    const id = text(message, 'id');
    const whole = text(message, 'content');
    if (whole === undefined) return;
    const same = (id === undefined ? undefined : byId[kind].get(id)) ?? findSame(said[kind], whole, matched);
    if (same) matched.add(same);
    if (same?.text === whole) return;
    const itemId = same?.id ?? id;
    if (same) same.text = whole;
    else if (itemId !== undefined) remember(kind, itemId, whole);
    sink.emit(itemId === undefined ? { type: kind, text: whole } : { type: kind, text: whole, itemId });
  }

  function readCall(call: unknown): void {
    const callId = text(call, 'id');
    if (callId === undefined || calls.has(callId)) return;
    const name = text(member(call, 'function'), 'name') ?? '';
    calls.set(callId, { name, ready: true });
    sink.emit(
      known<Body<'tool_call_started'>>({
        type: 'tool_call_started',
        callId,
        name,
        kind: toolKind(name),
        args: member(member(call, 'function'), 'arguments') ?? '{}',
      }),
    );
  }

  function readResult(message: unknown): void {
    const callId = text(message, 'toolCallId');
    const call = callId === undefined ? undefined : calls.get(callId);
    if (callId === undefined || !call || call.finished) return;
    call.finished = true;
    const error = text(message, 'error');
    const result = toolResultFromText(error ?? text(message, 'content') ?? '');
    sink.emit({ type: 'tool_call_finished', callId, result, ...(error !== undefined && { isError: true }) });
  }

  return {
    restart() {
      said = { text: [], thinking: [] };
      byId = { text: new Map(), thinking: new Map() };
      calls = new Map();
    },
    said(kind, id, delta) {
      const one = byId[kind].get(id);
      if (one) one.text += delta;
      else remember(kind, id, delta);
    },
    spoke: (id) => byId.text.has(id),
    called(callId, name) {
      if (!calls.get(callId)?.name) calls.set(callId, { ...calls.get(callId), name });
    },
    callName: (callId) => calls.get(callId)?.name,
    ready(callId) {
      const call = calls.get(callId);
      if (call) call.ready = true;
    },
    isReady: (callId) => calls.get(callId)?.ready === true,
    finished(callId) {
      const call = calls.get(callId);
      if (call) call.finished = true;
    },
    snapshot(messages) {
      const matched = new Set<Said>();
      // What stands before the newest words of the reader belongs to earlier rounds.
      const first = messages.findLastIndex((message) => text(message, 'role') === 'user') + 1;
      for (const message of messages.slice(first)) {
        const role = text(message, 'role');
        if (role === 'reasoning') readText('thinking', message, matched);
        if (role === 'tool') readResult(message);
        if (role !== 'assistant') continue;
        readText('text', message, matched);
        for (const call of list(message, 'toolCalls')) readCall(call);
      }
    },
  };
}

function findSame(said: readonly Said[], whole: string, matched: ReadonlySet<Said>): Said | undefined {
  return said.find((one) => !matched.has(one) && whole.startsWith(one.text));
}

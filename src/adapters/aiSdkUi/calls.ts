import type { Body, EventSink } from '../decoder.ts';
import { errorText } from '../endings.ts';
import { type JsonObject, known, text } from '../json.ts';
import { toolKind } from '../toolKinds.ts';
import { toolResult } from '../toolResult.ts';

/** Reads tool calls: their input, the approvals that they ask for, their output. */
export interface CallReader {
  start(chunk: JsonObject): void;
  inputDelta(chunk: JsonObject): void;
  inputAvailable(chunk: JsonObject): void;
  inputError(chunk: JsonObject): void;
  approvalRequest(chunk: JsonObject): void;
  outputAvailable(chunk: JsonObject): void;
  outputError(chunk: JsonObject): void;
  outputDenied(chunk: JsonObject): void;
  /** Whether a call has no output yet. */
  areOpen(): boolean;
  /** A run begins. */
  restart(): void;
}

interface Call {
  readonly name: string;
  readonly args?: unknown;
  readonly approvalId?: string;
  readonly done?: boolean;
}

export function createCallReader(sink: EventSink, turnOf: () => string | undefined): CallReader {
  let calls = new Map<string, Call>();

  function start(chunk: JsonObject, args?: unknown): void {
    const callId = text(chunk, 'toolCallId');
    if (callId === undefined) {
      sink.malformed();
      return;
    }
    const name = text(chunk, 'toolName') ?? '';
    calls.set(callId, { ...calls.get(callId), name, args });
    sink.emit(
      known<Body<'tool_call_started'>>({
        type: 'tool_call_started',
        callId,
        name,
        title: text(chunk, 'title'),
        kind: toolKind(name),
        turnId: turnOf(),
        args,
      }),
    );
  }

  function inputAvailable(chunk: JsonObject): void {
    const callId = text(chunk, 'toolCallId');
    const call = callId === undefined ? undefined : calls.get(callId);
    const args = chunk.input ?? {};
    // A start without a name, or a result before its call, told of a call but not what it is.
    if (callId === undefined || !call?.name) {
      start(chunk, args);
      return;
    }
    calls.set(callId, { ...call, args });
    sink.emit({ type: 'tool_call_ready', callId, args });
  }

  function outputError(chunk: JsonObject): void {
    const callId = text(chunk, 'toolCallId');
    if (callId === undefined) return;
    done(callId);
    const result = toolResult(text(chunk, 'errorText') ?? errorText(chunk.errorText));
    sink.emit({ type: 'tool_call_finished', callId, result, isError: true });
  }

  function done(callId: string): void {
    calls.set(callId, { name: calls.get(callId)?.name ?? '', done: true });
  }

  return {
    start: (chunk) => start(chunk),
    inputDelta(chunk) {
      const callId = text(chunk, 'toolCallId');
      const delta = text(chunk, 'inputTextDelta');
      if (callId !== undefined && delta !== undefined) sink.emit({ type: 'tool_args_delta', callId, delta });
    },
    inputAvailable,
    inputError(chunk) {
      inputAvailable(chunk);
      outputError(chunk);
    },
    approvalRequest(chunk) {
      const callId = text(chunk, 'toolCallId');
      const approvalId = text(chunk, 'approvalId') ?? callId;
      if (approvalId === undefined) {
        sink.malformed();
        return;
      }
      const call = callId === undefined ? undefined : calls.get(callId);
      if (callId !== undefined) calls.set(callId, { name: '', ...call, approvalId });
      sink.emit(
        known<Body<'approval_requested'>>({
          type: 'approval_requested',
          approvalId,
          name: call?.name ?? '',
          callId,
          args: call?.args,
        }),
      );
    },
    outputAvailable(chunk) {
      const callId = text(chunk, 'toolCallId');
      if (callId === undefined) {
        sink.malformed();
        return;
      }
      if (chunk.preliminary === true) {
        sink.emit({ type: 'tool_output', callId, output: chunk.output });
        return;
      }
      done(callId);
      sink.emit({ type: 'tool_call_finished', callId, result: toolResult(chunk.output) });
    },
    outputError,
    outputDenied(chunk) {
      const callId = text(chunk, 'toolCallId');
      const call = callId === undefined ? undefined : calls.get(callId);
      if (callId === undefined || !call) return;
      done(callId);
      sink.emit({ type: 'approval_resolved', approvalId: call.approvalId ?? callId, decision: 'denied' });
    },
    areOpen: () => [...calls.values()].some((call) => !call.done),
    restart() {
      calls = new Map();
    },
  };
}

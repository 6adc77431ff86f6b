import type { Body, EventSink } from '../decoder.ts';
import { type JsonObject, known, text } from '../json.ts';
import { toolKind } from '../toolKinds.ts';
import { toolResult, toolResultFromText } from '../toolResult.ts';
import type { RunHistory } from './history.ts';

/** Reads tool calls, told by start, arguments and end, or in chunks. */
export interface CallReader {
  start(event: JsonObject): void;
  args(event: JsonObject): void;
  end(event: JsonObject): void;
  chunk(event: JsonObject): void;
  result(event: JsonObject): void;
  /** Something else came: what chunks told so far is whole. */
  endChunks(): void;
}

export function createCallReader(sink: EventSink, history: RunHistory): CallReader {
  /** What a chunk without an id goes on with. */
  let newestInChunks: string | undefined;
  /** The calls whose chunks may go on: programs send those of several calls by turns. */
  const inChunks = new Set<string>();

  function start(event: JsonObject): void {
    const callId = text(event, 'toolCallId');
    if (callId === undefined) {
      sink.malformed();
      return;
    }
    const name = text(event, 'toolCallName') ?? '';
    history.called(callId, name);
    sink.emit(known<Body<'tool_call_started'>>({ type: 'tool_call_started', callId, name, kind: toolKind(name) }));
  }

  function args(event: JsonObject): void {
    const callId = text(event, 'toolCallId');
    const delta = text(event, 'delta');
    if (callId === undefined || delta === undefined || history.isReady(callId)) return;
    sink.emit({ type: 'tool_args_delta', callId, delta });
  }

  function ready(callId: string): void {
    if (history.isReady(callId)) return;
    history.ready(callId);
    sink.emit({ type: 'tool_call_ready', callId });
  }

  return {
    start,
    args,
    end(event) {
      const callId = text(event, 'toolCallId');
      if (callId !== undefined) ready(callId);
    },
    chunk(event) {
      const callId = text(event, 'toolCallId') ?? newestInChunks;
      if (callId === undefined) {
        sink.malformed();
        return;
      }
      const chunk = { ...event, toolCallId: callId };
      const isNamedNow = !history.callName(callId) && text(event, 'toolCallName') !== undefined;
      if (!inChunks.has(callId) || isNamedNow) start(chunk);
      inChunks.add(callId);
      newestInChunks = callId;
      args(chunk);
    },
    result(event) {
      const callId = text(event, 'toolCallId');
      if (callId === undefined) {
        sink.malformed();
        return;
      }
      history.finished(callId);
      const content = event.content ?? event.result;
      const result = typeof content === 'string' ? toolResultFromText(content) : toolResult(content);
      sink.emit({ type: 'tool_call_finished', callId, result });
    },
    endChunks() {
      for (const callId of inChunks) ready(callId);
      inChunks.clear();
      newestInChunks = undefined;
    },
  };
}

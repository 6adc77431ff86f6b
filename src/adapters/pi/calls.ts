import type { ToolResult } from '../../logic/events.ts';
import type { Body, EventSink } from '../decoder.ts';
import { type JsonObject, known, list, member, number, text } from '../json.ts';
import { toolKind } from '../toolKinds.ts';
import { toolResult } from '../toolResult.ts';

/** The calls of a run: the messages tell of them, then their execution does, then a message with the result. */
export interface Calls {
  /** Tells of a call; with `args` it is whole and runs. */
  start(callId: string, name: string, turnId: string | undefined, args?: unknown): void;
  argsDelta(callId: string, delta: string): void;
  args(callId: string, args: unknown): void;
  executionStarts(event: JsonObject): void;
  executionUpdates(event: JsonObject): void;
  executionEnds(event: JsonObject): void;
  /** The message with a result: in a session file the only one that tells it. */
  result(message: JsonObject): void;
  /** A command that the user ran. */
  userCommand(message: JsonObject): void;
  restart(): void;
}

export function createCalls(sink: EventSink): Calls {
  const started = new Set<string>();
  const finished = new Set<string>();

  function start(callId: string, name: string, turnId: string | undefined, args?: unknown): void {
    started.add(callId);
    const kind = toolKind(name);
    sink.emit(known<Body<'tool_call_started'>>({ type: 'tool_call_started', callId, name, kind, turnId, args }));
  }

  function finish(callId: string, result: ToolResult, isError: boolean): void {
    if (finished.has(callId)) return;
    finished.add(callId);
    sink.emit({ type: 'tool_call_finished', callId, result, ...(isError && { isError }) });
  }

  /** The id of the call that an event or a message is about; undefined, and counted, where it has none. */
  function idOf(source: JsonObject): string | undefined {
    const id = text(source, 'toolCallId');
    if (id === undefined) sink.malformed();
    return id;
  }

  return {
    start,
    argsDelta: (callId, delta) => sink.emit({ type: 'tool_args_delta', callId, delta }),
    args: (callId, args) => sink.emit({ type: 'tool_args', callId, args }),
    executionStarts(event) {
      const callId = idOf(event);
      if (callId === undefined) return;
      const args = event.args ?? {};
      if (started.has(callId)) sink.emit({ type: 'tool_call_ready', callId, args });
      else start(callId, text(event, 'toolName') ?? '', undefined, args);
    },
    executionUpdates(event) {
      const callId = idOf(event);
      const { text: output } = resultOf(event.partialResult);
      if (callId !== undefined && output !== undefined && output !== '')
        sink.emit({ type: 'tool_output', callId, output });
    },
    executionEnds(event) {
      const callId = idOf(event);
      if (callId !== undefined) finish(callId, resultOf(event.result), event.isError === true);
    },
    result(message) {
      const callId = idOf(message);
      if (callId !== undefined) finish(callId, resultOf(message), message.isError === true);
    },
    userCommand(message) {
      const callId = `bash-${number(message, 'timestamp') ?? ''}`;
      start(callId, 'bash', undefined, { command: member(message, 'command') });
      finish(
        callId,
        known<ToolResult>({
          text: text(message, 'output') ?? '',
          exitCode: number(message, 'exitCode'),
          raw: message,
        }),
        false,
      );
    },
    restart() {
      started.clear();
      finished.clear();
    },
  };
}

/** What a tool gave: `{content, details}`. A failed command's code stands in the last line of its text. */
function resultOf(raw: unknown): ToolResult {
  const shown: ToolResult = list(raw, 'content').length > 0 ? toolResult(list(raw, 'content')) : { text: '', raw };
  const code = /(?:^|\n)Command exited with code (\d{1,9})\s*$/.exec(shown.text?.slice(-60) ?? '')?.[1];
  return known<ToolResult>({
    ...shown,
    exitCode: code === undefined ? undefined : Number(code),
    diff: text(member(raw, 'details'), 'patch'),
    raw,
  });
}

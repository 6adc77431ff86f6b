import type { Body, EventSink } from '../decoder.ts';
import { isObject, known, list, member, text } from '../json.ts';
import { toolKind } from '../toolKinds.ts';
import { toolResult } from '../toolResult.ts';
import { createPartialArgs, type PartialArgs } from './partialArgs.ts';

/** Reads function calls, which often have no id, and the results that the client sends for them. */
export interface CallReader {
  read(functionCall: unknown, turnId: string): void;
  /** Starts a call; the id of one without is made from its turn. */
  start(call: StartedCall): string;
  /** A call whose arguments stream in is whole. */
  close(): void;
  /** The answer broke off: what streams in never becomes a call. */
  abandon(): void;
  /** The result of a function that the client ran: by its id, else of the oldest open call of its name. */
  result(functionResponse: unknown): void;
  finish(callId: string, result: unknown, isError?: boolean): void;
  /** The client answered in its own words: no result comes any more. */
  forget(): void;
}

export interface StartedCall {
  readonly turnId: string;
  readonly name: string;
  readonly id?: string | undefined;
  readonly args?: unknown;
  readonly kind?: Body<'tool_call_started'>['kind'];
}

export function createCallReader(sink: EventSink): CallReader {
  /** The names of the calls without a result, by their ids. */
  let open = new Map<string, string>();
  let streamed: { readonly callId: string; readonly id: string | undefined; readonly args: PartialArgs } | undefined;
  let count = 0;

  function start({ turnId, name, id, args, kind = toolKind(name) }: StartedCall): string {
    const callId = id ?? `${turnId}/call-${++count}`;
    open.set(callId, name);
    sink.emit(known<Body<'tool_call_started'>>({ type: 'tool_call_started', callId, name, kind, turnId, args }));
    return callId;
  }

  function delta(callId: string, said: string): void {
    if (said !== '') sink.emit({ type: 'tool_args_delta', callId, delta: said });
  }

  function close(): void {
    if (!streamed) return;
    const { callId, args } = streamed;
    streamed = undefined;
    delta(callId, args.close());
    sink.emit(known<Body<'tool_call_ready'>>({ type: 'tool_call_ready', callId, args: args.whole() }));
  }

  function finish(callId: string, result: unknown, isError?: boolean): void {
    open.delete(callId);
    sink.emit({
      type: 'tool_call_finished',
      callId,
      result: toolResult(result),
      ...(isError === true && { isError }),
    });
  }

  function calledAs(name: string | undefined): string | undefined {
    for (const [callId, called] of open) if (called === name) return callId;
    return undefined;
  }

  return {
    read(functionCall, turnId) {
      const name = text(functionCall, 'name');
      const id = text(functionCall, 'id');
      const willContinue = member(functionCall, 'willContinue') === true;
      const isMore = name === undefined || (streamed !== undefined && id !== undefined && id === streamed.id);
      if (!isMore) {
        close();
        const args = member(functionCall, 'args');
        const isWhole = isObject(args) || (!willContinue && list(functionCall, 'partialArgs').length === 0);
        const callId = start({ turnId, name, id, args: isWhole ? (args ?? {}) : undefined });
        if (isWhole) return;
        streamed = { callId, id, args: createPartialArgs() };
      }
      if (!streamed) return;
      delta(streamed.callId, streamed.args.write(functionCall));
      if (!willContinue) close();
    },
    start,
    close,
    abandon() {
      if (streamed) open.delete(streamed.callId);
      streamed = undefined;
    },
    result(functionResponse) {
      const id = text(functionResponse, 'id');
      const callId = id !== undefined && open.has(id) ? id : calledAs(text(functionResponse, 'name'));
      if (callId === undefined) return;
      const response = member(functionResponse, 'response');
      const error = member(response, 'error');
      const output = member(response, 'output') ?? member(response, 'result');
      finish(callId, output ?? error ?? response, error !== undefined && error !== null && output === undefined);
    },
    finish,
    forget() {
      open = new Map();
    },
  };
}

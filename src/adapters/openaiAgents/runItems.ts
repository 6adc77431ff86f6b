import type { Body, EventSink } from '../decoder.ts';
import { isObject, type JsonObject, known, member, text } from '../json.ts';
import type { CompletionReader } from '../openaiChat/completionReader.ts';
import type { ResponseReader } from '../openaiResponses/responseReader.ts';
import { outputResult } from '../openaiResponses/results.ts';
import type { OpenaiRun } from '../openaiRun.ts';

/** What the SDK makes of the model's answers: results of tools, approvals and handoffs are told here only. */
export class RunItems {
  private readonly sink: EventSink;
  private readonly run: OpenaiRun;
  private readonly responses: ResponseReader;
  private readonly completions: CompletionReader;
  private readonly asked = new Set<string>();
  private items = 0;
  /** The newest item is a message, and nothing else tells where answers end. */
  private isAnswered = false;

  constructor(sink: EventSink, run: OpenaiRun, responses: ResponseReader, completions: CompletionReader) {
    this.sink = sink;
    this.run = run;
    this.responses = responses;
    this.completions = completions;
  }

  /** Whether an approval is open. */
  get asks(): boolean {
    return this.asked.size > 0 || this.responses.items.asks;
  }

  /** `isTold`: the provider's events told of what the model said. */
  read({ name, item }: JsonObject, isTold: boolean): void {
    const raw = member(item, 'rawItem') ?? member(item, 'raw_item');
    if (!isObject(raw)) {
      this.sink.malformed();
      return;
    }
    switch (name) {
      case 'message_output_created':
      case 'reasoning_item_created':
      case 'tool_called':
      case 'tool_search_called':
      case 'tool_search_output_created':
      case 'handoff_requested':
      case 'compaction_item_created':
      case 'mcp_list_tools':
      case 'mcp_approval_requested':
        if (!isTold) this.said(asResponseItem(raw));
        return;
      case 'tool_output':
        this.result(raw, item);
        return;
      case 'handoff_occurred':
      case 'handoff_occured':
        this.handoff(raw, item);
        return;
      case 'tool_approval_requested':
        this.ask(raw, item);
        return;
      default:
        this.sink.unknown(`run_item_stream_event/${String(name)}`);
    }
  }

  end(): void {
    if (this.isAnswered) this.run.complete();
  }

  private said(item: JsonObject): void {
    this.isAnswered = item.type === 'message';
    const slot = text(item, 'call_id') ?? text(item, 'id') ?? `item ${this.items++}`;
    this.responses.items.whole(this.responses.current(), slot, item);
  }

  private result(raw: JsonObject, item: unknown): void {
    this.isAnswered = false;
    const callId = callIdOf(raw);
    if (callId === undefined) {
      this.sink.malformed();
      return;
    }
    this.asked.delete(callId);
    if (this.completions.calls.has(callId)) {
      this.completions.calls.finish(callId, outputResult(raw.output ?? member(item, 'output')));
      return;
    }
    const answer = { output: member(item, 'output'), ...asResponseItem(raw) };
    if (!this.responses.items.answer(answer)) this.responses.items.answer({ ...answer, type: 'function_call_result' });
  }

  /** Another agent takes over: it is the main agent from now on, and the call that did it tells its name. */
  private handoff(raw: JsonObject, item: unknown): void {
    const callId = callIdOf(raw);
    const title = text(member(item, 'targetAgent') ?? member(item, 'target_agent'), 'name');
    if (callId !== undefined && title !== undefined) {
      const name = text(raw, 'name') ?? '';
      this.sink.emit({ type: 'tool_call_started', callId: this.idOf(callId), name, title, kind: 'agent' });
    }
    this.result(raw, item);
  }

  private ask(raw: JsonObject, item: unknown): void {
    const said = callIdOf(raw);
    const callId = said === undefined ? undefined : this.idOf(said);
    const approvalId = said ?? text(raw, 'id');
    if (approvalId === undefined) {
      this.sink.malformed();
      return;
    }
    this.asked.add(approvalId);
    const name = text(raw, 'name') ?? text(item, 'toolName') ?? '';
    this.sink.emit(
      known<Body<'approval_requested'>>({
        type: 'approval_requested',
        approvalId,
        name,
        callId,
        args: raw.arguments ?? raw.action ?? raw.operation,
      }),
    );
    this.run.stopsForClient();
  }

  private idOf(callId: string): string {
    const { calls } = this.completions;
    return calls.has(callId) ? calls.idOf(callId) : this.responses.items.calls.idOf(callId);
  }
}

function callIdOf(raw: unknown): string | undefined {
  return text(raw, 'callId') ?? text(raw, 'call_id') ?? text(raw, 'id');
}

/** The SDK names items as the Responses API does, but for some members; what it does not know it keeps beside. */
export function asResponseItem(raw: JsonObject): JsonObject {
  const kept = isObject(raw.providerData) ? raw.providerData : {};
  const call_id = text(raw, 'callId') ?? text(raw, 'call_id');
  return { ...kept, ...raw, ...(call_id !== undefined && { call_id }) };
}

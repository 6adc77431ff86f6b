import { isBlank } from '../../logic/excerpt.ts';
import type { Body, EventSink } from '../decoder.ts';
import { type JsonObject, known, list, member, number, text } from '../json.ts';
import { answers, callKinds } from './callKinds.ts';
import { Calls } from './calls.ts';
import { ResponseProse, wordsOf } from './prose.ts';
import type { OpenTurn } from './turn.ts';

/** Items that say nothing for the screen. */
const SILENT: ReadonlySet<unknown> = new Set(['additional_tools', 'configuration_update', 'item_reference']);

/** Reads the items of a response's output, whether they stream, come whole, or both. */
export class OutputItems {
  readonly calls: Calls;
  readonly prose: ResponseProse;
  private readonly sink: EventSink;
  private readonly asked = new Set<string>();
  private readonly compactions = new Set<string>();
  /** What of the open response is whole: ids of items and calls, and the kinds at their places. */
  private told = new Set<string>();
  private refused = false;

  constructor(sink: EventSink) {
    this.sink = sink;
    this.calls = new Calls(sink);
    this.prose = new ResponseProse(sink);
  }

  startTurn(): void {
    this.calls.startTurn();
    this.prose.startTurn();
    this.told = new Set();
    this.refused = false;
  }

  /** The response is sent again from its start. */
  resent(): void {
    this.calls.resent();
    this.prose.resent();
  }

  added(turn: OpenTurn, slot: string, item: JsonObject): void {
    const type = text(item, 'type') ?? '';
    const kind = callKinds.get(type);
    const callId = text(item, 'call_id');
    if (type === 'message' || type === 'reasoning') this.prose.open(turn, slot, text(item, 'id'));
    else if (kind) {
      this.approvedBy(item);
      this.calls.added(turn, slot, item, kind);
    } else if (answers.has(type) && callId !== undefined) this.calls.answerBegins(slot, callId);
  }

  /** An item as a whole. */
  whole(turn: OpenTurn, slot: string, item: JsonObject): void {
    const type = text(item, 'type') ?? '';
    this.told.add(`${slot} ${type}`);
    for (const name of ['id', 'call_id']) {
      const id = text(item, name);
      if (id !== undefined) this.told.add(`${type} ${id}`);
    }
    const kind = callKinds.get(type);
    if (type === 'message') this.message(turn, slot, item);
    else if (type === 'reasoning') this.prose.reasoningDone(this.prose.open(turn, slot, text(item, 'id')), item);
    else if (kind) {
      this.approvedBy(item);
      this.calls.done(turn, slot, item, kind);
    } else if (!this.answer(item)) this.other(type, item);
  }

  /** The output that the end of a response repeats: what of it did not stream. */
  output(turn: OpenTurn, output: readonly unknown[]): void {
    for (const [index, item] of output.entries()) {
      const read = member({ item }, 'item');
      if (typeof read !== 'object' || read === null || Array.isArray(read)) continue;
      const id = text(item, 'id') ?? '';
      const isStreamed = this.prose.knows(id) || this.calls.knows(id);
      if (!this.isTold(item, index)) this.whole(turn, isStreamed ? id : `#${index}`, { ...read });
    }
  }

  /** What answers a call, or an approval; also as the client sends it. */
  answer(item: JsonObject): boolean {
    if (item.type !== 'mcp_approval_response')
      return this.calls.answered(item, text(item, 'call_id') ?? text(item, 'id'));
    const approvalId = text(item, 'approval_request_id');
    if (approvalId !== undefined) this.resolve(approvalId, item.approve === true, text(item, 'reason'));
    return true;
  }

  /** Whether the model waits for the client: for results, or for an approval. */
  waitsForClient(): boolean {
    return this.asks || this.calls.waitForClient();
  }

  /** Whether an approval is open. */
  get asks(): boolean {
    return this.asked.size > 0;
  }

  get isRefusal(): boolean {
    return this.refused;
  }

  refuses(part: unknown): void {
    this.refused ||= text(part, 'type') === 'refusal';
  }

  private message(turn: OpenTurn, slot: string, message: JsonObject): void {
    const parts = list(message, 'content');
    for (const part of parts) this.refuses(part);
    if (parts.some((part) => !isBlank(wordsOf(part) ?? ''))) this.calls.modelWentOn();
    this.prose.messageDone(this.prose.open(turn, slot, text(message, 'id')), message);
  }

  private other(type: string, item: JsonObject): void {
    if (type === 'mcp_approval_request') this.ask(item);
    else if (type === 'compaction') this.compacted(text(item, 'id') ?? '');
    else if (!SILENT.has(type)) this.sink.unknown(`item/${type}`);
  }

  private ask(item: JsonObject): void {
    const approvalId = text(item, 'id');
    if (approvalId === undefined) {
      this.sink.malformed();
      return;
    }
    this.asked.add(approvalId);
    const name = text(item, 'name') ?? '';
    this.sink.emit({ type: 'approval_requested', approvalId, name, args: text(item, 'arguments') ?? {} });
  }

  /** A call that says which approval allowed it. */
  private approvedBy(item: JsonObject): void {
    const approvalId = text(item, 'approval_request_id');
    if (approvalId !== undefined && this.asked.has(approvalId)) this.resolve(approvalId, true);
  }

  private resolve(approvalId: string, approved: boolean, reason?: string): void {
    this.asked.delete(approvalId);
    const decision = approved ? 'approved' : 'denied';
    this.sink.emit(known<Body<'approval_resolved'>>({ type: 'approval_resolved', approvalId, decision, reason }));
  }

  private compacted(id: string): void {
    if (this.compactions.has(id)) return;
    this.compactions.add(id);
    this.sink.emit({ type: 'notice', level: 'info', code: 'compaction', text: 'The context was compacted.' });
  }

  private isTold(item: unknown, index: number): boolean {
    const type = text(item, 'type') ?? '';
    const ids = [text(item, 'id'), text(item, 'call_id')].filter((id) => id !== undefined);
    return ids.some((id) => this.told.has(`${type} ${id}`)) || this.told.has(`#${index} ${type}`);
  }
}

/** The part of a reasoning that an event is about. */
export function partOf(event: JsonObject): string {
  const summary = number(event, 'summary_index');
  return summary === undefined ? `content ${number(event, 'content_index') ?? 0}` : `summary ${summary}`;
}

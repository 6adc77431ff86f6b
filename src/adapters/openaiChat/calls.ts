import type { ToolResult } from '../../logic/events.ts';
import type { Body, EventSink } from '../decoder.ts';
import { isObject, known, member, number, text } from '../json.ts';
import { toolKind } from '../toolKinds.ts';

interface Call {
  readonly callId: string;
  readonly turnId: string;
  /** The id that the provider gave it; some give it late. */
  id: string | undefined;
  name: string;
  hasArguments: boolean;
}

/** Reads the calls of an answer: their pieces name them by index. */
export class ChatCalls {
  private readonly sink: EventSink;
  private slots = new Map<string, Call>();
  private newest: Call | undefined;
  /** Calls without a result, by the id that the client answers to. */
  private readonly open = new Map<string, Call>();
  private readonly uses = new Map<string, number>();

  constructor(sink: EventSink) {
    this.sink = sink;
  }

  startTurn(): void {
    this.slots = new Map();
    this.newest = undefined;
  }

  /** Whether the open answer holds calls. */
  get areThere(): boolean {
    return this.slots.size > 0;
  }

  /** A piece of a call of the choice with this index. */
  piece(turnId: string, choice: number, piece: unknown): void {
    const call = this.callOf(turnId, choice, piece);
    const source = member(piece, 'function') ?? member(piece, 'custom');
    this.rename(call, text(source, 'name') ?? '');
    const args = member(source, 'arguments') ?? member(source, 'input');
    if (isObject(args)) this.sink.emit({ type: 'tool_args', callId: call.callId, args });
    else if (typeof args === 'string' && args !== '')
      this.sink.emit({ type: 'tool_args_delta', callId: call.callId, delta: args });
    else return;
    call.hasArguments = true;
  }

  /** The answer stops for its calls: they run. */
  ready(): void {
    for (const { callId, hasArguments } of new Set(this.slots.values()))
      this.sink.emit(
        known<Body<'tool_call_ready'>>({ type: 'tool_call_ready', callId, args: hasArguments ? undefined : {} }),
      );
  }

  /** Whether a call waits for its result. */
  has(id: string): boolean {
    return this.open.has(id);
  }

  /** The kit's id of a call. */
  idOf(id: string): string {
    return this.open.get(id)?.callId ?? id;
  }

  /** The result of a call, which names it by the provider's id. */
  finish(id: string, result: ToolResult): void {
    const callId = this.open.get(id)?.callId ?? id;
    this.open.delete(id);
    this.sink.emit({ type: 'tool_call_finished', callId, result });
  }

  /** The model goes on: its calls have got their results, also where nothing told of them. */
  settle(): void {
    for (const { callId } of this.open.values()) this.sink.emit({ type: 'tool_call_finished', callId });
    this.open.clear();
  }

  private callOf(turnId: string, choice: number, piece: unknown): Call {
    const id = text(piece, 'id');
    const index = number(piece, 'index');
    const slot = index === undefined ? undefined : `${choice} ${index}`;
    const found = slot === undefined ? this.withoutIndex(id) : this.slots.get(slot);
    // Some providers give all calls the same index: another id with a name begins another call.
    const isNamed = text(member(piece, 'function'), 'name') !== undefined;
    const isOther = isNamed && id !== undefined && found?.id !== undefined && found.id !== id;
    if (!found || isOther) return this.create(turnId, slot, id, found);
    if (found.id === undefined && id !== undefined) this.identify(found, id);
    this.newest = found;
    return found;
  }

  /** Without an index an id tells the calls apart, and a piece without an id goes on with the newest. */
  private withoutIndex(id: string | undefined): Call | undefined {
    if (id === undefined) return this.newest;
    return [...this.slots.values()].find((call) => call.id === id);
  }

  /** `before`: the call whose place the new one takes. */
  private create(turnId: string, slot: string | undefined, id: string | undefined, before: Call | undefined): Call {
    const name = id ?? `${turnId}/call`;
    const nth = (this.uses.get(name) ?? 0) + 1;
    this.uses.set(name, nth);
    const callId = nth === 1 ? name : `${name}~${nth}`;
    const call: Call = { callId, turnId, id, name: '', hasArguments: false };
    this.open.set(id ?? callId, call);
    if (before) this.slots.set(before.callId, before);
    this.slots.set(slot ?? callId, call);
    this.newest = call;
    return call;
  }

  private identify(call: Call, id: string): void {
    this.open.delete(call.callId);
    call.id = id;
    this.open.set(id, call);
  }

  /** A name may come late, in pieces, or again with every piece (SPEC R4.2). */
  private rename(call: Call, piece: string): void {
    if (piece === '' || piece === call.name) return;
    call.name = piece.startsWith(call.name) ? piece : call.name + piece;
    const { callId, name, turnId } = call;
    this.sink.emit(
      known<Body<'tool_call_started'>>({ type: 'tool_call_started', callId, name, kind: toolKind(name), turnId }),
    );
  }
}

import type { ToolResult } from '../../logic/events.ts';
import type { Body, EventSink } from '../decoder.ts';
import { isObject, type JsonObject, known, member, text } from '../json.ts';
import { toolKind } from '../toolKinds.ts';
import { toolResult } from '../toolResult.ts';
import { answerIsError, answers, type CallKind, failureOf } from './callKinds.ts';
import type { OpenTurn } from './turn.ts';

/** A call that a response holds. */
interface Call {
  readonly callId: string;
  readonly turn: OpenTurn;
  kind: CallKind;
  name: string;
  state: 'preparing' | 'running' | 'done';
  runs: CallKind['runs'];
  /** Whether pieces of its arguments came, and the text that ends them. */
  hasPieces: boolean;
  after: string;
  /** Its response is sent again: pieces tell nothing new. */
  isResent: boolean;
  item: JsonObject;
}

const UNTOLD: CallKind = { runs: 'client', name: () => '', args: (item) => item.arguments };

/** Reads the items of a response that are calls, and those that answer them. */
export class Calls {
  private readonly sink: EventSink;
  private bySlot = new Map<string, Call>();
  /** The calls that an id means: of the call, and of its item. */
  private readonly byId = new Map<string, Call>();
  private readonly open = new Set<Call>();
  /** Calls of which only what follows tells who runs them. */
  private readonly custom = new Set<Call>();
  private readonly uses = new Map<string, number>();
  private outputs = new Map<string, string>();

  constructor(sink: EventSink) {
    this.sink = sink;
  }

  startTurn(): void {
    this.bySlot = new Map();
    this.custom.clear();
    this.outputs = new Map();
  }

  /** The call begins. */
  added(turn: OpenTurn, slot: string, item: JsonObject, kind: CallKind): void {
    const known = this.find(turn, slot, item);
    if (known && known.kind !== UNTOLD) return;
    const call = known ?? this.create(turn, slot, item, kind);
    this.isOfKind(call, item, kind);
    const args = kind.args(item);
    this.start(call, kind.atOnce && says(args) ? args : undefined);
    if (kind.atOnce) this.runs(call);
  }

  /** A piece of the call's arguments. */
  delta(turn: OpenTurn, slot: string, itemId: string | undefined, piece: string): void {
    const call =
      this.bySlot.get(slot) ??
      this.ofTurn(turn, itemId) ??
      this.create(turn, slot, itemId === undefined ? {} : { id: itemId }, UNTOLD);
    if (call.state !== 'preparing' || call.isResent) return;
    const { frame } = call.kind;
    if (frame && !call.hasPieces) this.piece(call, frame.before(call.item));
    call.hasPieces = true;
    this.piece(call, frame ? JSON.stringify(piece).slice(1, -1) : piece);
  }

  /** Another command of a shell call begins. */
  nextCommand(slot: string): void {
    const call = this.bySlot.get(slot);
    if (call?.hasPieces && call.state === 'preparing') this.piece(call, '","');
  }

  /** The arguments are whole, as a text of their own. */
  argumentsDone(slot: string, args: unknown): void {
    const call = this.bySlot.get(slot);
    if (call?.state !== 'preparing' || typeof args !== 'string') return;
    if (!call.kind.frame) this.sink.emit({ type: 'tool_args', callId: call.callId, args });
    if (call.runs === 'provider') this.runs(call);
  }

  /** The provider runs the call now. */
  running(slot: string): void {
    const call = this.bySlot.get(slot);
    if (call?.runs === 'provider' && (call.hasPieces || call.kind.atOnce)) this.runs(call);
  }

  /** The call is whole. */
  done(turn: OpenTurn, slot: string, item: JsonObject, kind: CallKind): void {
    const found = this.find(turn, slot, item);
    const call = found ?? this.create(turn, slot, item, kind);
    if (call.state === 'done') return;
    const wasUntold = !found || call.kind === UNTOLD;
    this.isOfKind(call, item, kind);
    if (item.status === 'incomplete') {
      if (wasUntold) this.start(call);
      return;
    }
    if (item.type === 'custom_tool_call') this.custom.add(call);
    const args = kind.args(item);
    if (!found) {
      this.start(call, args ?? {});
      call.state = 'running';
    } else {
      if (wasUntold) this.start(call);
      if (call.state === 'preparing' || says(args)) this.runs(call, args ?? {});
    }
    if (kind.result) this.finish(call, kind.result(item), failureOf(item));
  }

  /** Whether an item answered a call; it need not be known here. */
  answered(item: JsonObject, callId: string | undefined): boolean {
    const read = answers.get(text(item, 'type') ?? '');
    if (!read || callId === undefined) return read !== undefined;
    const call = this.byId.get(callId);
    const isError = answerIsError(item);
    if (call) this.finish(call, read(item), isError ? '' : undefined);
    else {
      const result = read(item);
      this.sink.emit(
        known<Body<'tool_call_finished'>>({
          type: 'tool_call_finished',
          callId,
          result,
          isError: isError || undefined,
        }),
      );
    }
    return true;
  }

  /** An item that will answer a call begins. */
  answerBegins(slot: string, callId: string): void {
    this.outputs.set(slot, callId);
    const call = this.byId.get(callId);
    if (call) this.runs(call);
  }

  outputDelta(slot: string, delta: unknown): void {
    const said = this.outputs.get(slot);
    if (said === undefined) return;
    const callId = this.byId.get(said)?.callId ?? said;
    for (const stream of ['stdout', 'stderr']) {
      const piece = text(delta, stream);
      if (piece !== undefined) this.sink.emit({ type: 'tool_output_delta', callId, delta: piece });
    }
  }

  /** The model goes on after a call in the same response: nobody else will run it. */
  modelWentOn(): void {
    for (const call of this.custom) call.runs = 'provider';
    this.custom.clear();
  }

  /** The client's calls that have no result yet; one that has no name nobody can run. */
  waitForClient(): boolean {
    return [...this.open].some((call) => call.runs === 'client' && call.kind !== UNTOLD);
  }

  /** The response is whole: what it began to prepare runs, also where the end of a call was lost. */
  allWhole(): void {
    for (const call of this.open) if (call.state === 'preparing') this.runs(call);
  }

  /** Calls that must have ended, because what the model says next needs their results. */
  settle(): void {
    for (const call of this.open) if (call.state === 'running') this.finish(call, undefined, undefined);
  }

  /** The response is sent again: what came of it is not told again. */
  resent(): void {
    for (const call of this.bySlot.values()) call.isResent = call.hasPieces;
  }

  /** The kit's id of a call. */
  idOf(callId: string): string {
    return this.byId.get(callId)?.callId ?? callId;
  }

  knows(slot: string): boolean {
    return this.bySlot.has(slot);
  }

  private find(turn: OpenTurn, slot: string, item: JsonObject): Call | undefined {
    for (const id of [text(item, 'call_id'), text(item, 'id')]) {
      const call = this.ofTurn(turn, id);
      if (call) return this.also(call, slot, item);
    }
    const call = this.bySlot.get(slot);
    return call && this.also(call, slot, item);
  }

  private ofTurn(turn: OpenTurn, id: string | undefined): Call | undefined {
    const call = id === undefined ? undefined : this.byId.get(id);
    return call?.turn === turn ? call : undefined;
  }

  private also(call: Call, slot: string, item: JsonObject): Call {
    call.item = item;
    this.name(call, slot, item);
    return call;
  }

  private create(turn: OpenTurn, slot: string, item: JsonObject, kind: CallKind): Call {
    const id = text(item, 'call_id') ?? text(item, 'id') ?? `${turn.id}/${slot}`;
    const nth = (this.uses.get(id) ?? 0) + 1;
    this.uses.set(id, nth);
    const call: Call = {
      callId: nth === 1 ? id : `${id}~${nth}`,
      ...{ turn, kind, item, name: kind.name(item), runs: runsAt(item, kind) },
      ...{ state: 'preparing', hasPieces: false, isResent: false, after: kind.frame?.after ?? '' },
    };
    this.open.add(call);
    this.name(call, slot, item);
    return call;
  }

  /** Arguments may come before the item that tells whose they are (SPEC R4.2a). */
  private isOfKind(call: Call, item: JsonObject, kind: CallKind): void {
    call.kind = kind;
    call.name = kind.name(item);
    call.runs = runsAt(item, kind);
  }

  private name(call: Call, slot: string, item: JsonObject): void {
    this.bySlot.set(slot, call);
    for (const id of [text(item, 'call_id'), text(item, 'id')]) if (id !== undefined) this.byId.set(id, call);
  }

  private start({ callId, name, turn }: Call, args?: unknown): void {
    const turnId = turn.id;
    this.sink.emit(
      known<Body<'tool_call_started'>>({ type: 'tool_call_started', callId, name, kind: toolKind(name), turnId, args }),
    );
  }

  private piece({ callId }: Call, delta: string): void {
    this.sink.emit({ type: 'tool_args_delta', callId, delta });
  }

  private runs(call: Call, args?: unknown): void {
    if (call.state === 'done') return;
    if (call.state === 'running' && args === undefined) return;
    if (call.state === 'preparing' && call.hasPieces && call.after !== '') this.piece(call, call.after);
    call.state = 'running';
    this.sink.emit(known<Body<'tool_call_ready'>>({ type: 'tool_call_ready', callId: call.callId, args }));
  }

  /** `failure`: the provider says that the call failed, and perhaps why. */
  private finish(call: Call, found: ToolResult | undefined, failure: string | undefined): void {
    if (call.state === 'done') return;
    call.state = 'done';
    this.open.delete(call);
    const result = failure ? toolResult(failure) : found;
    const isError = failure === undefined ? undefined : true;
    const { callId } = call;
    this.sink.emit(known<Body<'tool_call_finished'>>({ type: 'tool_call_finished', callId, result, isError }));
  }
}

/** Tools of the provider's containers and searches run where the model runs. */
function runsAt(item: JsonObject, kind: CallKind): CallKind['runs'] {
  const place = text(member(item, 'environment'), 'type');
  const isRemote = item.execution === 'server' || (place !== undefined && place !== 'local');
  return isRemote ? 'provider' : kind.runs;
}

/** Whether arguments hold anything: an item that begins has them empty. */
function says(args: unknown): boolean {
  if (!isObject(args)) return args !== undefined && args !== null && args !== '';
  const told = Object.entries(args).filter(([name]) => name !== 'type');
  return told.some(([, value]) => value !== undefined && value !== null && value !== '' && !isEmptyList(value));
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

import type { EventBody } from '../../logic/events.ts';
import { isBlank } from '../../logic/excerpt.ts';
import type { Body, EventSink } from '../decoder.ts';
import { known, member, text } from '../json.ts';
import { toolKind } from '../toolKinds.ts';
import { createMessageUsage, type MessageUsage } from './usage.ts';

export type TextKind = 'text' | 'thinking';

export interface TextBlock {
  readonly kind: TextKind;
  readonly itemId: string;
  text: string;
  /** Whether its whole has come. */
  told: boolean;
}

export interface CallBlock {
  readonly kind: 'call';
  readonly callId: string;
  name: string;
  readonly input: unknown;
  hasDeltas: boolean;
  ready: boolean;
}

export type Block = TextBlock | CallBlock;

/** Hears of an agent's calls. */
export interface CallListener {
  called(callId: string): void;
  ready(callId: string, name: string, args: unknown): void;
}

/** The message that an agent writes, block by block, whether stream events tell of it, whole lines, or both. */
export interface OpenMessage {
  readonly id: string | undefined;
  readonly usage: MessageUsage;
  emit(body: EventBody): void;
  /** Another message begins. */
  open(id: string | undefined): void;
  openText(kind: TextKind): TextBlock;
  /** More of a text. */
  say(block: TextBlock, delta: string | undefined): void;
  /** A text as a whole. */
  tell(block: TextBlock, said: string): void;
  /** The oldest block of a kind whose whole has not come: a whole belongs to it (SPEC R5.5). */
  oldestUntold(kind: TextKind): TextBlock | undefined;
  /** A new call; undefined where it has no id. */
  openCall(source: unknown): CallBlock | undefined;
  /** Tells of a call; with `args` it is whole and runs. */
  startCall(call: CallBlock, args?: unknown): void;
  runs(call: CallBlock, args: unknown): void;
  call(callId: string): CallBlock | undefined;
  /** The block that an index means now. */
  at(index: unknown): Block | undefined;
  newest(): Block | undefined;
  put(index: unknown, block: Block): void;
  /** Its request is made again: what it holds so far is void. */
  repeats(): void;
  startRun(): void;
  /** What was written in the last message of this run that had a text. */
  lastText(): string;
}

export function createOpenMessage(sink: EventSink, agentId: string | undefined, calls: CallListener): OpenMessage {
  let id: string | undefined;
  let messages = 0;
  /** The blocks of the open message, and which of them an index means now: some programs restart their indexes. */
  let texts: TextBlock[] = [];
  let byIndex = new Map<unknown, Block>();
  let newest: Block | undefined;
  const callsById = new Map<string, CallBlock>();
  let retryOf: string | undefined;
  let lastTexts: readonly TextBlock[] = [];

  const emit = (body: EventBody): void => sink.emit(body, agentId);
  const usage = createMessageUsage((said) => {
    if (id !== undefined) emit({ type: 'usage', turnId: id, ...said });
  });

  /** `piece`: what of it is new. */
  function setText(block: TextBlock, said: string, piece: string): void {
    block.text = said;
    if (block.kind === 'text' && lastTexts !== texts && !isBlank(piece)) lastTexts = texts;
  }

  function runs(call: CallBlock, args: unknown): void {
    call.ready = true;
    calls.ready(call.callId, call.name, args);
  }

  return {
    get id() {
      return id;
    },
    usage,
    emit,
    open(newId) {
      messages++;
      id = newId;
      texts = [];
      byIndex = new Map();
      newest = undefined;
      usage.restart();
      if (id !== undefined) emit(known<Body<'turn_started'>>({ type: 'turn_started', turnId: id, retryOf }));
      retryOf = undefined;
    },
    openText(kind) {
      const itemId = `${id ?? `message-${messages}`}/${texts.length}`;
      const block: TextBlock = { kind, itemId, text: '', told: false };
      texts.push(block);
      newest = block;
      return block;
    },
    say(block, delta) {
      if (delta === undefined) return;
      setText(block, block.text + delta, delta);
      const type = block.kind === 'text' ? 'text_delta' : 'thinking_delta';
      const { itemId } = block;
      emit(id === undefined ? { type, delta, itemId } : { type, delta, itemId, turnId: id });
    },
    tell(block, said) {
      setText(block, said, said);
      const body = { type: block.kind, text: said, itemId: block.itemId } as const;
      emit(id === undefined ? body : { ...body, turnId: id });
    },
    oldestUntold: (kind) => texts.find((block) => block.kind === kind && !block.told),
    openCall(source) {
      const callId = text(source, 'id');
      if (callId === undefined) return undefined;
      const name = text(source, 'name') ?? '';
      const input = member(source, 'input');
      const call: CallBlock = { kind: 'call', callId, name, input, hasDeltas: false, ready: false };
      callsById.set(callId, call);
      calls.called(callId);
      newest = call;
      return call;
    },
    startCall(call, args) {
      const { callId, name } = call;
      const kind = toolKind(name);
      emit(known<Body<'tool_call_started'>>({ type: 'tool_call_started', callId, name, kind, turnId: id, args }));
      if (args !== undefined) runs(call, args);
    },
    runs,
    call: (callId) => callsById.get(callId),
    at: (index) => byIndex.get(index),
    newest: () => newest,
    put: (index, block) => byIndex.set(index, block),
    repeats() {
      retryOf = id;
    },
    startRun() {
      lastTexts = [];
    },
    lastText: () => lastTexts.map((block) => (block.kind === 'text' ? block.text : '')).join(''),
  };
}

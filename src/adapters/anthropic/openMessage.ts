import type { EventBody } from '../../logic/events.ts';
import { isBlank } from '../../logic/excerpt.ts';
import type { Body, EventSink } from '../decoder.ts';
import { known, member, text } from '../json.ts';
import { toolKind } from '../toolKinds.ts';
import { createMessageUsage, type MessageUsage } from './usage.ts';

export type TextKind = 'text' | 'thinking' | 'redacted_thinking';

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
  /** `byProvider`: the provider runs the tool, not the program. */
  called(callId: string, byProvider: boolean): void;
  ready?(callId: string, name: string, args: unknown): void;
  /** The provider ran the tool itself, and gave its result. */
  returned?(callId: string): void;
}

/** The message that an agent writes, block by block, whether stream events tell of it, whole lines, or both. */
export interface OpenMessage {
  readonly id: string | undefined;
  readonly usage: MessageUsage;
  emit(body: EventBody): void;
  /** Another message begins; an id that was open before names another turn. */
  open(id: string | undefined): void;
  openText(kind: TextKind): TextBlock;
  /** More of a text. */
  say(block: TextBlock, delta: string | undefined): void;
  /** A text as a whole; `signature`: what the provider wants back with a thought. */
  tell(block: TextBlock, said: string, signature?: string): void;
  /** The signature of a thought that came in pieces. */
  seal(block: TextBlock, signature: string | undefined): void;
  /** The oldest block of a kind whose whole has not come: a whole belongs to it (SPEC R5.5). */
  oldestUntold(kind: TextKind): TextBlock | undefined;
  /** A new call; undefined where it has no id. */
  openCall(source: unknown): CallBlock | undefined;
  /** Tells of a call; with `args` it is whole and runs. */
  startCall(call: CallBlock, args?: unknown): void;
  runs(call: CallBlock, args: unknown): void;
  /** The provider gave the result of a call. */
  returned(callId: string): void;
  call(callId: string): CallBlock | undefined;
  /** The block that an index means now. */
  at(index: unknown): Block | undefined;
  /** Calls of the open message that do not run yet. */
  unready(): readonly CallBlock[];
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
  let turnId: string | undefined;
  let messages = 0;
  const opened = new Map<string, number>();
  /** The blocks of the open message, and which of them an index means now: some programs restart their indexes. */
  let texts: TextBlock[] = [];
  let byIndex = new Map<unknown, Block>();
  let newest: Block | undefined;
  const callsById = new Map<string, CallBlock>();
  let retryOf: string | undefined;
  let lastTexts: readonly TextBlock[] = [];

  const emit = (body: EventBody): void => sink.emit(body, agentId);
  const usage = createMessageUsage((said) => {
    if (turnId !== undefined) emit({ type: 'usage', turnId, ...said });
  });

  /** `piece`: what of it is new. */
  function setText(block: TextBlock, said: string, piece: string): void {
    block.text = said;
    if (block.kind === 'text' && lastTexts !== texts && !isBlank(piece)) lastTexts = texts;
  }

  function turnOf(messageId: string | undefined): string | undefined {
    if (messageId === undefined) return undefined;
    const times = (opened.get(messageId) ?? 0) + 1;
    opened.set(messageId, times);
    return times === 1 ? messageId : `${messageId}#${times}`;
  }

  function runs(call: CallBlock, args: unknown): void {
    call.ready = true;
    calls.ready?.(call.callId, call.name, args);
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
      turnId = turnOf(newId);
      texts = [];
      byIndex = new Map();
      newest = undefined;
      usage.restart();
      if (turnId !== undefined) emit(known<Body<'turn_started'>>({ type: 'turn_started', turnId, retryOf }));
      retryOf = undefined;
    },
    openText(kind) {
      const itemId = `${turnId ?? `message-${messages}`}/${texts.length}`;
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
      emit(turnId === undefined ? { type, delta, itemId } : { type, delta, itemId, turnId });
    },
    tell(block, said, signature) {
      setText(block, said, said);
      const { kind, itemId } = block;
      if (kind === 'text') emit(known<Body<'text'>>({ type: 'text', text: said, itemId, turnId }));
      else {
        const redacted = kind === 'redacted_thinking' ? true : undefined;
        emit(known<Body<'thinking'>>({ type: 'thinking', text: said, itemId, turnId, signature, redacted }));
      }
    },
    seal(block, signature) {
      if (signature === undefined || block.kind === 'text') return;
      const { itemId } = block;
      emit(known<Body<'thinking_delta'>>({ type: 'thinking_delta', delta: '', itemId, turnId, signature }));
    },
    oldestUntold: (kind) => texts.find((block) => block.kind === kind && !block.told),
    openCall(source) {
      const callId = text(source, 'id');
      if (callId === undefined) return undefined;
      const name = text(source, 'name') ?? '';
      const input = member(source, 'input');
      const call: CallBlock = { kind: 'call', callId, name, input, hasDeltas: false, ready: false };
      callsById.set(callId, call);
      calls.called(callId, text(source, 'type') !== 'tool_use');
      newest = call;
      return call;
    },
    startCall(call, args) {
      const { callId, name } = call;
      const kind = toolKind(name);
      emit(known<Body<'tool_call_started'>>({ type: 'tool_call_started', callId, name, kind, turnId, args }));
      if (args !== undefined) runs(call, args);
    },
    runs,
    returned: (callId) => calls.returned?.(callId),
    call: (callId) => callsById.get(callId),
    at: (index) => byIndex.get(index),
    unready: () => [...byIndex.values()].filter((block): block is CallBlock => block.kind === 'call' && !block.ready),
    newest: () => newest,
    put: (index, block) => byIndex.set(index, block),
    repeats() {
      retryOf = turnId;
    },
    startRun() {
      lastTexts = [];
    },
    lastText: () => lastTexts.map((block) => (block.kind === 'text' ? block.text : '')).join(''),
  };
}

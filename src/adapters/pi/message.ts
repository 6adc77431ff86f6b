import type { ThoughtSeal } from '../../logic/events.ts';
import type { Body, EventSink } from '../decoder.ts';
import { isObject, type JsonObject, known, list, member, number, text } from '../json.ts';
import type { Calls } from './calls.ts';

type TextKind = 'text' | 'thinking';

interface TextBlock {
  readonly kind: TextKind;
  readonly itemId: string;
  /** Its whole, once that was told. */
  told: string | undefined;
}

interface CallBlock {
  readonly kind: 'call';
  callId: string | undefined;
  hasArgs: boolean;
}

type Block = TextBlock | CallBlock;

/**
 * A message of the assistant. While it is written, each update repeats all that is there of it: only what the update
 * says is new is read, and at the end what no update has told.
 */
export interface AssistantMessage {
  update(update: JsonObject): void;
  /** The whole message. `runs`: no execution will be told of its calls, they run with it. */
  whole(message: JsonObject, runs: boolean): void;
}

export function createAssistantMessage(sink: EventSink, calls: Calls, turnId: string): AssistantMessage {
  const byIndex = new Map<unknown, Block>();
  const byKind: Record<Block['kind'], Block[]> = { text: [], thinking: [], call: [] };

  function add<B extends Block>(block: B): B {
    byKind[block.kind].push(block);
    return block;
  }

  function openText(kind: TextKind): TextBlock {
    return add({ kind, itemId: `${turnId}/${kind}-${byKind[kind].length}`, told: undefined });
  }

  function textAt(index: unknown, kind: TextKind): TextBlock {
    const known = byIndex.get(index);
    if (known?.kind === kind) return known;
    const block = openText(kind);
    byIndex.set(index, block);
    return block;
  }

  function grow(index: unknown, kind: TextKind, delta: unknown): void {
    const { itemId } = textAt(index, kind);
    if (typeof delta !== 'string') sink.malformed();
    else if (delta !== '')
      sink.emit({ type: kind === 'text' ? 'text_delta' : 'thinking_delta', delta, turnId, itemId });
  }

  function tell(block: TextBlock, said: string, seal: ThoughtSeal = {}): void {
    const isTold = block.told === said && seal.signature === undefined;
    block.told = said;
    if (isTold || (said === '' && seal.redacted !== true)) return;
    const { itemId } = block;
    if (block.kind === 'text') sink.emit({ type: 'text', text: said, turnId, itemId });
    else sink.emit({ type: 'thinking', text: said, turnId, itemId, ...seal });
  }

  /** Newer versions name the call in the event, older ones only in the repeated message. */
  function callAt(index: unknown, event: JsonObject): CallBlock {
    const known = byIndex.get(index);
    const block = known?.kind === 'call' ? known : add({ kind: 'call', callId: undefined, hasArgs: false });
    byIndex.set(index, block);
    if (block.callId === undefined) {
      const partial = list(event.partial, 'content')[typeof index === 'number' ? index : -1];
      const whole = event.toolCall ?? partial;
      startCall(block, text(event, 'id') ?? text(whole, 'id'), text(event, 'toolName') ?? text(whole, 'name'));
    }
    return block;
  }

  function startCall(block: CallBlock, callId: string | undefined, name: string | undefined, args?: unknown): void {
    if (callId === undefined) return;
    block.callId = callId;
    calls.start(callId, name ?? '', turnId, args);
  }

  function tellCall(block: CallBlock, call: unknown, runs: boolean): void {
    const args = member(call, 'arguments') ?? {};
    const { callId } = block;
    if (callId === undefined) {
      startCall(block, text(call, 'id'), text(call, 'name'), runs ? args : undefined);
      if (!runs && block.callId !== undefined) calls.args(block.callId, args);
    } else if (!block.hasArgs) calls.args(callId, args);
    block.hasArgs = true;
  }

  function readWhole(content: unknown, seen: Record<Block['kind'], number>, runs: boolean): void {
    if (member(content, 'type') === 'toolCall') {
      const block = byKind.call[seen.call++];
      tellCall(
        block?.kind === 'call' ? block : add({ kind: 'call', callId: undefined, hasArgs: false }),
        content,
        runs,
      );
      return;
    }
    const kind = member(content, 'type');
    if (kind !== 'text' && kind !== 'thinking') {
      sink.unknown(`block/${String(kind)}`);
      return;
    }
    const block = byKind[kind][seen[kind]++];
    const said = text(content, kind) ?? '';
    tell(block && block.kind !== 'call' ? block : openText(kind), said, kind === 'thinking' ? sealOf(content) : {});
  }

  return {
    update(update) {
      const event = update.assistantMessageEvent;
      if (!isObject(event)) {
        sink.malformed();
        return;
      }
      const index = event.contentIndex;
      switch (event.type) {
        case 'text_delta':
          grow(index, 'text', event.delta);
          return;
        case 'thinking_delta':
          grow(index, 'thinking', event.delta);
          return;
        case 'text_end':
          tell(textAt(index, 'text'), text(event, 'content') ?? '');
          return;
        case 'thinking_end':
          tell(textAt(index, 'thinking'), text(event, 'content') ?? '');
          return;
        case 'toolcall_start':
          callAt(index, event);
          return;
        case 'toolcall_delta': {
          const { callId } = callAt(index, event);
          const delta = text(event, 'delta');
          if (callId !== undefined && delta !== undefined) calls.argsDelta(callId, delta);
          return;
        }
        case 'toolcall_end':
          tellCall(callAt(index, event), event.toolCall, false);
          return;
        case 'start':
        case 'text_start':
        case 'thinking_start':
        case 'done':
        case 'error':
          return;
        default:
          sink.unknown(`message_update/${String(event.type)}`);
      }
    },
    whole(message, runs) {
      const seen = { text: 0, thinking: 0, call: 0 };
      for (const content of list(message, 'content')) readWhole(content, seen, runs);
      const usage = usageOf(message, turnId);
      if (usage) sink.emit(usage);
    },
  };
}

function sealOf(content: unknown): ThoughtSeal {
  const signature = text(content, 'thinkingSignature');
  if (signature === undefined) return {};
  return member(content, 'redacted') === true ? { signature, redacted: true } : { signature };
}

/** pi counts what was read from and written to the cache beside the input. */
function usageOf(message: JsonObject, turnId: string): Body<'usage'> | undefined {
  const { usage } = message;
  const input = (number(usage, 'input') ?? 0) + (number(usage, 'cacheRead') ?? 0) + (number(usage, 'cacheWrite') ?? 0);
  const output = number(usage, 'output') ?? 0;
  if (input + output === 0) return undefined;
  return known<Body<'usage'>>({
    type: 'usage',
    turnId,
    inputTokens: input,
    outputTokens: output,
    cachedTokens: number(usage, 'cacheRead'),
    reasoningTokens: number(usage, 'reasoning'),
    cost: number(member(usage, 'cost'), 'total'),
    model: text(message, 'model'),
  });
}

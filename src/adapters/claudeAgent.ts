import type { EventBody, Usage } from '../logic/events.ts';
import type { EventSink } from './decoder.ts';
import { errorText } from './endings.ts';
import { isObject, type JsonObject, known, list, member, number, text } from './json.ts';
import { toolKind } from './toolKinds.ts';
import { toolResult } from './toolResult.ts';

type Body<T extends EventBody['type']> = Extract<EventBody, { type: T }>;

/** One agent of a stream: its messages, told as Anthropic stream events, as whole lines, or as both. */
export interface ClaudeAgent {
  /** An event of the Anthropic Messages stream. */
  streamEvent(event: unknown): void;
  /** A message, or some blocks of it, that is told whole. */
  whole(message: unknown): void;
  /** The results of its calls came: what follows is another message. */
  endMessage(): void;
  /** The request that is open is made again. */
  retries(): void;
  startRun(): void;
  /** What it wrote in the last message of this run that had a text. */
  lastText(): string;
}

export interface CallListener {
  called(callId: string): void;
  ready(callId: string, name: string, args: unknown): void;
}

type TextKind = 'text' | 'thinking';

interface TextBlock {
  readonly kind: TextKind;
  readonly itemId: string;
  text: string;
  told: boolean;
}
interface Call {
  readonly kind: 'call';
  readonly callId: string;
  name: string;
  readonly input: unknown;
  hasDeltas: boolean;
  ready: boolean;
}
type Block = TextBlock | Call;

export function createClaudeAgent(sink: EventSink, agentId: string | undefined, calls: CallListener): ClaudeAgent {
  let messageId: string | undefined;
  let messages = 0;
  /** The blocks of the open message, and which of them an index means now: some programs restart their indexes. */
  let texts: TextBlock[] = [];
  let byIndex = new Map<unknown, Block>();
  let newest: Block | undefined;
  const callsById = new Map<string, Call>();
  let usage: Usage = {};
  let streams = false;
  let repeats: string | undefined;
  let lastTexts: readonly TextBlock[] = [];

  const emit = (body: EventBody): void => sink.emit(body, agentId);

  function openMessage(id: string | undefined): void {
    messages++;
    messageId = id;
    texts = [];
    byIndex = new Map();
    newest = undefined;
    usage = {};
    const retryOf = repeats;
    repeats = undefined;
    if (id !== undefined) emit(known<Body<'turn_started'>>({ type: 'turn_started', turnId: id, retryOf }));
  }

  function openText(kind: TextKind): TextBlock {
    const block: TextBlock = {
      kind,
      itemId: `${messageId ?? `message-${messages}`}/${texts.length}`,
      text: '',
      told: false,
    };
    texts.push(block);
    newest = block;
    return block;
  }

  function openCall(source: unknown): Call | undefined {
    const callId = text(source, 'id');
    const name = text(source, 'name') ?? '';
    if (callId === undefined) return undefined;
    const call: Call = { kind: 'call', callId, name, input: member(source, 'input'), hasDeltas: false, ready: false };
    callsById.set(callId, call);
    calls.called(callId);
    newest = call;
    return call;
  }

  function startCall(call: Call, args?: unknown): void {
    emit(
      known<Body<'tool_call_started'>>({
        type: 'tool_call_started',
        callId: call.callId,
        name: call.name,
        kind: toolKind(call.name),
        turnId: messageId,
        args,
      }),
    );
    if (args !== undefined) runs(call, args);
  }

  function runs(call: Call, args: unknown): void {
    call.ready = true;
    calls.ready(call.callId, call.name, args);
  }

  // Stream events

  function streamEvent(event: unknown): void {
    if (!isObject(event)) {
      sink.malformed();
      return;
    }
    switch (event.type) {
      case 'message_start':
        streams = true;
        openMessage(text(event.message, 'id'));
        addUsage(member(event.message, 'usage'));
        return;
      case 'content_block_start':
        blockStart(event.index, event.content_block);
        return;
      case 'content_block_delta':
        blockDelta(event.index, event.delta);
        return;
      case 'content_block_stop':
        blockStop(event.index);
        return;
      case 'message_delta':
        addUsage(event.usage);
        return;
      case 'message_stop':
        streams = false;
        return;
      case 'ping':
        return;
      case 'error':
        emit({ type: 'notice', level: 'warning', code: 'error', text: errorText(event.error) });
        return;
      default:
        sink.unknown(`stream_event/${String(event.type)}`);
    }
  }

  function blockStart(index: unknown, source: unknown): void {
    const kind = text(source, 'type');
    if (kind === 'text' || kind === 'thinking') {
      const block = openText(kind);
      byIndex.set(index, block);
      say(block, text(source, kind));
    } else if (isCall(kind)) {
      const call = openCall(source);
      if (!call) {
        sink.malformed();
        return;
      }
      byIndex.set(index, call);
      startCall(call);
    } else otherBlock(kind, source);
  }

  function blockDelta(index: unknown, delta: unknown): void {
    switch (text(delta, 'type')) {
      case 'text_delta':
        say(textBlockAt(index, 'text'), text(delta, 'text'));
        return;
      case 'thinking_delta':
        say(textBlockAt(index, 'thinking'), text(delta, 'thinking'));
        return;
      case 'input_json_delta':
        inputDelta(byIndex.get(index) ?? newest, text(delta, 'partial_json'));
        return;
      case 'signature_delta':
      case 'citations_delta':
      case 'compaction_delta':
        return;
      default:
        sink.unknown(`content_block_delta/${String(text(delta, 'type'))}`);
    }
  }

  /** The block that a delta is for; a stream that is joined late, or gives no index, goes on with its newest one. */
  function textBlockAt(index: unknown, kind: TextKind): TextBlock {
    const found = byIndex.get(index) ?? newest;
    if (found?.kind === kind && !found.told) return found;
    const block = openText(kind);
    byIndex.set(index, block);
    return block;
  }

  function say(block: TextBlock, delta: string | undefined): void {
    if (delta === undefined) return;
    setText(block, block.text + delta);
    const type = block.kind === 'text' ? 'text_delta' : 'thinking_delta';
    const { itemId } = block;
    emit(messageId === undefined ? { type, delta, itemId } : { type, delta, itemId, turnId: messageId });
  }

  function setText(block: TextBlock, said: string): void {
    block.text = said;
    if (block.kind === 'text') lastTexts = texts;
  }

  function inputDelta(block: Block | undefined, delta: string | undefined): void {
    if (block?.kind !== 'call' || delta === undefined) return;
    block.hasDeltas = true;
    emit({ type: 'tool_args_delta', callId: block.callId, delta });
  }

  function blockStop(index: unknown): void {
    const block = byIndex.get(index);
    if (block?.kind !== 'call' || block.ready) return;
    const { callId } = block;
    emit(
      block.hasDeltas
        ? { type: 'tool_call_ready', callId }
        : { type: 'tool_call_ready', callId, args: block.input ?? {} },
    );
    block.ready = true;
  }

  /** Blocks that come whole: results of tools that the provider runs; others have nothing to show. */
  function otherBlock(kind: string | undefined, source: unknown): void {
    const callId = text(source, 'tool_use_id');
    if (kind?.endsWith('_tool_result') && callId !== undefined) {
      const isError = member(source, 'is_error') === true;
      const result = toolResult(member(source, 'content'));
      emit({ type: 'tool_call_finished', callId, result, ...(isError && { isError }) });
    } else if (kind !== 'redacted_thinking' && kind !== 'compaction' && kind !== 'container_upload') {
      sink.unknown(`content_block/${String(kind)}`);
    }
  }

  // Whole messages

  function whole(message: unknown): void {
    const id = text(message, 'id');
    const blocks = list(message, 'content');
    if (!isObject(message)) {
      sink.malformed();
      return;
    }
    if (id !== messageId && !blocks.some(belongsToOpenMessage)) openMessage(id);
    for (const block of blocks) wholeBlock(block);
    addUsage(message.usage);
  }

  function belongsToOpenMessage(block: unknown): boolean {
    const kind = text(block, 'type');
    if (kind === 'text' || kind === 'thinking') return oldestUntold(kind) !== undefined;
    return isCall(kind) && callsById.has(text(block, 'id') ?? '');
  }

  function oldestUntold(kind: TextKind): TextBlock | undefined {
    return texts.find((block) => block.kind === kind && !block.told);
  }

  function wholeBlock(source: unknown): void {
    const kind = text(source, 'type');
    if (kind === 'text' || kind === 'thinking') wholeText(kind, text(source, kind));
    else if (isCall(kind)) wholeCall(source);
    else otherBlock(kind, source);
  }

  function wholeText(kind: TextKind, said: string | undefined): void {
    const open = oldestUntold(kind);
    if (said === undefined && !open) return;
    const block = open ?? openText(kind);
    block.told = true;
    if (said === undefined) return;
    setText(block, said);
    const { itemId } = block;
    const body = { type: kind, text: said, itemId } as const;
    emit(messageId === undefined ? body : { ...body, turnId: messageId });
  }

  function wholeCall(source: unknown): void {
    const callId = text(source, 'id');
    const args = member(source, 'input') ?? {};
    const open = callId === undefined ? undefined : callsById.get(callId);
    if (!open) {
      const call = openCall(source);
      if (call) startCall(call, args);
      else sink.malformed();
      return;
    }
    if (open.name === '') {
      open.name = text(source, 'name') ?? '';
      startCall(open, args);
      return;
    }
    emit({ type: open.ready ? 'tool_args' : 'tool_call_ready', callId: open.callId, args });
    runs(open, args);
  }

  // Usage

  /** The newest numbers of a message count, each line repeats or completes those before. */
  function addUsage(said: unknown): void {
    if (!isObject(said) || !hasTokens(said)) return;
    const before = usage;
    usage = { ...usage, ...tokens(said) };
    if (messageId === undefined || isSameUsage(before, usage)) return;
    emit({ type: 'usage', turnId: messageId, ...usage });
  }

  return {
    streamEvent,
    whole,
    endMessage() {
      streams = false;
    },
    retries() {
      if (streams) repeats = messageId;
    },
    startRun() {
      lastTexts = [];
    },
    lastText: () => lastTexts.map(({ kind, text }) => (kind === 'text' ? text : '')).join(''),
  };
}

function isCall(kind: string | undefined): boolean {
  return kind === 'tool_use' || kind === 'server_tool_use' || kind === 'mcp_tool_use';
}

function hasTokens(usage: unknown): boolean {
  return (number(usage, 'output_tokens') ?? 0) + (number(usage, 'input_tokens') ?? 0) > 0;
}

/** Anthropic counts what it read from and wrote to its cache beside the input; the kit's input is all of it. */
function tokens(usage: JsonObject): Usage {
  const input = number(usage, 'input_tokens');
  const cached = number(usage, 'cache_read_input_tokens');
  const written = number(usage, 'cache_creation_input_tokens') ?? 0;
  return known<Usage>({
    inputTokens: input === undefined ? undefined : input + (cached ?? 0) + written,
    outputTokens: number(usage, 'output_tokens'),
    cachedTokens: cached,
  });
}

function isSameUsage(a: Usage, b: Usage): boolean {
  return a.inputTokens === b.inputTokens && a.outputTokens === b.outputTokens && a.cachedTokens === b.cachedTokens;
}

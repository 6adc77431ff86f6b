import type { EventSink } from '../decoder.ts';
import { errorText } from '../endings.ts';
import { isObject, member, text } from '../json.ts';
import { isCall, readOtherBlock } from './blocks.ts';
import type { Block, OpenMessage, TextBlock, TextKind } from './openMessage.ts';

/** Reads events of the Anthropic Messages stream. */
export interface StreamEventReader {
  read(event: unknown): void;
  /** Whether a message has begun and not stopped. */
  isOpen(): boolean;
  /** What follows is another message. */
  stop(): void;
}

export function createStreamEventReader(sink: EventSink, message: OpenMessage): StreamEventReader {
  let isOpen = false;

  function read(event: unknown): void {
    if (!isObject(event)) {
      sink.malformed();
      return;
    }
    switch (event.type) {
      case 'message_start':
        isOpen = true;
        message.open(text(event.message, 'id'));
        message.usage.add(member(event.message, 'usage'));
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
        message.usage.add(event.usage);
        return;
      case 'message_stop':
        isOpen = false;
        return;
      case 'ping':
        return;
      case 'error':
        message.emit({ type: 'notice', level: 'warning', code: 'error', text: errorText(event.error) });
        return;
      default:
        sink.unknown(`stream_event/${String(event.type)}`);
    }
  }

  function blockStart(index: unknown, source: unknown): void {
    const kind = text(source, 'type');
    if (kind === 'text' || kind === 'thinking') {
      const block = message.openText(kind);
      message.put(index, block);
      message.say(block, text(source, kind));
    } else if (isCall(kind)) {
      const call = message.openCall(source);
      if (!call) {
        sink.malformed();
        return;
      }
      message.put(index, call);
      message.startCall(call);
    } else readOtherBlock(sink, message, source);
  }

  function blockDelta(index: unknown, delta: unknown): void {
    switch (text(delta, 'type')) {
      case 'text_delta':
        message.say(textBlockAt(index, 'text'), text(delta, 'text'));
        return;
      case 'thinking_delta':
        message.say(textBlockAt(index, 'thinking'), text(delta, 'thinking'));
        return;
      case 'input_json_delta':
        inputDelta(message.at(index) ?? message.newest(), text(delta, 'partial_json'));
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
    const found = message.at(index) ?? message.newest();
    if (found?.kind === kind && !found.told) return found;
    const block = message.openText(kind);
    message.put(index, block);
    return block;
  }

  function inputDelta(block: Block | undefined, delta: string | undefined): void {
    if (block?.kind !== 'call' || delta === undefined) return;
    block.hasDeltas = true;
    message.emit({ type: 'tool_args_delta', callId: block.callId, delta });
  }

  function blockStop(index: unknown): void {
    const block = message.at(index);
    if (block?.kind !== 'call' || block.ready) return;
    const { callId, hasDeltas, input } = block;
    message.emit(
      hasDeltas ? { type: 'tool_call_ready', callId } : { type: 'tool_call_ready', callId, args: input ?? {} },
    );
    block.ready = true;
  }

  return {
    read,
    isOpen: () => isOpen,
    stop() {
      isOpen = false;
    },
  };
}

import type { EventSink } from '../decoder.ts';
import { isObject, list, member, text } from '../json.ts';
import { isCall, isText, readOtherBlock, sealOf } from './blocks.ts';
import type { Block, CallBlock, OpenMessage, TextBlock, TextKind } from './openMessage.ts';
import { readBlock } from './wholeMessages.ts';

/** What a format does with events that do not tell of a block. */
export interface StreamListener {
  /** An `error` event; its message goes no further. */
  failed(error: unknown): void;
  /** Why the message stops. */
  stops?(reason: string): void;
  stopped?(): void;
  /** The provider made a summary of what was said before. */
  compacted?(): void;
  /** Text blocks in a row are one text, of which each piece has its own sources. */
  readonly joinsTexts?: boolean;
}

/** Reads events of the Anthropic Messages stream. */
export interface StreamEventReader {
  read(event: unknown): void;
  /** Whether a message has begun and not stopped. */
  isOpen(): boolean;
  /** What follows is another message. */
  stop(): void;
}

export function createStreamEventReader(
  sink: EventSink,
  message: OpenMessage,
  listener: StreamListener,
): StreamEventReader {
  let isOpen = false;

  function read(event: unknown): void {
    if (!isObject(event)) {
      sink.malformed();
      return;
    }
    switch (event.type) {
      case 'message_start':
        messageStart(event.message);
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
        stops(event.delta);
        return;
      case 'message_stop':
        isOpen = false;
        // A message that is whole prepares nothing any more, also where the stop of a block was lost.
        for (const call of message.unready()) ready(call);
        listener.stopped?.();
        return;
      case 'ping':
        return;
      case 'error':
        listener.failed(event.error);
        return;
      default:
        sink.unknown(`stream_event/${String(event.type)}`);
    }
  }

  /** A message may start with blocks that are whole: calls that the provider's own code makes. */
  function messageStart(source: unknown): void {
    isOpen = true;
    message.open(text(source, 'id'));
    message.usage.add(member(source, 'usage'), text(source, 'model'));
    for (const block of list(source, 'content')) readBlock(sink, message, block);
    stops(source);
  }

  function stops(source: unknown): void {
    const reason = text(source, 'stop_reason');
    if (reason !== undefined) listener.stops?.(reason);
  }

  function blockStart(index: unknown, source: unknown): void {
    const kind = text(source, 'type');
    if (kind === 'redacted_thinking') message.tell(message.openText(kind), '', sealOf(source));
    else if (isText(kind)) {
      const block = textBlock(kind);
      message.put(index, block);
      message.say(block, text(source, kind));
      message.seal(block, sealOf(source));
    } else if (isCall(kind)) {
      const started = message.at(index);
      const isAgain = started?.kind === 'call' && started.callId === text(source, 'id');
      const call = isAgain ? started : message.openCall(source);
      if (!call) {
        sink.malformed();
        return;
      }
      message.put(index, call);
      message.startCall(call);
    } else if (kind === 'compaction') listener.compacted?.();
    else readOtherBlock(sink, message, source);
  }

  function textBlock(kind: TextKind): TextBlock {
    const newest = message.newest();
    return listener.joinsTexts && kind === 'text' && newest?.kind === kind ? newest : message.openText(kind);
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
        message.seal(textBlockAt(index, 'thinking'), text(delta, 'signature'));
        return;
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
    if (block?.kind === 'call' && !block.ready) ready(block);
  }

  function ready(call: CallBlock): void {
    const { callId, hasDeltas, input } = call;
    message.emit(
      hasDeltas ? { type: 'tool_call_ready', callId } : { type: 'tool_call_ready', callId, args: input ?? {} },
    );
    call.ready = true;
  }

  return {
    read,
    isOpen: () => isOpen,
    stop() {
      isOpen = false;
    },
  };
}

import { createOpenMessage } from '../anthropic/openMessage.ts';
import { createStreamEventReader } from '../anthropic/streamEvents.ts';
import { readBlock } from '../anthropic/wholeMessages.ts';
import type { EventSink, Format, MessageReader } from '../decoder.ts';
import { isObject, type JsonObject, list, text } from '../json.ts';
import { createRequestReader } from './request.ts';
import { createRounds } from './rounds.ts';
import { joinTexts } from './texts.ts';

/**
 * What Anthropic's Messages API streams, as SSE or one event JSON a line, or answers whole. A stream is one turn: the
 * streams of a round come one after the other, and the requests between them hold the reader's words and the results
 * of the tools.
 */
export const anthropicMessagesStream: Format = {
  recognises(message) {
    switch (message.type) {
      case 'message_start':
        return text(message.message, 'type') === 'message' || text(message.message, 'id') !== undefined;
      case 'content_block_start':
        return isObject(message.content_block);
      case 'content_block_delta':
      case 'message_delta':
        return isObject(message.delta);
      case 'content_block_stop':
      case 'message_stop':
      case 'ping':
        return true;
      case 'error':
        return text(message.error, 'type') !== undefined && text(message.error, 'message') !== undefined;
      default:
        return isWhole(message);
    }
  },
  open,
};

/** What tells that a message goes on, also where its start was lost or its stop came too early. */
const BLOCKS: ReadonlySet<unknown> = new Set(['content_block_start', 'content_block_delta']);

/** An answer that was not streamed. */
function isWhole({ type, role, content }: JsonObject): boolean {
  return type === 'message' && role === 'assistant' && Array.isArray(content);
}

function open(sink: EventSink): MessageReader {
  const rounds = createRounds(sink);
  const message = createOpenMessage(sink, undefined, {
    called: rounds.called,
    returned: rounds.returned,
  });
  const stream = createStreamEventReader(sink, message, {
    failed: rounds.fail,
    stops: rounds.stops,
    stopped: rounds.stopped,
    compacted: () =>
      sink.emit({ type: 'notice', level: 'info', code: 'compaction', text: 'The context was compacted.' }),
    joinsTexts: true,
  });
  const readRequest = createRequestReader(sink, rounds);
  let isRepeated = false;

  /** Without a new request, a message that comes again under its own id says nothing new (SPEC R5.4). */
  function begin(id: string | undefined): boolean {
    isRepeated = id !== undefined && id === message.id && !rounds.expectsMessage();
    if (isRepeated) return false;
    if (rounds.begin(id) === 'again') message.repeats();
    return true;
  }

  function readEvent(event: JsonObject): void {
    if (event.type === 'message_start') begin(text(event.message, 'id'));
    else if (BLOCKS.has(event.type) && !isRepeated) rounds.inMessage();
    if (!isRepeated || event.type === 'error') stream.read(event);
  }

  function readWhole(answer: JsonObject): void {
    const id = text(answer, 'id');
    if (!begin(id)) return;
    message.open(id);
    for (const block of joinTexts(list(answer, 'content'))) readBlock(sink, message, block);
    message.usage.add(answer.usage, text(answer, 'model'));
    const reason = text(answer, 'stop_reason');
    if (reason !== undefined) rounds.stops(reason);
    rounds.stopped();
  }

  return {
    read(value, from) {
      if (from === 'client') readRequest(value);
      else if (isWhole(value)) readWhole(value);
      else readEvent(value);
    },
    end: rounds.end,
  };
}

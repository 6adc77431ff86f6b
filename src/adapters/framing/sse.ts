import { createParser } from 'eventsource-parser';
import { type BlockReader, type MessageSink, readMessages } from './messages.ts';

/**
 * Server-sent events. The parser gets whole lines with LF only, so it never holds text back; a last event without its
 * blank line counts if its JSON is whole (SPEC R5.7).
 */
export function createSseReader(sink: MessageSink): BlockReader {
  const parser = createParser({
    onEvent: ({ data, id }) => readData(data, id, sink),
    onComment: () => sink.alive(),
  });
  return {
    block: (lines) => parser.feed(lines),
    end: (tail) => parser.feed(tail.startsWith('data') ? `${tail}\n\n` : '\n'),
  };
}

/** Data that is no JSON (`[DONE]`, `ping`, nothing) keeps the connection alive; a broken object is damage. */
function readData(data: string, id: string | undefined, sink: MessageSink): void {
  const source = data.trim();
  if (source.startsWith('{') || source.startsWith('[')) {
    if (readMessages(source, sink, id)) return;
    if (source.startsWith('{')) {
      sink.malformed();
      return;
    }
  }
  sink.alive();
}

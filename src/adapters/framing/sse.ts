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

  /** Gateways write an error between the events as it is: a line that is a message counts, though it is no field. */
  function block(lines: string): void {
    let from = 0;
    for (let at = bareMessage(lines, 0); at !== -1; at = bareMessage(lines, from)) {
      const end = lines.indexOf('\n', at) + 1;
      parser.feed(`${lines.slice(from, at)}\n`);
      if (!readMessages(lines.slice(at, end), sink)) sink.malformed();
      from = end;
    }
    parser.feed(from === 0 ? lines : lines.slice(from));
  }

  return {
    block,
    end(tail) {
      if (tail.startsWith(BARE)) block(`${tail}\n`);
      parser.feed(tail.startsWith('data') ? `${tail}\n\n` : '\n');
    },
  };
}

const BARE = '{"';

/** Where the next line begins that is a message without a field's name, else -1. */
function bareMessage(lines: string, from: number): number {
  if (lines.startsWith(BARE, from)) return from;
  const at = lines.indexOf(`\n${BARE}`, from);
  return at === -1 ? -1 : at + 1;
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

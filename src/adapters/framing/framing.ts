import { parseJson } from '../../logic/json.ts';
import { createJsonLinesReader } from './jsonLines.ts';
import type { BlockReader, MessageSink } from './messages.ts';
import { createSseReader } from './sse.ts';
import { createTextReader } from './textReader.ts';

/** Takes a stream apart that arrives cut anywhere. */
export interface Framing {
  push(chunk: string | Uint8Array): void;
  /** Something else comes: a last line without its line break counts if its JSON is whole, as the body of a request. */
  settle(): void;
  /** The stream is over: a last line or event without its line break counts if its JSON is whole. */
  end(): void;
}

/**
 * Finds the messages of a stream, SSE or JSON Lines, whichever it is (SPEC section 8). Linear in the bytes: a line
 * that is not whole yet is kept and not looked at again.
 */
export function createFraming(sink: MessageSink): Framing {
  const reader = createTextReader();
  const lines = createUndecidedReader(sink);
  let tail = '';

  function take(text: string): void {
    const end = text.lastIndexOf('\n') + 1;
    if (end === 0) {
      tail += text;
      return;
    }
    lines.block(tail + text.slice(0, end));
    tail = text.slice(end);
  }

  return {
    push: (chunk) => take(reader.read(chunk)),
    settle() {
      if (!tail.endsWith('}') || (tail !== '}' && parseJson(tail) === undefined)) return;
      lines.end(tail);
      tail = '';
    },
    end() {
      take(reader.end());
      lines.end(tail);
      tail = '';
    },
  };
}

/** How much noise may stand before the first line that tells what the stream is. */
const NOISE_LIMIT = 64 * 1024;

const SSE_LINE = /^(?::|(?:data|event|id|retry)(?::|$))/;
/** What begins like JSON, or ends a printed document; a log's `[INFO] …` and the `{ [5 bytes data]` of a client do not. */
const JSON_LINE = /^\s*(?:\{\s*(?:["}]|$)|\[\s*(?:[[{\]]|$)|[}\]]+,?\s*$)/;

/** Waits for the first line that tells SSE from JSON Lines, then hands over all there was. */
function createUndecidedReader(sink: MessageSink): BlockReader {
  let decided: BlockReader | undefined;
  let held = '';

  function decide(lines: string, atEnd: boolean): BlockReader | undefined {
    for (const line of lines.split('\n')) {
      if (SSE_LINE.test(line)) return createSseReader(sink);
      if (JSON_LINE.test(line)) return createJsonLinesReader(sink);
    }
    return atEnd || held.length + lines.length > NOISE_LIMIT ? createJsonLinesReader(sink) : undefined;
  }

  return {
    block(lines) {
      if (decided) {
        decided.block(lines);
        return;
      }
      decided = decide(lines, false);
      held += lines;
      if (!decided) return;
      decided.block(held);
      held = '';
    },
    end(tail) {
      if (!decided) {
        decided = decide(tail, true);
        if (held !== '') decided?.block(held);
        held = '';
      }
      decided?.end(tail);
    },
  };
}

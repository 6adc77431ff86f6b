import { type BlockReader, endOfObject, type MessageSink, type Nesting, readMessages } from './messages.ts';

/**
 * JSON Lines as agents really write them (SPEC section 8): noise between the lines, two objects on one line, `null`,
 * a list on one line, and documents printed over many lines.
 */
export function createJsonLinesReader(sink: MessageSink): BlockReader {
  let open: { readonly lines: string[]; readonly nesting: Nesting } | undefined;

  function line(source: string): void {
    const trimmed = source.trim();
    if (trimmed === '') return;
    if (open) continueObject(source, trimmed);
    else if (trimmed === '{' || trimmed === '[{') open = { lines: ['{'], nesting: { depth: 1, inString: false } };
    else if (!isOfList(trimmed) && !readMessages(trimmed, sink) && !isOfEvent(source)) sink.malformed();
  }

  /** A program that logged JSON before it printed what a server sent: its events are read there too. */
  function isOfEvent(source: string): boolean {
    const data = /^data: ?(?=\{)/.exec(source)?.[0];
    if (data !== undefined) return readMessages(source.slice(data.length), sink);
    const isField = /^(?::|(?:data|event|id|retry):)/.test(source);
    if (isField) sink.alive();
    return isField;
  }

  function continueObject(source: string, trimmed: string): void {
    if (!open) return;
    // In a printed document only the first line stands at the margin: a message there means that the rest never came.
    if (source.startsWith('{"')) {
      abandon(source);
      return;
    }
    const end = endOfObject(trimmed, 0, open.nesting);
    open.lines.push(end === -1 ? trimmed : trimmed.slice(0, end));
    if (end === -1 && !open.nesting.inString) return;
    const whole = open.lines.join('\n');
    open = undefined;
    if (!readMessages(whole, sink)) sink.malformed();
  }

  function abandon(next: string): void {
    open = undefined;
    sink.malformed();
    line(next);
  }

  return {
    block(lines) {
      let from = 0;
      for (let to = lines.indexOf('\n'); to !== -1; to = lines.indexOf('\n', from)) {
        line(lines.slice(from, to));
        from = to + 1;
      }
    },
    end(tail) {
      line(tail);
      if (open) sink.malformed();
      open = undefined;
    },
  };
}

/** What stands between the objects of a printed list. */
function isOfList(line: string): boolean {
  return line === '[' || line === ']' || line === '],' || line === ',';
}

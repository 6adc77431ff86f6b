/** Where the parts of a thinking channel go. */
export interface MarkerSink {
  text(delta: string): void;
  preparing(marker: { readonly toolName: string; readonly byteCount: number }): void;
  metadata(json: string): void;
}

export interface MarkerSplitter {
  push(part: string): void;
  /** Something else follows: what was held back for its rest is thinking after all. */
  flush(): void;
}

/** A marker that does not end within so many characters is none. */
const HELD_LIMIT = 16 * 1024;

const PREPARING = '\0tool_preparing\0';
const METADATA = '\0response_metadata\0';
/** SPEC R4.1, and the channel's other marker. */
const MARKER = /\0(?:tool_preparing\0([^\0]+)\0(\d+)|response_metadata\0([^\0]*))\0/y;
const OPEN_MARKER = /\0(?:tool_preparing\0[^\0]*(?:\0\d*)?|response_metadata\0[^\0]*)$/y;

/**
 * Takes the markers out of a thinking channel (SPEC R4.5), also where several of them, or marker and text, are joined
 * in one part or a marker is split over two. What only looks like a marker stays thinking.
 */
export function createMarkerSplitter(sink: MarkerSink): MarkerSplitter {
  let held = '';

  function say(delta: string): void {
    if (delta !== '') sink.text(delta);
  }

  function take(match: RegExpExecArray): void {
    const [, toolName, byteCount, json] = match;
    if (toolName !== undefined) sink.preparing({ toolName, byteCount: Number(byteCount) });
    else if (json !== undefined) sink.metadata(json);
  }

  function split(source: string): void {
    let said = 0;
    for (let at = source.indexOf('\0'); at !== -1; ) {
      const match = matchAt(MARKER, source, at);
      if (match) {
        say(source.slice(said, at));
        take(match);
        said = at + match[0].length;
        at = source.indexOf('\0', said);
      } else if (mayGoOn(source, at)) {
        say(source.slice(said, at));
        held = source.slice(at);
        return;
      } else at = source.indexOf('\0', at + 1);
    }
    say(source.slice(said));
  }

  return {
    push(part) {
      const source = held + part;
      held = '';
      split(source);
    },
    flush() {
      const rest = held;
      held = '';
      say(rest);
    },
  };
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

/** Whether the text from here to its end may be the beginning of a marker. */
function mayGoOn(source: string, at: number): boolean {
  if (source.length - at > HELD_LIMIT) return false;
  const rest = source.slice(at);
  return PREPARING.startsWith(rest) || METADATA.startsWith(rest) || matchAt(OPEN_MARKER, source, at) !== null;
}

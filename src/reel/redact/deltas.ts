import { createDecoder, type FormatName, formats } from '../../adapters/index.ts';
import type { AgentEvent } from '../../logic/events.ts';
import type { Block, Board } from './board.ts';
import { decoded, stringEnd } from './escapes.ts';
import { createJoins, type StringRange } from './joins.ts';

/** A chunk of the reel in the text of all chunks. */
export interface ChunkRange {
  readonly kind: 'o' | 'i' | 'e';
  readonly from: number;
  readonly to: number;
}

/**
 * Joins the deltas of each text, thought, argument and output of the run, as the format's own decoder tells them, and
 * finds each delta again among the strings of the message that it came with.
 */
export function addJoinedDeltas(board: Board, block: Block, format: string, chunks: readonly ChunkRange[]): void {
  const name = formats.find((known) => known === format);
  if (!name) return;
  const joins = createJoins(board, block, 'joined');
  for (const { events, strings } of messages(block, name, chunks)) {
    for (const event of events) {
      const delta = deltaOf(event);
      const range = delta && strings().take(delta.text);
      if (range) joins.add(delta.key, range);
    }
  }
  joins.finish();
}

function deltaOf(event: AgentEvent): { readonly key: string; readonly text: string } | undefined {
  const of = (...ids: readonly unknown[]) => JSON.stringify([event.type, event.agentId, ...ids]);
  switch (event.type) {
    case 'text_delta':
    case 'thinking_delta':
      return { key: of(event.turnId, event.itemId), text: event.delta };
    case 'tool_args_delta':
    case 'tool_output_delta':
      return { key: of(event.callId), text: event.delta };
    default:
      return undefined;
  }
}

interface Message {
  readonly events: readonly AgentEvent[];
  /** The strings since the last events. */
  strings(): Strings;
}

/** Decodes the chunks line by line, so that little has to be searched for what the events came from. */
function* messages(block: Block, format: FormatName, chunks: readonly ChunkRange[]): Generator<Message> {
  const decoder = createDecoder(format);
  const begins = { agent: -1, client: -1 };
  for (const { kind, from, to } of chunks) {
    if (kind === 'e') continue;
    const speaker = kind === 'o' ? 'agent' : 'client';
    if (begins[speaker] < 0) begins[speaker] = from;
    for (const { from: lineStart, to: lineEnd } of linesOf(block.text, from, to)) {
      const events = decoder.push(block.text.slice(lineStart, lineEnd), speaker);
      if (events.length === 0) continue;
      const since = begins[speaker];
      let strings: Strings | undefined;
      yield {
        events,
        strings: () => {
          strings ??= stringsOf(block, since, lineEnd);
          return strings;
        },
      };
      begins[speaker] = lineEnd;
    }
  }
}

function* linesOf(text: string, from: number, to: number): Generator<{ readonly from: number; readonly to: number }> {
  const chunk = text.slice(from, to);
  for (let start = 0; start < chunk.length; ) {
    const found = chunk.indexOf('\n', start);
    const end = found < 0 ? chunk.length : found + 1;
    yield { from: from + start, to: from + end };
    start = end;
  }
}

interface Strings {
  /** The first string of this value that was not taken yet, or that ends with it. */
  take(value: string): StringRange | undefined;
}

/** Of a message that carries the whole so far, the delta is the end of a string. */
const MOST_ENDS = 200;

function stringsOf(block: Block, from: number, to: number): Strings {
  const byValue = new Map<string, StringRange[]>();
  const all: { readonly value: string; readonly range: StringRange }[] = [];
  for (let at = block.text.indexOf('"', from); at >= 0 && at < to; at = block.text.indexOf('"', at)) {
    const range = { from: at + 1, to: stringEnd(block.text, at + 1) };
    const value = decoded(block, range.from, range.to);
    all.push({ value, range });
    const same = byValue.get(value);
    if (same) same.push(range);
    else byValue.set(value, [range]);
    // The next string starts behind the closing quote.
    at = range.to + 1;
  }
  return {
    take(value) {
      const exact = byValue.get(value)?.shift();
      if (exact || value === '' || all.length > MOST_ENDS) return exact;
      const ending = all.find((one) => one.value.endsWith(value));
      return ending && { ...ending.range, skip: ending.value.length - value.length };
    },
  };
}

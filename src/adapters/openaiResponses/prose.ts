import type { Body, EventSink } from '../decoder.ts';
import { type JsonObject, known, list, member, number, text } from '../json.ts';
import type { OpenTurn } from './turn.ts';

interface ProseItem {
  readonly itemId: string;
  readonly turn: OpenTurn;
  /** The parts of which something came: the index of each within its kind. */
  readonly parts: Set<string>;
  /** The part that streams. */
  current: string | undefined;
  isResent: boolean;
}

/** Reads the items of a response that are messages and reasoning. */
export class ResponseProse {
  private readonly sink: EventSink;
  private bySlot = new Map<string, ProseItem>();
  private readonly uses = new Map<string, number>();

  constructor(sink: EventSink) {
    this.sink = sink;
  }

  startTurn(): void {
    this.bySlot = new Map();
  }

  /** An item begins, or is told of again. */
  open(turn: OpenTurn, slot: string, id: string | undefined): ProseItem {
    const found = this.bySlot.get(slot);
    if (found) return found;
    const name = id ?? `${turn.id}/${slot}`;
    // Servers that number their items begin anew with each response.
    const nth = (this.uses.get(name) ?? 0) + 1;
    this.uses.set(name, nth);
    const itemId = nth === 1 ? name : `${name}~${nth}`;
    const item = { itemId, turn, parts: new Set<string>(), current: undefined, isResent: false };
    this.bySlot.set(slot, item);
    return item;
  }

  knows(slot: string): boolean {
    return this.bySlot.has(slot);
  }

  /** The response is sent again: what came of it is not told again. */
  resent(): void {
    for (const item of this.bySlot.values()) item.isResent = item.parts.size > 0;
  }

  textDelta(item: ProseItem, event: JsonObject): void {
    const delta = text(event, 'delta');
    if (delta === undefined || item.isResent) return;
    const index = number(event, 'content_index') ?? 0;
    item.parts.add(`text ${index}`);
    const itemId = partId(item, index);
    this.sink.emit(known<Body<'text_delta'>>({ type: 'text_delta', delta, turnId: item.turn.id, itemId }));
  }

  /** A part of a message is whole. */
  textDone(item: ProseItem, index: number, said: string | undefined): void {
    if (said === undefined) return;
    const itemId = partId(item, index);
    this.sink.emit(known<Body<'text'>>({ type: 'text', text: said, turnId: item.turn.id, itemId }));
  }

  messageDone(item: ProseItem, message: JsonObject): void {
    const { content } = message;
    if (typeof content === 'string') this.textDone(item, 0, content);
    for (const [index, part] of list(message, 'content').entries()) this.textDone(item, index, wordsOf(part));
  }

  /** `part`: which part of the reasoning goes on; parts are paragraphs of one thought. */
  thoughtDelta(item: ProseItem, part: string, delta: string | undefined): void {
    if (delta === undefined || item.isResent) return;
    const isNext = item.current !== undefined && item.current !== part;
    item.current = part;
    item.parts.add(part);
    this.think(item, isNext ? `\n\n${delta}` : delta);
  }

  /** A part of a reasoning is whole; told only where no piece of it was. */
  thoughtDone(item: ProseItem, part: string, said: string | undefined): void {
    if (!item.parts.has(part)) this.thoughtDelta(item, part, said);
  }

  reasoningDone(item: ProseItem, reasoning: JsonObject): void {
    const parts = [...list(reasoning, 'summary'), ...list(reasoning, 'content')].map(wordsOf);
    const said = parts.filter((part) => part !== undefined && part !== '').join('\n\n');
    const signature = text(reasoning, 'encrypted_content');
    if (said === '' && signature === undefined) return;
    const { itemId, turn } = item;
    this.sink.emit(known<Body<'thinking'>>({ type: 'thinking', text: said, turnId: turn.id, itemId, signature }));
  }

  private think({ itemId, turn }: ProseItem, delta: string): void {
    this.sink.emit(known<Body<'thinking_delta'>>({ type: 'thinking_delta', delta, turnId: turn.id, itemId }));
  }
}

/** The first part of a message has the message's own id. */
function partId({ itemId }: ProseItem, index: number): string {
  return index === 0 ? itemId : `${itemId}/${index}`;
}

/** The words of a part: a text, a refusal, what was spoken. */
export function wordsOf(part: unknown): string | undefined {
  for (const name of ['text', 'refusal', 'transcript']) {
    const said = member(part, name);
    if (typeof said === 'string') return said;
  }
  return undefined;
}

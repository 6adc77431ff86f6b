import type { EventSink } from '../decoder.ts';
import { type JsonObject, text } from '../json.ts';
import type { RunHistory } from './history.ts';

/** Reads texts and thoughts. */
export interface MessageTextReader {
  start(event: JsonObject): void;
  content(event: JsonObject): void;
  end(event: JsonObject): void;
  chunk(event: JsonObject): void;
  thought(event: JsonObject): void;
  nextThought(): void;
  /** A run begins: a chunk goes on with nothing of the one before. */
  restart(): void;
}

export function createMessageReader(sink: EventSink, history: RunHistory): MessageTextReader {
  /** What a chunk without an id goes on with. */
  let open: { readonly given: string; readonly id: string; readonly results: number } | undefined;
  let thoughts = 0;
  const roles = new Map<string, string>();
  /** What the reader said, of messages that are not whole yet. */
  const spoken = new Map<string, string>();

  function say(id: string | undefined, delta: string | undefined): void {
    if (delta === undefined) return;
    const role = id === undefined ? undefined : roles.get(id);
    if (id !== undefined && role === 'user') spoken.set(id, (spoken.get(id) ?? '') + delta);
    if (role !== undefined && role !== 'assistant') return;
    if (id !== undefined) history.said('text', id, delta);
    sink.emit(id === undefined ? { type: 'text_delta', delta } : { type: 'text_delta', delta, itemId: id });
  }

  return {
    start(event) {
      const id = messageIdOf(event);
      if (id !== undefined) roles.set(id, text(event, 'role') ?? 'assistant');
    },
    content(event) {
      say(messageIdOf(event), text(event, 'delta'));
    },
    end(event) {
      const id = messageIdOf(event);
      const said = id === undefined ? undefined : spoken.get(id);
      if (id === undefined || said === undefined) return;
      spoken.delete(id);
      sink.emit({ type: 'user_message', text: said, id });
    },
    chunk(event) {
      const given = messageIdOf(event);
      const results = history.results();
      // Some programs number their messages anew with every model request: after a result an id names another message.
      if (!open || (given !== undefined && given !== open.given) || open.results !== results) {
        const name = given ?? open?.given ?? 'chunk';
        const id = history.spoke(name) ? `${name}~${results}` : name;
        open = { given: name, id, results };
        roles.set(id, text(event, 'role') ?? 'assistant');
      }
      say(open.id, text(event, 'delta'));
    },
    thought(event) {
      const delta = text(event, 'delta');
      if (delta === undefined) return;
      const id = messageIdOf(event) ?? String(thoughts);
      history.said('thinking', id, delta);
      sink.emit({ type: 'thinking_delta', delta, itemId: id });
    },
    nextThought() {
      thoughts++;
    },
    restart() {
      open = undefined;
    },
  };
}

/** Programs differ: `messageId` or `message_id`. */
function messageIdOf(event: JsonObject): string | undefined {
  return text(event, 'messageId') ?? text(event, 'message_id');
}

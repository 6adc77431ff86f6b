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
  /** A call of the agent is over. */
  resultCame(): void;
}

/** For one agent of one run. */
export function createMessageReader(sink: EventSink, history: RunHistory, agentId?: string): MessageTextReader {
  /** The messages that chunks may go on with, by the ids that they give. */
  const inChunks = new Map<string, string>();
  /** What a chunk without an id goes on with. */
  let newestInChunks = 'chunk';
  let results = 0;
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
      const given = messageIdOf(event) ?? newestInChunks;
      newestInChunks = given;
      let id = inChunks.get(given);
      if (id === undefined) {
        id = history.spoke(given) ? `${given}~${results}` : given;
        inChunks.set(given, id);
        roles.set(id, text(event, 'role') ?? 'assistant');
      }
      say(id, text(event, 'delta'));
    },
    thought(event) {
      const delta = text(event, 'delta');
      if (delta === undefined) return;
      const id = messageIdOf(event) ?? (agentId === undefined ? `${thoughts}` : `${agentId}/${thoughts}`);
      history.said('thinking', id, delta);
      sink.emit({ type: 'thinking_delta', delta, itemId: id });
    },
    nextThought() {
      thoughts++;
    },
    resultCame() {
      // Some programs number their messages anew with every model request: from here on an id names another message.
      results++;
      inChunks.clear();
    },
  };
}

/** Programs differ: `messageId` or `message_id`. */
function messageIdOf(event: JsonObject): string | undefined {
  return text(event, 'messageId') ?? text(event, 'message_id');
}

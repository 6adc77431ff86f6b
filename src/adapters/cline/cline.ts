import type { EventSink, Format, MessageReader } from '../decoder.ts';
import { isObject, type JsonObject, list } from '../json.ts';
import { createClassic } from './classic.ts';
import { createHistory } from './history.ts';
import { createStream, LINES } from './stream.ts';

/**
 * Cline: the lines of `cline --json`, a session's stored messages (`session.messages.json`,
 * `api_conversation_history.json`), and what the extension shows (`ui_messages.json`).
 */
export const cline: Format = {
  recognises: (message) =>
    isLine(message) || isClassic(message) || isStored(message) || storedMessages(message).some(isStored),
  open,
};

function isLine({ type, ts }: JsonObject): boolean {
  return LINES.has(type) && typeof ts === 'string';
}

function isClassic({ type, ts, say, ask }: JsonObject): boolean {
  return typeof ts === 'number' && typeof (type === 'ask' ? ask : type === 'say' ? say : undefined) === 'string';
}

function isStored({ role, content, type, parts }: JsonObject): boolean {
  return (
    (role === 'user' || role === 'assistant') && Array.isArray(content) && type === undefined && parts === undefined
  );
}

/** The messages of `session.messages.json`. */
function storedMessages(message: JsonObject): readonly JsonObject[] {
  return typeof message.sessionId === 'string' && message.type === undefined
    ? list(message, 'messages').filter(isObject)
    : [];
}

function open(sink: EventSink): MessageReader {
  const stream = createStream(sink);
  const history = createHistory(sink);
  const classic = createClassic(sink);
  return {
    read(message, from) {
      if (from === 'client') return;
      const stored = storedMessages(message);
      if (stored.length > 0) for (const one of stored) history.read(one);
      else if (isStored(message)) history.read(message);
      else if (isClassic(message)) classic.read(message);
      else stream.read(message);
    },
    end() {
      stream.end();
      history.end();
      classic.end();
    },
  };
}

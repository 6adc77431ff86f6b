import type { EventSink, Format, MessageReader } from '../decoder.ts';
import { isObject, type JsonObject, member } from '../json.ts';
import { createOpenaiRun } from '../openaiRun.ts';
import { CompletionReader } from './completionReader.ts';
import { readChatRequest } from './request.ts';

/** Chat Completions as OpenAI and many other providers stream them, and whole completions as JSON documents. */
export const openaiChat: Format = {
  recognises: isCompletion,
  open,
};

function open(sink: EventSink): MessageReader {
  const run = createOpenaiRun(sink);
  const reader = new CompletionReader(sink, run);
  return {
    read(message, from) {
      if (from === 'client') readChatRequest(message, run, reader.calls);
      else if (isCompletion(message)) reader.read(message);
      else if (isObject(message.error) || typeof message.error === 'string') reader.failed(message.error);
      else sink.unknown(message.object ?? message.type);
    },
    end: (broken) => run.end(broken),
  };
}

const KINDS: ReadonlySet<unknown> = new Set(['chat.completion.chunk', 'chat.completion']);

/** Whether a message is a completion or a chunk of one; some servers leave its kind out. */
export function isCompletion({ object, choices, type }: JsonObject): boolean {
  if (KINDS.has(object)) return true;
  if (!Array.isArray(choices) || type !== undefined) return false;
  return choices.every((choice) => isObject(member(choice, 'delta')) || isObject(member(choice, 'message')));
}

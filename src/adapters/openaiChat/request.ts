import { type JsonObject, list, member, text } from '../json.ts';
import { contentWords } from '../openaiContent.ts';
import type { OpenaiRun } from '../openaiRun.ts';
import { toolResultFromText } from '../toolResult.ts';
import type { ChatCalls } from './calls.ts';

/** Reads a request for a completion: the reader's words and the results of tools. */
export function readChatRequest(request: JsonObject, run: OpenaiRun, calls: ChatCalls): void {
  const messages = list(request, 'messages');
  // A request repeats all that was said before: what is new stands behind the model's newest message.
  const fresh = messages.slice(messages.findLastIndex((message) => text(message, 'role') === 'assistant') + 1);
  for (const message of fresh) {
    const id = text(message, 'tool_call_id');
    if (text(message, 'role') !== 'tool' || id === undefined) continue;
    calls.finish(id, toolResultFromText(contentWords(member(message, 'content'))));
  }
  const newest = fresh.findLast((message) => text(message, 'role') === 'user');
  const words = contentWords(member(newest, 'content'));
  if (words !== '') run.userSpoke(words, `${messages.length} ${words}`);
}

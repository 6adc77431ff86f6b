import { isObject, type JsonObject, list, member, text } from '../json.ts';
import type { CallReader } from './calls.ts';
import type { Rounds } from './rounds.ts';

/** Reads what the client sends: each request repeats all that was said, and only its end is new. */
export type RequestReader = (request: JsonObject) => void;

export function createRequestReader(rounds: Rounds, calls: CallReader): RequestReader {
  let said = 0;

  function speak(words: string): void {
    if (words === '') return;
    calls.forget();
    rounds.asked(words);
  }

  function readContents(contents: readonly unknown[]): void {
    const spoken = contents.filter((content) => wordsOf(content) !== '').length;
    const newest = contents.at(-1);
    for (const part of list(newest, 'parts')) {
      const response = member(part, 'functionResponse');
      if (isObject(response)) calls.result(response);
    }
    // The same words in the same place: the client asks again.
    if (spoken !== said) speak(wordsOf(newest));
    said = spoken;
  }

  function readInput(input: unknown): void {
    const items = Array.isArray(input) ? input : [typeof input === 'string' ? { type: 'text', text: input } : input];
    for (const item of items) {
      if (text(item, 'type') !== 'function_result') continue;
      const callId = text(item, 'call_id');
      if (callId !== undefined) calls.finish(callId, member(item, 'result'), member(item, 'is_error') === true);
    }
    const newest = items.at(-1);
    const isUsers = text(newest, 'type') === 'user_input' || text(newest, 'role') === 'user';
    speak(isUsers ? plainText(list(newest, 'content')) || (text(newest, 'content') ?? '') : plainText(items));
  }

  return (request) => {
    rounds.settle();
    if (Array.isArray(request.contents)) readContents(request.contents);
    else if (isObject(request.contents)) readContents([request.contents]);
    else if (Object.hasOwn(request, 'input')) readInput(request.input);
    else if (isObject(request.request)) readContents(list(request.request, 'contents'));
  };
}

/** The words of a user; text beside the results of functions is the client's, not theirs. */
function wordsOf(content: unknown): string {
  const parts = list(content, 'parts');
  const isUsers = (text(content, 'role') ?? 'user') === 'user';
  if (!isUsers || parts.some((part) => isObject(member(part, 'functionResponse')))) return '';
  return parts.map((part) => text(part, 'text') ?? '').join('');
}

function plainText(contents: readonly unknown[]): string {
  return contents.map((one) => (text(one, 'type') === 'text' ? (text(one, 'text') ?? '') : '')).join('');
}

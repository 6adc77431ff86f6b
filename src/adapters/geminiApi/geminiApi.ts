import type { EventSink, Format, MessageReader } from '../decoder.ts';
import { errorText } from '../endings.ts';
import { isObject, type JsonObject, member, number, text } from '../json.ts';
import { createAnswerReader } from './answer.ts';
import { createCallReader } from './calls.ts';
import { createInteractionReader, isInteractionEvent } from './interactions.ts';
import { createRequestReader } from './request.ts';
import { createRounds } from './rounds.ts';

/**
 * The Gemini API: answers of generateContent and streamGenerateContent (SSE, a list, one JSON a line, or one whole),
 * events of the Interactions API, and the answers that Gemini CLI records, `{"method":"generateContent…","response":…}`.
 */
export const geminiApi: Format = {
  recognises: (message) =>
    answerIn(message) !== undefined ||
    isRecorded(message) ||
    isInteractionEvent(message) ||
    isInteraction(message) ||
    isError(message),
  open,
};

function open(sink: EventSink): MessageReader {
  const rounds = createRounds(sink);
  const calls = createCallReader(sink);
  const answers = createAnswerReader(sink, rounds, calls);
  const interactions = createInteractionReader(sink, rounds, calls);
  const readRequest = createRequestReader(rounds, calls);

  function recorded({ method, response }: JsonObject): void {
    if (!GENERATING.has(method)) return;
    answers.separate();
    for (const chunk of Array.isArray(response) ? response : [response]) {
      const answer = answerIn(chunk);
      if (answer) answers.read(answer);
      else sink.malformed();
    }
  }

  function read(message: JsonObject): void {
    const answer = answerIn(message);
    if (answer) answers.read(answer);
    else if (isRecorded(message)) recorded(message);
    else if (isInteractionEvent(message)) interactions.event(message);
    else if (isInteraction(message)) interactions.whole(message);
    else if (Object.hasOwn(message, 'error')) answers.fail(errorText(message.error));
    else sink.unknown(message.event_type ?? message.type ?? Object.keys(message)[0]);
  }

  return {
    read(message, from) {
      if (from === 'client') readRequest(message);
      else read(message);
    },
    end() {
      rounds.end();
      answers.separate();
    },
  };
}

const GENERATING: ReadonlySet<unknown> = new Set(['generateContent', 'generateContentStream']);
const RECORDED: ReadonlySet<unknown> = new Set([...GENERATING, 'countTokens', 'embedContent']);

/** An answer, or the one that the service of Gemini CLI wraps: `{"response":…}`. */
function answerIn(message: unknown): JsonObject | undefined {
  if (!isObject(message)) return undefined;
  if (isAnswer(message)) return message;
  const { method, response } = message;
  return method === undefined && isObject(response) && isAnswer(response) ? response : undefined;
}

function isAnswer(message: JsonObject): boolean {
  const { candidates, promptFeedback, usageMetadata } = message;
  if (Array.isArray(candidates)) return candidates.every(isCandidate);
  return isObject(promptFeedback) || (isObject(usageMetadata) && text(message, 'modelVersion') !== undefined);
}

function isCandidate(candidate: unknown): boolean {
  return (
    isObject(member(candidate, 'content')) ||
    text(candidate, 'finishReason') !== undefined ||
    number(candidate, 'index') !== undefined
  );
}

function isRecorded(message: JsonObject): boolean {
  return RECORDED.has(message.method) && Object.hasOwn(message, 'response');
}

function isInteraction({ object, status }: JsonObject): boolean {
  return object === 'interaction' && typeof status === 'string';
}

/** As Google's services tell an error: a number, and a name in capital letters. */
function isError({ error }: JsonObject): boolean {
  return number(error, 'code') !== undefined && /^[A-Z_]+$/.test(text(error, 'status') ?? '');
}

import type { EventSink } from '../decoder.ts';
import { isObject, type JsonObject, list, member, number, text } from '../json.ts';
import type { CallReader } from './calls.ts';
import { createPartReader } from './parts.ts';
import type { Rounds } from './rounds.ts';
import { tellUsage } from './usage.ts';

/** Reads the answers of generateContent and streamGenerateContent. */
export interface AnswerReader {
  /** One chunk, or a whole answer. */
  read(chunk: JsonObject): void;
  /** What follows is another answer, also where no answer has an id. */
  separate(): void;
  /** The provider gives an error instead of an answer, or in the middle of one. */
  fail(error: string): void;
}

/** Reasons that a filter ends an answer for. */
const REFUSALS = /SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII|LANGUAGE/;

export function createAnswerReader(sink: EventSink, rounds: Rounds, calls: CallReader): AnswerReader {
  const parts = createPartReader(sink, rounds, calls);
  /** The `responseId` of the answer that is being read. */
  let id: string | undefined;
  let isRead = false;
  let count = 0;

  /** Whether the chunk begins an answer: told from its id, else from the end of the one before. */
  function isNew(chunk: JsonObject): boolean {
    const responseId = text(chunk, 'responseId');
    if (!isRead) return true;
    return responseId === undefined ? !rounds.inTurn && saysAnything(chunk) : responseId !== id;
  }

  function begin(responseId: string | undefined): void {
    calls.close();
    count++;
    id = responseId;
    isRead = true;
    parts.restart();
    rounds.begin(id ?? `response-${count}`);
  }

  function enter(chunk: JsonObject): void {
    if (isNew(chunk)) begin(text(chunk, 'responseId'));
    else if (list(member(list(chunk, 'candidates')[0], 'content'), 'parts').length > 0) rounds.goOn();
  }

  function finish(reason: string, message: string | undefined): void {
    if (reason === 'STOP') {
      calls.close();
      if (parts.hasCalls) rounds.stopForTools();
      else if (parts.isBlank) rounds.unusable();
      else rounds.complete();
      return;
    }
    calls.abandon();
    const said = message ?? `The model stopped: ${reason}.`;
    if (reason === 'MAX_TOKENS') rounds.fail(said, 'limit');
    else if (REFUSALS.test(reason)) rounds.fail(said, 'refusal');
    else rounds.unusable(said);
  }

  return {
    read(chunk) {
      enter(chunk);
      // Further candidates are other answers to the same words.
      const candidate = list(chunk, 'candidates').find((one) => (number(one, 'index') ?? 0) === 0);
      for (const part of list(member(candidate, 'content'), 'parts')) parts.read(part);
      tellUsage(sink, rounds.turnId, chunk.usageMetadata, text(chunk, 'modelVersion'));
      const reason = text(candidate, 'finishReason');
      if (reason !== undefined && reason !== 'FINISH_REASON_UNSPECIFIED')
        finish(reason, text(candidate, 'finishMessage'));
      const blocked = text(chunk.promptFeedback, 'blockReason');
      if (blocked !== undefined) {
        rounds.fail(
          text(chunk.promptFeedback, 'blockReasonMessage') ?? `The prompt was refused: ${blocked}.`,
          'refusal',
        );
      }
    },
    separate() {
      isRead = false;
    },
    fail(error) {
      if (!rounds.inTurn) begin(undefined);
      calls.abandon();
      rounds.unusable(error);
    },
  };
}

function saysAnything(chunk: JsonObject): boolean {
  return list(chunk, 'candidates').length > 0 || isObject(chunk.promptFeedback);
}

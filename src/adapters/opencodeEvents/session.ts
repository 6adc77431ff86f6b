import type { EventSink } from '../decoder.ts';
import { type JsonObject, member, text } from '../json.ts';
import { endOfError, endOfFinish } from '../opencode/ends.ts';
import type { RunEnd } from '../runEnd.ts';
import type { Prompts } from './prompts.ts';
import type { Work } from './work.ts';

/**
 * One session of the bus: the one that is shown, or one that works for it. Its messages tell when it begins to work
 * on a prompt; `Work` is what it tells of that.
 */
export interface Session {
  readonly id: string;
  readonly work: Work;
  userMessage(messageId: string): void;
  assistantMessage(info: JsonObject): void;
  part(part: JsonObject, delta?: string): void;
  partDelta(properties: JsonObject): void;
  /** The parts of the user's message have come once something else happens. */
  settle(): void;
  failed(error: unknown): void;
  /** An approval was denied: unless another turn follows, that ends the run. */
  denied(): void;
  /** It has nothing more to do. */
  idle(): void;
  /**
   * How the run ended where nothing more comes; undefined where that is not known. In a log without idle events the
   * last message tells it; where the stream was cut (`isCut`) a denial alone does not.
   */
  endSoFar(hasIdle: boolean, isCut?: boolean): RunEnd | undefined;
}

export function createSession(sink: EventSink, id: string, work: Work, prompts: Prompts): Session {
  /** Whether a message of the assistant is only a summary for itself. */
  const summaries = new Map<string, boolean>();
  let unsettled: string | undefined;
  let end: RunEnd | undefined;
  let finish: string | undefined;
  let isComplete = false;
  let isDenied = false;

  /** The message that is answered: a prompt that waited while another was answered begins its run now. */
  function answer(userId: string | undefined, messageId: string): void {
    const prompt = userId === undefined ? undefined : prompts.take(userId);
    if (!work.isRunning || prompt !== undefined) work.begin(userId ?? messageId, prompt);
    end = undefined;
    finish = undefined;
    isComplete = false;
    isDenied = false;
  }

  function openMessage(messageId: string, info?: JsonObject): void {
    if (summaries.has(messageId)) return;
    summaries.set(messageId, info?.summary === true);
    answer(text(info, 'parentID'), messageId);
    work.turns.open(messageId, text(info, 'modelID'));
  }

  return {
    id,
    work,
    userMessage: prompts.open,
    assistantMessage(info) {
      const messageId = text(info, 'id');
      if (messageId === undefined) {
        sink.malformed();
        return;
      }
      openMessage(messageId, info);
      finish = text(info, 'finish');
      isComplete = member(member(info, 'time'), 'completed') !== undefined;
      if (info.error !== undefined && info.error !== null) end = endOfError(info.error);
    },
    part(part, delta) {
      const messageId = text(part, 'messageID');
      if (messageId === undefined) {
        sink.malformed();
        return;
      }
      if (prompts.has(messageId)) {
        prompts.add(messageId, part);
        unsettled = messageId;
        return;
      }
      openMessage(messageId);
      if (summaries.get(messageId) !== true || part.type === 'step-finish') work.parts.update(part, delta);
    },
    partDelta(properties) {
      const partId = text(properties, 'partID');
      const { delta } = properties;
      if (partId === undefined || typeof delta !== 'string') sink.malformed();
      else work.parts.delta(partId, text(properties, 'field') ?? '', delta);
    },
    settle() {
      const userId = unsettled;
      unsettled = undefined;
      if (userId === undefined || (work.isRunning && !work.isDelegated)) return;
      const prompt = prompts.take(userId);
      if (prompt !== undefined) work.begin(userId, prompt);
    },
    failed(error) {
      end = endOfError(error);
    },
    denied() {
      isDenied = true;
    },
    idle() {
      if (work.isRunning) work.close(end ?? (isDenied ? { outcome: 'aborted' } : endOfFinish(finish)));
    },
    endSoFar(hasIdle, isCut = false) {
      if (!end && isDenied) return isCut ? undefined : { outcome: 'aborted' };
      return end ?? (!hasIdle && isComplete && finish !== 'tool-calls' ? endOfFinish(finish) : undefined);
    },
  };
}

import type { Body, EventSink } from '../decoder.ts';
import { type FailureCode, fail, interrupt } from '../endings.ts';
import { isObject, type JsonObject, known, member, number, text } from '../json.ts';

/** Reads how a run begins, its steps, and how it ends. */
export interface RunReader {
  /** Whether a run begins; else one goes on that waited for the reader or the client. */
  start(chunk: JsonObject): boolean;
  startStep(): void;
  turnId(): string | undefined;
  /** Apps put the usage of a run into the message's metadata, as the SDK names it. */
  metadata(chunk: JsonObject): void;
  /** `callsAreOpen`: whether the run may have stopped for them. */
  finish(chunk: JsonObject, callsAreOpen: boolean): void;
  fail(error: string, code?: FailureCode): void;
  close(outcome: 'completed' | 'aborted'): void;
  /** The stream is over. */
  end(): void;
}

export function createRunReader(sink: EventSink): RunReader {
  let runId: string | undefined;
  let turnId: string | undefined;
  let steps = 0;
  let ended = false;
  /** The run stopped for the reader or the client: a later stream goes on with it. */
  let waiting = false;

  function failed(error: string, code?: FailureCode): void {
    if (!ended) fail(sink, error, runId, code);
    ended = true;
  }

  function close(outcome: 'completed' | 'aborted'): void {
    if (!ended) sink.emit(known<Body<'run_finished'>>({ type: 'run_finished', outcome, runId }));
    ended = true;
  }

  return {
    start(chunk) {
      const messageId = text(chunk, 'messageId');
      const goesOn = waiting;
      waiting = false;
      ended = false;
      runId = messageId ?? runId;
      if (goesOn) return false;
      // What goes on after an approval is the same run; only a start of its own begins one.
      if (messageId !== undefined) sink.emit({ type: 'run_started', runId: messageId });
      steps = 0;
      turnId = undefined;
      return true;
    },
    startStep() {
      steps++;
      turnId = runId === undefined ? `step-${steps}` : `${runId}/step-${steps}`;
      sink.emit({ type: 'turn_started', turnId });
    },
    turnId: () => turnId,
    metadata(chunk) {
      const metadata = chunk.messageMetadata;
      const usage = member(metadata, 'totalUsage') ?? member(metadata, 'usage');
      if (!isObject(usage)) return;
      sink.emit(
        known<Body<'usage'>>({
          type: 'usage',
          inputTokens: number(usage, 'inputTokens'),
          outputTokens: number(usage, 'outputTokens'),
          cachedTokens: number(usage, 'cachedInputTokens'),
          reasoningTokens: number(usage, 'reasoningTokens'),
          model: text(metadata, 'model'),
        }),
      );
    },
    finish(chunk, callsAreOpen) {
      switch (text(chunk, 'finishReason')) {
        case 'tool-calls':
          // A stop for the reader (approval) or the client (a tool of its own) is no end; a limit of steps is one.
          waiting = callsAreOpen;
          if (!waiting) close('completed');
          return;
        case 'length':
          failed('The model reached its limit of tokens.', 'limit');
          return;
        case 'content-filter':
          failed('The answer was withheld by a content filter.', 'refusal');
          return;
        case 'error':
          failed('The run failed.');
          return;
        default:
          close('completed');
      }
    },
    fail: failed,
    close,
    end() {
      if (!ended && !waiting) interrupt(sink, runId);
    },
  };
}

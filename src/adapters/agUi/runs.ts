import type { Body, EventSink } from '../decoder.ts';
import { errorText, fail, interrupt } from '../endings.ts';
import { type JsonObject, known, list, member, number, text } from '../json.ts';
import type { RunHistory } from './history.ts';

/** Reads how runs begin, pause and end. */
export interface RunReader {
  /** Whether a run begins; else one goes on that waited for the reader. */
  start(event: JsonObject): boolean;
  finish(event: JsonObject): void;
  fail(event: JsonObject): void;
  /** The usage of a program that tells it in an event of its own. */
  usage(event: JsonObject): void;
  /** Hears of every event that is about a run, before it is read: a RUN_FINISHED that it follows was no end. */
  before(isStart: boolean): void;
  /** The stream is over; `broken`: it was cut, or its last message was. */
  end(broken: boolean): void;
}

export function createRunReader(sink: EventSink, history: RunHistory): RunReader {
  let runId: string | undefined;
  let ended = false;
  let failed = false;
  /** The run waits for the reader; a later run goes on with it. */
  let waiting = false;
  let iterations = 0;
  /** A RUN_FINISHED may come after every iteration: it counts when nothing of the run follows. */
  let heldEnd: (() => void) | undefined;
  /** The iteration whose end is held stopped for tools: a connection that is lost now took the rest with it. */
  let isStopForTools = false;

  function releaseEnd(): void {
    heldEnd?.();
    heldEnd = undefined;
    ended = true;
  }

  /** The run is paused: it asks the reader and goes on in a new run. */
  function interrupted(interrupts: readonly unknown[]): void {
    waiting = true;
    for (const one of interrupts) {
      const approvalId = text(one, 'id');
      const callId = text(one, 'toolCallId');
      if (approvalId === undefined) continue;
      const name = (callId === undefined ? undefined : history.callName(callId)) ?? text(one, 'message');
      sink.emit(
        known<Body<'approval_requested'>>({
          type: 'approval_requested',
          approvalId,
          name: name ?? text(one, 'reason') ?? '',
          callId,
        }),
        text(one, 'subagentRunId'),
      );
    }
  }

  /** Each RUN_FINISHED tells the usage of its iteration; the round's is their sum. */
  function iterationUsage(entries: readonly unknown[]): void {
    const turnId = `${runId ?? 'run'}/${++iterations}`;
    if (entries.length === 0) return;
    sink.emit(
      known<Body<'usage'>>({
        type: 'usage',
        turnId,
        inputTokens: sum(entries, 'inputTokens'),
        outputTokens: sum(entries, 'outputTokens'),
        cachedTokens: sum(entries, 'cachedInputTokens'),
        reasoningTokens: sum(entries, 'reasoningTokens'),
        model: text(entries[0], 'model'),
      }),
    );
  }

  return {
    start(event) {
      if (waiting) {
        // The run that answers an interrupt goes on with the one that asked.
        waiting = false;
        return false;
      }
      runId = runIdOf(event);
      ended = false;
      failed = false;
      iterations = 0;
      if (runId !== undefined) sink.emit({ type: 'run_started', runId });
      return true;
    },
    finish(event) {
      if (failed) return;
      iterationUsage(list(event, 'usage'));
      const outcome = text(member(event, 'outcome'), 'type');
      if (outcome === 'interrupt') {
        interrupted(list(member(event, 'outcome'), 'interrupts'));
        return;
      }
      heldEnd = sink.hold(
        known<Body<'run_finished'>>({
          type: 'run_finished',
          outcome: outcome === 'cancelled' ? 'aborted' : 'completed',
          runId: runId ?? runIdOf(event),
        }),
      );
      isStopForTools = finishReason(event) === 'tool_calls';
      // A producer that names its outcome ends the run with it.
      if (outcome !== undefined) releaseEnd();
    },
    fail(event) {
      iterationUsage(list(event, 'usage'));
      if (!failed) fail(sink, errorText(event.message ?? event.error ?? event.code), runId);
      failed = true;
      ended = true;
    },
    usage(event) {
      sink.emit(
        known<Body<'usage'>>({
          type: 'usage',
          inputTokens: number(event, 'input_tokens'),
          outputTokens: number(event, 'output_tokens'),
          model: text(event, 'model'),
        }),
      );
    },
    before(isStart) {
      if (heldEnd && isStart) releaseEnd();
      heldEnd = undefined;
    },
    end(broken) {
      if (heldEnd && !(broken && isStopForTools)) releaseEnd();
      else if (!ended && !waiting) interrupt(sink, runId);
    },
  };
}

/** Programs differ: `runId` or `run_id`. */
function runIdOf(event: JsonObject): string | undefined {
  return text(event, 'runId') ?? text(event, 'run_id');
}

/** TanStack says beside the end of an iteration why it is one. */
function finishReason(event: JsonObject): string | undefined {
  return text(member(member(event, 'metadata'), 'tanstack'), 'finishReason') ?? text(event, 'finishReason');
}

function sum(entries: readonly unknown[], name: string): number | undefined {
  const counts = entries.map((entry) => number(entry, name)).filter((count) => count !== undefined);
  return counts.length === 0 ? undefined : counts.reduce((total, count) => total + count);
}

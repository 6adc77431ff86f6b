import type { EventBody } from '../../logic/events.ts';
import type { Body, EventSink } from '../decoder.ts';
import { known, text } from '../json.ts';
import { createParts, type Parts } from '../opencode/parts.ts';
import { createTurns, type Turns } from '../opencode/turns.ts';
import { type RunEnd, tellEnd } from '../runEnd.ts';

/** A session's place: whose work it does. */
export interface Place {
  /** Whether another session has given it its work. */
  isChild(): boolean;
  title(): string | undefined;
  /** The agent that delegates to it; undefined for the main agent. */
  caller(): string | undefined;
  /** A call of it gives work to another session. */
  delegates(childSession: string, callId: string, input: unknown): void;
}

/** What a session does for one prompt: a run of the main agent, or a delegation. */
export interface Work {
  readonly isRunning: boolean;
  readonly isDelegated: boolean;
  readonly runId: string | undefined;
  readonly agentId: string | undefined;
  readonly turns: Turns;
  readonly parts: Parts;
  /** A prompt is worked on; without its words where they are not known. */
  begin(runId: string, prompt: string | undefined): void;
  /** A call of the caller has given this work. */
  calledBy(callId: string, input: unknown): void;
  close(end: RunEnd): void;
  emit(body: EventBody): void;
}

export function createWork(sink: EventSink, sessionId: string, place: Place, atPartTimes: boolean): Work {
  let count = 0;
  let isRunning = false;
  let runId: string | undefined;
  let callId: string | undefined;
  let agentId: string | undefined;
  let turns = createTurns(sink, agentId);
  let parts = newParts();

  const emit = (body: EventBody): void => sink.emit(body, agentId);

  function newParts(): Parts {
    return createParts(sink, turns, { agentId, atPartTimes, delegates: place.delegates });
  }

  /** A delegation that has ended stays ended: a session that is given more work is another one. */
  function beginDelegation(prompt: string | undefined): void {
    count++;
    isRunning = true;
    callId = undefined;
    agentId = count === 1 ? sessionId : `${sessionId}/${count}`;
    turns = createTurns(sink, agentId);
    parts = newParts();
    tellDelegation(prompt);
  }

  function tellDelegation(prompt?: string): void {
    if (agentId === undefined) return;
    const body = { type: 'delegation_started', childId: agentId, callId, title: place.title(), prompt } as const;
    sink.emit(known<Body<'delegation_started'>>(body), place.caller());
  }

  function beginRun(newRunId: string, prompt: string | undefined): void {
    // The prompt waited until the one before was answered.
    if (isRunning) close({ outcome: 'completed' });
    isRunning = true;
    runId = newRunId;
    if (prompt !== undefined) sink.emit({ type: 'user_message', text: prompt, id: newRunId });
    sink.emit({ type: 'run_started', runId });
  }

  function close(end: RunEnd): void {
    isRunning = false;
    if (agentId === undefined) {
      tellEnd(sink, end, runId);
      return;
    }
    if (end.outcome === 'failed') emit({ type: 'notice', level: 'error', code: end.code ?? 'error', text: end.error });
    sink.emit({ type: 'delegation_finished', childId: agentId, outcome: end.outcome });
  }

  return {
    get isRunning() {
      return isRunning;
    },
    get isDelegated() {
      return agentId !== undefined;
    },
    get runId() {
      return runId;
    },
    get agentId() {
      return agentId;
    },
    get turns() {
      return turns;
    },
    get parts() {
      return parts;
    },
    begin(newRunId, prompt) {
      if (!place.isChild()) beginRun(newRunId, prompt);
      else if (isRunning) tellDelegation(prompt);
      else beginDelegation(prompt);
    },
    calledBy(newCallId, input) {
      if (callId === newCallId) return;
      if (!isRunning || callId !== undefined) beginDelegation(text(input, 'prompt'));
      callId = newCallId;
      tellDelegation();
    },
    close,
    emit,
  };
}

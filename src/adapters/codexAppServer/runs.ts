import type { Outcome } from '../../logic/events.ts';
import { failureCode, retryNotice } from '../codex/failures.ts';
import { snake } from '../codex/item.ts';
import type { EventSink } from '../decoder.ts';
import { errorText, fail, interrupt } from '../endings.ts';
import { isObject, member, text } from '../json.ts';
import type { Agents } from './agents.ts';

/** Reads how runs begin and end: what Codex calls a turn is a run here. */
export interface RunReader {
  /** Whether the run was told of before. */
  knows(turnId: string): boolean;
  isRunning(): boolean;
  started(threadId: string, turnId: string): void;
  /** Something came of a run: if nobody told of its start, it begins now. */
  goesOn(threadId: string, turnId: string | undefined): void;
  /** The agent works: if it did not repeat its prompt, it will not. */
  works(threadId: string, turnId: string | undefined): void;
  completed(threadId: string, turn: unknown): void;
  /** An error, after which Codex may try again. */
  failed(threadId: string, params: unknown): void;
  /** What is said of the thread before its run begins is told with it. */
  notice(text: string): void;
  /** The client asks for a run, or to stop the one that runs. */
  prompted(prompt: string): void;
  stopped(): void;
  /** The prompt of the run, as the agent has it: it need not be told from the request. */
  userSpoke(said: string, id: string): void;
  end(cut: boolean): void;
}

export function createRunReader(sink: EventSink, agents: Agents): RunReader {
  const known = new Set<string>();
  let runId: string | undefined;
  let prompt: string | undefined;
  let warnings: string[] = [];
  let isStopped = false;
  let error: { readonly message: string; readonly info: unknown } | undefined;

  function started(threadId: string, turnId: string): void {
    if (!agents.begins(threadId, turnId, runId !== undefined)) return;
    known.add(turnId);
    runId = turnId;
    isStopped = false;
    error = undefined;
    sink.emit({ type: 'run_started', runId });
    const said = warnings;
    warnings = [];
    for (const warning of said) notice(warning);
  }

  function notice(warning: string): void {
    if (runId === undefined) warnings.push(warning);
    else sink.emit({ type: 'notice', level: 'warning', text: warning });
  }

  function tellPrompt(): void {
    if (prompt !== undefined) sink.emit({ type: 'user_message', text: prompt });
    prompt = undefined;
  }

  function finish(turnId: string, turn: unknown): void {
    const status = snake(text(turn, 'status') ?? 'completed');
    const told = member(turn, 'error');
    if (status === 'interrupted') sink.emit({ type: 'run_finished', outcome: 'aborted', runId: turnId });
    else if (status === 'failed') failWith(isObject(told) ? failure(told) : error, turnId);
    else sink.emit({ type: 'run_finished', outcome: 'completed', runId: turnId });
    if (turnId === runId) runId = undefined;
    error = undefined;
  }

  function failWith(why: typeof error, turnId: string | undefined): void {
    const message = why?.message ?? errorText(undefined);
    fail(sink, message, turnId, failureCode(message, why?.info));
  }

  function goesOn(threadId: string, turnId: string | undefined): void {
    const isOfChild = !agents.isMain(threadId) && agents.agentOf(threadId) !== undefined;
    const isNew = turnId !== undefined && !known.has(turnId);
    if (runId === undefined && !isOfChild && isNew) started(threadId, turnId);
  }

  return {
    knows: (turnId) => known.has(turnId),
    isRunning: () => runId !== undefined,
    started,
    goesOn,
    works(threadId, turnId) {
      goesOn(threadId, turnId);
      if (runId !== undefined && agents.isMain(threadId)) tellPrompt();
    },
    completed(threadId, turn) {
      const turnId = text(turn, 'id');
      if (agents.isMain(threadId)) {
        if (turnId !== undefined && runId !== undefined) finish(turnId, turn);
        return;
      }
      agents.delegations.finished(threadId, outcomeOf(text(turn, 'status')));
    },
    failed(threadId, params) {
      const { message, info } = failure(member(params, 'error') ?? params);
      const details = text(member(params, 'error'), 'additionalDetails');
      if (member(params, 'willRetry') !== true) {
        if (agents.isMain(threadId)) error = { message, info };
        return;
      }
      agents.items(threadId).turns.retried();
      const retry = retryNotice(message, details);
      sink.emit(
        retry ?? { type: 'notice', level: 'warning', code: 'retry', text: details ?? message },
        agents.agentOf(threadId),
      );
    },
    notice,
    prompted(said) {
      prompt = said;
    },
    stopped() {
      isStopped = runId !== undefined;
    },
    userSpoke(said, id) {
      prompt = undefined;
      sink.emit({ type: 'user_message', text: said, id });
    },
    end(cut) {
      const isAsked = prompt !== undefined;
      tellPrompt();
      if (runId === undefined && !isAsked) return;
      if (error) failWith(error, runId);
      else if (isStopped && !cut && runId !== undefined) sink.emit({ type: 'run_finished', outcome: 'aborted', runId });
      else interrupt(sink, runId);
      runId = undefined;
    },
  };
}

function failure(error: unknown): { readonly message: string; readonly info: unknown } {
  const info = member(error, 'codexErrorInfo') ?? member(error, 'codex_error_info');
  return { message: errorText(error), info: isObject(info) ? Object.keys(info)[0] : info };
}

function outcomeOf(status: string | undefined): Outcome {
  if (status === 'failed') return 'failed';
  return status === 'interrupted' ? 'aborted' : 'completed';
}

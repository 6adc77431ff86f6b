import type { EventBody, Outcome } from '../../logic/events.ts';
import type { EventSink } from '../decoder.ts';
import type { FailureCode } from '../endings.ts';
import { known } from '../json.ts';
import type { JsonRpcRequest } from '../jsonRpc.ts';

/** One prompt and what the agent does about it. */
export interface Run {
  readonly id: string;
  readonly words: { readonly text: string; readonly id: string | undefined } | undefined;
  readonly request: JsonRpcRequest | undefined;
  /** What is still open is told again: the run has come to another place. */
  readonly retell: () => void;
  isOver: boolean;
  hasContent: boolean;
  isCancelled: boolean;
}

/**
 * Whose round it is. A thread is one conversation: a session that is prompted while another one's prompt is being
 * answered is shown beside it, as a delegation, until it has the floor.
 */
export interface Floor {
  begin(run: Run): void;
  finish(run: Run, outcome: Outcome, error?: RunError): void;
  interrupt(run: Run): void;
  emit(run: Run | undefined, body: EventBody): void;
  holds(run: Run): boolean;
}

export interface RunError {
  readonly text: string;
  readonly code: FailureCode | 'interrupted';
}

export function createFloor(sink: EventSink): Floor {
  let holder: Run | undefined;
  const beside = new Set<Run>();

  /** What comes before a prompt opens no round, and what comes after it is nothing of another one's. */
  function emit(run: Run | undefined, body: EventBody): void {
    if (!run || (run.isOver && holder && holder !== run)) return;
    sink.emit(body, beside.has(run) ? run.id : undefined);
  }

  function take(run: Run): void {
    holder = run;
    sink.emit({ type: 'run_started', runId: run.id });
    if (run.words) sink.emit(known<Spoken>({ type: 'user_message', text: run.words.text, id: run.words.id }));
  }

  /** A run beside the one that is over goes on in a round of its own. */
  function passOn(): void {
    const [next] = beside;
    if (!next) return;
    beside.delete(next);
    take(next);
    next.retell();
  }

  function finish(run: Run, outcome: Outcome, error?: RunError): void {
    run.isOver = true;
    if (error) emit(run, { type: 'notice', level: 'error', code: error.code, text: error.text });
    if (beside.delete(run)) {
      sink.emit({ type: 'delegation_finished', childId: run.id, outcome });
      return;
    }
    sink.emit(known<Finished>({ type: 'run_finished', outcome, runId: run.id, error: error?.text }));
    holder = undefined;
    passOn();
  }

  return {
    begin(run) {
      if (!holder) {
        take(run);
        return;
      }
      beside.add(run);
      sink.emit(known<Delegated>({ type: 'delegation_started', childId: run.id, prompt: run.words?.text }));
    },
    finish,
    interrupt: (run) => finish(run, 'failed', { code: 'interrupted', text: 'The stream ended before the run did.' }),
    emit,
    holds: (run) => run === holder,
  };
}

type Spoken = Extract<EventBody, { readonly type: 'user_message' }>;
type Finished = Extract<EventBody, { readonly type: 'run_finished' }>;
type Delegated = Extract<EventBody, { readonly type: 'delegation_started' }>;

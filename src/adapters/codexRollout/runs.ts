import { failureCode } from '../codex/failures.ts';
import type { Body, EventSink } from '../decoder.ts';
import { fail, interrupt } from '../endings.ts';
import { known } from '../json.ts';

/** How the runs of a session begin and end. Only newer versions mark it; older ones have a prompt and what follows. */
export interface RunReader {
  /** The mark of a begin. */
  started(runId: string | undefined): void;
  /** A prompt, which joins the run that was marked, or begins one. */
  prompted(said: string): void;
  hasBegun(): boolean;
  /** Something is said or done; `isWords`: what is said may be the end of a run without marks. */
  works(isWords: boolean): void;
  /** An error, of which the mark of the end says nothing. */
  failed(message: string, info: unknown): void;
  completed(isAnswered: boolean): void;
  aborted(): void;
  end(cut: boolean): void;
}

/** `begins`: another run begins under a name. */
export function createRunReader(sink: EventSink, begins: (name: string) => void): RunReader {
  let count = 0;
  let state: 'none' | 'started' | 'prompted' | 'over' = 'none';
  let isMarked = false;
  let runId: string | undefined;
  /** Ends the run with its last words. */
  let close: (() => void) | undefined;
  let error: { readonly message: string; readonly info: unknown } | undefined;

  function begin(id: string | undefined, marked: boolean): void {
    count++;
    runId = id;
    isMarked = marked;
    close = undefined;
    error = undefined;
    begins(id ?? `run-${count}`);
  }

  function finish(outcome: 'completed' | 'aborted'): void {
    sink.emit(known<Body<'run_finished'>>({ type: 'run_finished', outcome, runId }));
    state = 'over';
  }

  function failWith({ message, info }: NonNullable<typeof error>): void {
    fail(sink, message, runId, failureCode(message, info));
    state = 'over';
  }

  /** A run without marks is over with the words that nothing follows. */
  function closeUnmarked(): boolean {
    if (state !== 'prompted' || isMarked || !close) return false;
    close();
    state = 'over';
    return true;
  }

  function started(id: string | undefined, marked: boolean): void {
    closeUnmarked();
    // Without a name of its own a run that follows another could not open a round (SPEC R1.6).
    const name = id ?? (state === 'none' ? undefined : `run-${count + 1}`);
    begin(name, marked);
    if (name !== undefined) sink.emit({ type: 'run_started', runId: name });
    state = 'started';
  }

  return {
    started: (id) => started(id, true),
    prompted(said) {
      closeUnmarked();
      if (state !== 'started')
        begin(state === 'prompted' && isMarked ? runId : undefined, isMarked && state === 'prompted');
      sink.emit({ type: 'user_message', text: said });
      state = 'prompted';
    },
    hasBegun: () => state !== 'none',
    works(isWords) {
      if (state === 'none') begin(undefined, false);
      // A run that was neither marked nor asked for.
      else if (state === 'over') started(undefined, false);
      state = 'prompted';
      close = isWords && !isMarked ? sink.hold({ type: 'run_finished', outcome: 'completed' }) : undefined;
    },
    failed(message, info) {
      error = { message, info };
    },
    completed(isAnswered) {
      if (error && !isAnswered) failWith(error);
      else finish('completed');
    },
    aborted: () => finish('aborted'),
    end(cut) {
      if (state === 'none' || state === 'over') return;
      if (error) failWith(error);
      else if (cut || !closeUnmarked()) interrupt(sink, runId);
      state = 'over';
    },
  };
}

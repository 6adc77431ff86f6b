import type { EventBody } from '../../logic/events.ts';
import type { EventSink } from '../decoder.ts';
import { type FailureCode, interrupt } from '../endings.ts';
import { known } from '../json.ts';

/** The answers of a model, each a turn, and the rounds that they make. */
export interface Rounds {
  readonly turnId: string;
  /** A turn is open: its end mark has not come. */
  readonly inTurn: boolean;
  /** An answer begins. */
  begin(turnId: string): void;
  /** The answer goes on although it told its end. */
  goOn(): void;
  /** The answer stops for tools: the round stays open. */
  stopForTools(): void;
  complete(): void;
  /** The answer cannot be used; clients ask again by themselves. `error` is missing where it is only empty. */
  unusable(error?: string): void;
  fail(error: string, code: FailureCode): void;
  abort(): void;
  /** The reader speaks: a round of theirs begins. */
  asked(text: string): void;
  /** The client sends something else: what was told is over. */
  settle(): void;
  /** The stream is over. */
  end(): void;
}

type State = 'new' | 'asked' | 'in turn' | 'waits for tools' | 'ended';

/** A held end: the format can take it back with the next answer of the same stream. */
interface HeldEnd {
  readonly release: readonly (() => void)[];
  /** The next answer repeats this one. */
  readonly retry?: { readonly error: string | undefined };
}

export function createRounds(sink: EventSink): Rounds {
  let state: State = 'new';
  let turnId = '';
  let held: HeldEnd | undefined;
  let attempts = 0;

  function hold(bodies: readonly EventBody[], retry?: HeldEnd['retry']): void {
    if (state !== 'in turn') return;
    held = known<HeldEnd>({ release: bodies.map((body) => sink.hold(body)), retry });
    state = 'ended';
  }

  function settle(): void {
    for (const release of held?.release ?? []) release();
    held = undefined;
  }

  function failure(error: string, code: FailureCode): readonly EventBody[] {
    return [
      { type: 'notice', level: 'error', code, text: error },
      { type: 'run_finished', outcome: 'failed', error },
    ];
  }

  function askAgain(error: string | undefined): void {
    attempts++;
    if (error === undefined) return;
    sink.emit({ type: 'notice', level: 'warning', code: 'retry', text: error, retry: { attempt: attempts } });
  }

  return {
    get turnId() {
      return turnId;
    },
    get inTurn() {
      return state === 'in turn';
    },
    begin(id) {
      const retried = held?.retry;
      const retryOf = retried ? turnId : undefined;
      if (retried) {
        held = undefined;
        askAgain(retried.error);
      } else {
        attempts = 0;
        settle();
        if (state === 'ended') sink.emit({ type: 'run_started', runId: id });
      }
      turnId = id;
      state = 'in turn';
      sink.emit(known<EventBody & { type: 'turn_started' }>({ type: 'turn_started', turnId: id, retryOf }));
    },
    goOn() {
      if (state === 'waits for tools') state = 'in turn';
      if (!held) return;
      held = undefined;
      state = 'in turn';
    },
    stopForTools() {
      if (state === 'in turn') state = 'waits for tools';
    },
    complete: () => hold([{ type: 'run_finished', outcome: 'completed' }]),
    unusable(error) {
      const bodies: readonly EventBody[] =
        error === undefined ? [{ type: 'run_finished', outcome: 'completed' }] : failure(error, 'error');
      hold(bodies, { error });
    },
    fail: (error, code) => hold(failure(error, code)),
    abort: () => hold([{ type: 'run_finished', outcome: 'aborted' }]),
    asked(said) {
      settle();
      sink.emit({ type: 'user_message', text: said });
      state = 'asked';
    },
    settle,
    end() {
      settle();
      if (state !== 'in turn' && state !== 'asked') return;
      interrupt(sink);
      state = 'ended';
    },
  };
}

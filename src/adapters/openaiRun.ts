import type { Body, EventSink } from './decoder.ts';
import { type FailureCode, fail, interrupt } from './endings.ts';
import { known } from './json.ts';

/** The model requests of a round: each is a turn, and the last one of them ends it. */
export interface OpenaiRun {
  /** A model request streams. `repeats`: the open one never ended and is asked again. */
  begin(turnId: string, repeats?: boolean): void;
  /** The reader's words, from a request; `key` tells a request that is sent again from another one. */
  userSpoke(said: string, key: string): void;
  /** The model waits for results or for an approval: the round stays open. */
  stopsForClient(): void;
  complete(): void;
  abort(): void;
  fail(error: string, code: FailureCode): void;
  /** A failure after which clients ask again by themselves: the end of the round if no other request follows. */
  failUnlessRepeated(error: string): void;
  isWaiting(): boolean;
  /** The stream is over. */
  end(broken: boolean): void;
}

type State = 'new' | 'asked' | 'streaming' | 'waiting' | 'ended';

export function createOpenaiRun(sink: EventSink): OpenaiRun {
  let state: State = 'new';
  let turnId: string | undefined;
  let failure: string | undefined;
  let attempts = 0;
  let lastKey: string | undefined;

  function settle(): void {
    if (failure === undefined) return;
    fail(sink, failure);
    failure = undefined;
    state = 'ended';
  }

  function close(outcome: 'completed' | 'aborted'): void {
    if (state !== 'ended') sink.emit({ type: 'run_finished', outcome });
    state = 'ended';
  }

  /** Whether the request that begins repeats the one before it. */
  function isRetry(repeats: boolean): boolean {
    if (failure === undefined) return repeats && state === 'streaming';
    attempts++;
    sink.emit({ type: 'notice', level: 'warning', code: 'retry', text: failure, retry: { attempt: attempts } });
    failure = undefined;
    return true;
  }

  return {
    begin(id, repeats = false) {
      const retryOf = isRetry(repeats) ? turnId : undefined;
      if (retryOf === undefined) attempts = 0;
      if (state === 'ended') sink.emit({ type: 'run_started', runId: id });
      state = 'streaming';
      turnId = id;
      sink.emit(known<Body<'turn_started'>>({ type: 'turn_started', turnId: id, retryOf }));
    },
    userSpoke(said, key) {
      // A client that asks again after a failure sends the same request.
      if (key === lastKey && state !== 'ended') return;
      lastKey = key;
      settle();
      sink.emit({ type: 'user_message', text: said });
      state = 'asked';
    },
    stopsForClient() {
      if (state !== 'ended') state = 'waiting';
    },
    complete: () => close('completed'),
    abort: () => close('aborted'),
    fail(error, code) {
      if (state !== 'ended') fail(sink, error, undefined, code);
      state = 'ended';
      failure = undefined;
    },
    failUnlessRepeated(error) {
      if (state !== 'ended') failure ??= error;
    },
    isWaiting: () => state === 'waiting',
    end(broken) {
      settle();
      if (state === 'ended' || (state === 'waiting' && !broken)) return;
      interrupt(sink);
      state = 'ended';
    },
  };
}

import type { Body, EventSink } from '../decoder.ts';
import { interrupt } from '../endings.ts';
import { known } from '../json.ts';

/** Finds where the rounds of a session begin and end: a prompt of the reader, or the end of the file, ends one. */
export interface Rounds {
  prompt(said: string, id: string | undefined): void;
  /** The reader gave a command: a prompt only if the model answers. */
  command(said: string, id: string | undefined): void;
  /** The program itself did what the command asked for. */
  commandDone(): void;
  /** The main agent does something; without a prompt before it a round begins all the same. */
  goesOn(lineId: string | undefined): void;
  /** What came may be the last of its round; `error`: what a notice has told. */
  mayEnd(outcome: 'completed' | 'failed', error?: string): void;
  /** The program tells that the round is over. */
  settle(): void;
  /** The reader stopped the round. */
  stopped(): void;
  called(callId: string): void;
  /** The result of a call of the main agent; false where there is no round that it could belong to. */
  returned(callId: string): boolean;
  isOpen(): boolean;
  end(broken: boolean): void;
}

export function createRounds(sink: EventSink): Rounds {
  let isOpen = false;
  let held: (() => void) | undefined;
  let command: (() => void) | undefined;
  const calls = new Set<string>();

  function close(): void {
    isOpen = false;
    held = undefined;
    calls.clear();
  }

  /** Another round follows, or none: what may be the end was it, unless a call has no result yet. */
  function settle(): void {
    if (!isOpen || !held || calls.size > 0) return;
    held();
    close();
  }

  function begin(tell: () => void): void {
    settle();
    close();
    command = undefined;
    isOpen = true;
    tell();
  }

  function message(said: string, id: string | undefined): Body<'user_message'> {
    return known<Body<'user_message'>>({ type: 'user_message', text: said, id });
  }

  return {
    prompt: (said, id) => begin(() => sink.emit(message(said, id))),
    command(said, id) {
      command = sink.hold(message(said, id));
    },
    commandDone() {
      command = undefined;
    },
    goesOn(lineId) {
      if (command) begin(command);
      else if (!isOpen) begin(() => lineId !== undefined && sink.emit({ type: 'run_started', runId: lineId }));
      held = undefined;
    },
    mayEnd(outcome, error) {
      held = sink.hold(known<Body<'run_finished'>>({ type: 'run_finished', outcome, error }));
    },
    settle,
    stopped() {
      if (isOpen) sink.emit({ type: 'run_finished', outcome: 'aborted' });
      close();
    },
    called: (callId) => calls.add(callId),
    returned(callId) {
      const isCalled = calls.delete(callId);
      if (isOpen) held = undefined;
      return isCalled || isOpen;
    },
    isOpen: () => isOpen,
    end(broken) {
      if (!broken) settle();
      if (isOpen) interrupt(sink);
      close();
    },
  };
}

import { stopFailure } from '../anthropic/failures.ts';
import type { EventSink } from '../decoder.ts';
import { errorText, interrupt } from '../endings.ts';

/** Reads where the rounds of messages begin and end. */
export interface Rounds {
  /** The reader's words. */
  prompt(said: string): void;
  /** A request is sent. */
  requested(): void;
  /** Whether a message that begins is a new one, whatever its id. */
  expectsMessage(): boolean;
  /** A message begins; `again`: in the place of one that broke off. */
  begin(messageId: string | undefined): 'next' | 'again';
  /** A message goes on, of which the beginning may be missing. */
  inMessage(): void;
  called(callId: string, byProvider: boolean): void;
  /** The result of a call came; false where the call is not open. */
  returned(callId: string): boolean;
  stops(reason: string): void;
  stopped(): void;
  fail(error: unknown): void;
  isOpen(): boolean;
  end(broken: boolean): void;
}

/** After these the same round goes on with another message. */
const GOES_ON: ReadonlySet<string> = new Set(['tool_use', 'pause_turn', 'compaction']);

export function createRounds(sink: EventSink): Rounds {
  let isOpen = false;
  let isEmpty = true;
  let inMessage = false;
  let expects = false;
  /** The message stopped, and another one of the same round follows. */
  let goesOn = false;
  let reason: string | undefined;
  /** The calls that the program runs, and whose results a next request tells. */
  const calls = new Set<string>();
  /** An end that the next message takes back, for it is made in the place of what failed or goes on with it. */
  let held: (() => void) | undefined;
  let failure: string | undefined;
  let brokeOff = false;

  function release(): void {
    if (!held) return;
    held();
    close();
  }

  function close(): void {
    isOpen = false;
    inMessage = false;
    goesOn = false;
    held = undefined;
    failure = undefined;
    brokeOff = false;
    calls.clear();
  }

  /** Another message shows that the results were sent, also where nothing shows what was sent. */
  function endCalls(): void {
    for (const callId of calls) sink.emit({ type: 'tool_call_finished', callId });
    calls.clear();
  }

  function finish(): void {
    const failed = stopFailure(reason);
    goesOn = reason === undefined ? calls.size > 0 : GOES_ON.has(reason);
    if (failed) {
      const { code, text } = failed;
      sink.emit({ type: 'notice', level: 'error', code, text });
      held = sink.hold({ type: 'run_finished', outcome: 'failed', error: text });
    } else if (!goesOn) {
      sink.emit({ type: 'run_finished', outcome: 'completed' });
      close();
    }
  }

  return {
    prompt(said) {
      release();
      close();
      isOpen = true;
      sink.emit({ type: 'user_message', text: said });
    },
    requested() {
      expects = true;
    },
    expectsMessage: () => expects || inMessage || failure !== undefined,
    begin(messageId) {
      brokeOff ||= inMessage;
      const isAgain = brokeOff;
      if (failure !== undefined || isAgain) {
        sink.emit({ type: 'notice', level: 'warning', code: 'retry', text: failure ?? 'The answer broke off.' });
      }
      if (!isOpen && messageId !== undefined) sink.emit({ type: 'run_started', runId: messageId });
      if (goesOn) endCalls();
      isOpen = true;
      isEmpty = false;
      inMessage = true;
      expects = false;
      goesOn = false;
      reason = undefined;
      held = undefined;
      failure = undefined;
      brokeOff = false;
      return isAgain ? 'again' : 'next';
    },
    inMessage() {
      if (held) return;
      isOpen = true;
      isEmpty = false;
      inMessage = true;
      goesOn = false;
    },
    called(callId, byProvider) {
      if (!byProvider) calls.add(callId);
    },
    returned: (callId) => calls.delete(callId),
    stops(why) {
      reason = why;
    },
    stopped() {
      if (!inMessage) return;
      inMessage = false;
      finish();
    },
    fail(error) {
      if (held) return;
      brokeOff = inMessage;
      inMessage = false;
      isOpen = true;
      isEmpty = false;
      failure = errorText(error);
      const notice = sink.hold({ type: 'notice', level: 'error', code: 'error', text: failure });
      const end = sink.hold({ type: 'run_finished', outcome: 'failed', error: failure });
      held = () => {
        notice();
        end();
      };
    },
    isOpen: () => isOpen,
    end(broken) {
      const isWhole = goesOn && !broken && !expects;
      if (held) release();
      else if (isEmpty || (isOpen && !isWhole)) {
        interrupt(sink);
        close();
      }
      expects = false;
    },
  };
}

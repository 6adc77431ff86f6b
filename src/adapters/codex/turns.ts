import type { EventSink } from '../decoder.ts';

/**
 * The model's requests within one run of Codex, which its streams do not number. A request ends when its usage is told,
 * or with the result of a tool; what follows then begins another: words always, a call only once the usage was told,
 * because one request may call several tools.
 */
export interface Turns {
  /** The id of the turn that a text or a thought belongs to. */
  ofWords(): string;
  /** The id of the turn that a call belongs to. */
  ofCall(): string;
  /** The id of the turn that runs, or ran last. */
  current(): string;
  toolEnded(): void;
  /** The usage of a request is told: the id of its turn. */
  usageTold(): string;
  /** The request whose usage was told last said all. */
  requestEnded(): void;
  /** The request that runs is made again: what its attempt said is void (SPEC R5.4). */
  retried(): void;
  /** Another run begins. */
  restart(name: string): void;
}

/** `agentId`: the delegated agent whose requests they are. */
export function createTurns(sink: EventSink, name: string, agentId: () => string | undefined): Turns {
  let run = name;
  let count = 0;
  let state: 'none' | 'open' | 'answered' | 'ended' | 'void' = 'none';
  let isTold = false;
  let hasUsage = false;

  const current = (): string => `${run}/${count}`;

  function begin(): string {
    const before = current();
    const turnId = `${run}/${++count}`;
    const retryOf = state === 'void' ? { retryOf: before } : {};
    sink.emit({ type: 'turn_started', turnId, ...retryOf }, agentId());
    state = 'open';
    isTold = false;
    return turnId;
  }

  return {
    current,
    ofWords: () => (state === 'open' ? current() : begin()),
    ofCall: () => (state === 'open' || state === 'answered' ? current() : begin()),
    toolEnded() {
      if (state === 'open') state = 'answered';
    },
    usageTold() {
      // A request may say nothing, such as the one that compacts the context.
      const isOfCurrent = (state === 'open' || state === 'answered') && !isTold;
      const turnId = isOfCurrent ? current() : begin();
      isTold = true;
      hasUsage = true;
      return turnId;
    },
    requestEnded() {
      state = 'ended';
    },
    retried() {
      // Where no usage is ever told, a tool's result is all that shows that its request was whole.
      if (state === 'open' || (state === 'answered' && hasUsage)) state = 'void';
    },
    restart(next) {
      run = next;
      count = 0;
      state = 'none';
    },
  };
}

/** Time as the replay sees it, so that nothing in it waits for real. */
export interface Clock {
  /** Milliseconds, never going back; only differences count. */
  now(): number;
  /** Ends after `ms` at the latest, or as soon as the signal aborts; never throws. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Real time. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(ms, LONGEST_TIMER));
      signal.addEventListener('abort', end);
    }),
};

/** Timers of browsers and Node end at once where they are longer; an early end is no harm, the player looks again. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** A clock that stands until it is moved. */
export interface ManualClock extends Clock {
  /** Moves the time on, waking each sleeper at its time and letting what it starts settle before the next. */
  advance(ms: number): Promise<void>;
  /** How many sleepers wait. */
  readonly sleepers: number;
}

/** A {@link ManualClock} for tests and for stories that stand still. */
export function createManualClock(): ManualClock {
  let time = 0;
  const sleepers = new Set<{ readonly due: number; wake(): void }>();
  const next = (until: number) =>
    [...sleepers].filter(({ due }) => due <= until).reduce((a, b) => (b.due < a.due ? b : a), never);
  const never = { due: Number.POSITIVE_INFINITY, wake() {} };
  return {
    now: () => time,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const sleeper = {
          due: time + Math.max(0, ms),
          wake() {
            sleepers.delete(sleeper);
            signal.removeEventListener('abort', sleeper.wake);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal.addEventListener('abort', sleeper.wake);
      }),
    async advance(ms) {
      const until = time + ms;
      await settle();
      for (let sleeper = next(until); sleeper !== never; sleeper = next(until)) {
        time = Math.max(time, sleeper.due);
        sleeper.wake();
        await settle();
      }
      time = until;
    },
    get sleepers() {
      return sleepers.size;
    },
  };
}

/** Lets promises, streams and what they start run as far as they come without time passing. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

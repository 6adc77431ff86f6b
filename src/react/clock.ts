/** Where the time comes from: the wall clock live, the reel's in a replay (SPEC R2.7). Milliseconds since the epoch. */
export interface Clock {
  now(): number;
}

export const wallClock: Clock = { now: () => Date.now() };

/** How often the shown time is looked at; a second is told at most this late. */
const tickMs = 250;

interface Ticker {
  subscribe(listener: () => void): () => void;
  now(): number;
}

const tickers = new WeakMap<Clock, Ticker>();

/** One timer for all that shows the time of a clock; it runs only while something is subscribed. */
export function tickerOf(clock: Clock): Ticker {
  const known = tickers.get(clock);
  if (known !== undefined) return known;
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let seen = 0;
  const tick = () => {
    seen = clock.now();
    for (const listener of listeners) listener();
  };
  const start = () => {
    seen = clock.now();
    return setInterval(tick, tickMs);
  };
  const ticker: Ticker = {
    subscribe(listener) {
      listeners.add(listener);
      timer ??= start();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    // Between two ticks everyone reads the same time; without a timer, the clock itself.
    now: () => (timer === undefined ? clock.now() : seen),
  };
  tickers.set(clock, ticker);
  return ticker;
}

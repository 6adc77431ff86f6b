/** What a page holds open, counted while it is watched. */
export interface OpenThings {
  readonly timers: number;
  readonly readers: number;
  readonly workers: number;
}

export interface Watch {
  open(): OpenThings;
  /** Takes the page as it was. */
  stop(): void;
}

/** Watches the timers that are set, the readers of streams that are open, and the workers that are started from now on. */
export function watchPage(): Watch {
  const timers = new Set<unknown>();
  let readers = 0;
  let workers = 0;
  const { setTimeout: set, clearTimeout: clear, Worker: OriginalWorker } = window;
  const streams = ReadableStream.prototype;
  const getReader = streams.getReader;

  const watched = (handler: TimerHandler, ms?: number, ...args: unknown[]) => {
    const id = set(() => {
      timers.delete(id);
      if (typeof handler === 'function') handler(...args);
    }, ms);
    timers.add(id);
    return id;
  };
  window.setTimeout = Object.assign(watched, set);
  window.clearTimeout = (id) => {
    timers.delete(id);
    clear(id);
  };
  window.Worker = class extends OriginalWorker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      workers += 1;
    }
  };
  streams.getReader = new Proxy(getReader, {
    apply(target, stream, args) {
      const reader = Reflect.apply(target, stream, args);
      readers += 1;
      const close = () => {
        readers -= 1;
      };
      reader.closed.then(close, close);
      return reader;
    },
  });
  return {
    open: () => ({ timers: timers.size, readers, workers }),
    stop() {
      Object.assign(window, { setTimeout: set, clearTimeout: clear, Worker: OriginalWorker });
      streams.getReader = getReader;
    },
  };
}

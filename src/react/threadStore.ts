import { type AgentEvent, emptyThread, reduce, reduceAll, type Thread } from '../logic/index.ts';
import { type Clock, wallClock } from './clock.ts';

/** Runs something at the next frame; gives back how to take that back. */
export type FrameScheduler = (run: () => void) => () => void;

export interface ThreadStoreOptions {
  /** Stamps events that carry no time of their own. */
  readonly clock?: Clock;
  /** Hears every event in order, stamped: the listener of a conversation log (SPEC R5.2). */
  readonly log?: (event: AgentEvent) => void;
  readonly frame?: FrameScheduler;
  /** What the thread starts from: a reloaded conversation. */
  readonly thread?: Thread;
}

/** What is on the screen. `epoch` counts the resets: what a reset brings is not news (SPEC R6.2). */
export interface Shown {
  readonly thread: Thread;
  readonly epoch: number;
}

/**
 * A thread outside React. Events are folded at once; the screen hears of them at most once a frame,
 * whatever their rate.
 */
export interface ThreadStore {
  /** The thread with every event so far. */
  getThread(): Thread;
  /** The thread as it is shown, at most a frame older. */
  getShown(): Shown;
  dispatch(events: AgentEvent | Iterable<AgentEvent>): void;
  /** Starts over from these events, which are taken as they are, neither stamped nor logged. Shown at once. */
  reset(events?: Iterable<AgentEvent>): void;
  /** Calls `listener` when `getShown` has changed. */
  subscribe(listener: () => void): () => void;
}

/** An animation frame; a short timer where there are none (on the server, in a hidden tab). */
const browserFrame: FrameScheduler = (run) => {
  if (typeof requestAnimationFrame === 'undefined' || document.hidden) {
    const timer = setTimeout(run, 16);
    return () => clearTimeout(timer);
  }
  const frame = requestAnimationFrame(run);
  return () => cancelAnimationFrame(frame);
};

function isList(events: AgentEvent | Iterable<AgentEvent>): events is Iterable<AgentEvent> {
  return Symbol.iterator in events;
}

export function createThreadStore(options: ThreadStoreOptions = {}): ThreadStore {
  const { clock = wallClock, log, frame = browserFrame } = options;
  const listeners = new Set<() => void>();
  let thread = options.thread ?? emptyThread;
  let shown: Shown = { thread, epoch: 0 };
  let frameAsked = false;
  let cancelFrame = () => {};

  function show(next: Shown): void {
    shown = next;
    for (const listener of listeners) listener();
  }

  function accept(event: AgentEvent): void {
    const stamped = event.at === undefined ? { ...event, at: clock.now() } : event;
    log?.(stamped);
    thread = reduce(thread, stamped);
  }

  return {
    getThread: () => thread,
    getShown: () => shown,
    dispatch(events) {
      if (isList(events)) for (const event of events) accept(event);
      else accept(events);
      if (thread === shown.thread || frameAsked) return;
      frameAsked = true;
      cancelFrame = frame(() => {
        frameAsked = false;
        if (thread !== shown.thread) show({ thread, epoch: shown.epoch });
      });
    },
    reset(events = []) {
      thread = reduceAll(emptyThread, events);
      cancelFrame();
      frameAsked = false;
      show({ thread, epoch: shown.epoch + 1 });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

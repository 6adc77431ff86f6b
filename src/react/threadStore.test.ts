import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../logic/index.ts';
import { createThreadStore } from './threadStore.ts';

/** Frames that come when the test says so. */
function frames() {
  const waiting = new Set<() => void>();
  return {
    schedule(run: () => void) {
      waiting.add(run);
      return () => waiting.delete(run);
    },
    next() {
      const due = [...waiting];
      waiting.clear();
      for (const run of due) run();
      return due.length;
    },
  };
}

const clock = { now: () => 5000 };
const words: AgentEvent = { type: 'user_message', text: 'Hello', at: 1 };
const delta: AgentEvent = { type: 'text_delta', delta: 'a', at: 2 };

describe('the store', () => {
  it('folds at once and tells the screen once a frame, whatever the event rate', () => {
    const frame = frames();
    const store = createThreadStore({ frame: frame.schedule });
    let told = 0;
    store.subscribe(() => {
      told += 1;
    });
    store.dispatch(words);
    for (let i = 0; i < 1000; i += 1) store.dispatch(delta);
    expect(store.getThread().rounds.length).toBe(1);
    expect(store.getShown().thread.rounds.length).toBe(0);
    expect([frame.next(), told]).toEqual([1, 1]);
    expect(store.getShown().thread).toBe(store.getThread());
    expect([frame.next(), told]).toEqual([0, 1]);
  });

  it('asks for no frame where an event changed nothing', () => {
    const frame = frames();
    const store = createThreadStore({ frame: frame.schedule });
    store.dispatch([]);
    expect(frame.next()).toBe(0);
  });

  it('R2.7: stamps events that have no time of their own, and tells the log', () => {
    const logged: AgentEvent[] = [];
    const store = createThreadStore({ clock, frame: frames().schedule, log: (event) => logged.push(event) });
    store.dispatch([words, { type: 'run_started', runId: 'r1' }]);
    expect(logged.map(({ at }) => at)).toEqual([1, 5000]);
    expect(store.getThread().rounds.at(0)?.startedAt).toBe(1);
  });

  it('shows a reset at once, as another epoch, and forgets the frame that was asked for', () => {
    const frame = frames();
    const store = createThreadStore({ frame: frame.schedule });
    store.dispatch(words);
    store.reset([{ ...words, text: 'Other' }]);
    expect(store.getShown().thread.rounds.at(0)?.user?.text).toBe('Other');
    expect(store.getShown().epoch).toBe(1);
    expect(frame.next()).toBe(0);
  });

  it('keeps rounds that an event does not touch', () => {
    const store = createThreadStore({ frame: frames().schedule });
    store.dispatch([words, { type: 'run_finished', outcome: 'completed' }, { ...words, text: 'Again' }]);
    const first = store.getThread().rounds.at(0);
    store.dispatch(delta);
    expect(store.getThread().rounds.at(0)).toBe(first);
  });
});

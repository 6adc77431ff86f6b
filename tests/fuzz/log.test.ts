import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AgentEvent,
  createConversationLog,
  createMemoryStore,
  emptyThread,
  reduceAll,
} from '../../src/logic/index.ts';
import { project } from '../reference/project.ts';
import { eventSequences } from './events.ts';
import { eventsOf, recordings } from './recordings.ts';
import { runs } from './runs.ts';

/** What has to be the same: all that is shown, and the times of the rounds. */
function shown(events: Iterable<AgentEvent>, from = emptyThread) {
  const thread = reduceAll(from, events);
  const times = [...thread.rounds].map(({ startedAt, endedAt, lastProgressAt, waitedMs, waitingSince }) => {
    return { startedAt, endedAt, lastProgressAt, waitedMs, waitingSince };
  });
  return { ...project(thread), times };
}

function logOf(events: Iterable<AgentEvent>) {
  const store = createMemoryStore();
  const log = createConversationLog(store);
  for (const event of events) log.listener(event);
  return { store, log };
}

/** A round is open, so that its first time does not depend on what is held back. */
const opened = eventSequences().map((events): AgentEvent[] => [
  { ...(events[0]?.at !== undefined && { at: 900 }), type: 'run_started', runId: 'r0' },
  ...events,
]);
const cut = fc.double({ min: 0, max: 1, noNaN: true });

function expectSameAtCut(events: readonly AgentEvent[], at: number) {
  const before = events.slice(0, at);
  const after = events.slice(at);
  const { store, log } = logOf(before);
  const stored: AgentEvent[] = JSON.parse(JSON.stringify(log.replay()));
  expect(shown(stored)).toEqual(shown(before));
  // A window that joins here and gets the rest live.
  expect(shown(after, reduceAll(emptyThread, stored))).toEqual(shown(events));
  // After a crash the log is all there is: a beginning of what it would have become.
  const written = [...store.read()];
  for (const event of after) log.listener(event);
  expect([...store.read()].slice(0, written.length)).toEqual(written);
  expect(shown(log.replay())).toEqual(shown(events));
}

test('R5.3: live, after a reload and for a window that joins late the same is shown', { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(opened, cut, (events, at) => expectSameAtCut(events, Math.round(at * events.length))),
    runs(200),
  );
});

test.each(recordings)('R5.3: at cuts all over the recording %s', (name) => {
  const events = eventsOf(name);
  expect(events.length).toBeGreaterThan(10);
  const step = Math.max(1, Math.floor(events.length / 25));
  for (let at = 0; at <= events.length; at += step) expectSameAtCut(events, at);
});

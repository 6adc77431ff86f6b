import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currentStep, emptyThread, reduce, reduceAll, type Thread, traceEvents } from '../../src/logic/index.ts';
import { project } from '../reference/project.ts';
import { eventSequences } from './events.ts';
import { runs } from './runs.ts';

/** Freezes all that can be reached, but the cells in which previews are kept once they were asked for. */
function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const key of Reflect.ownKeys(value)) if (key !== 'preview') deepFreeze(Reflect.get(value, key));
}

test('reduce changes nothing that it is given, and gives the same on two branches', { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(eventSequences(), (events) => {
      let thread = emptyThread;
      for (const event of events) {
        deepFreeze(thread);
        const before = JSON.stringify(thread);
        const one = reduce(thread, event);
        expect(project(reduce(thread, event))).toEqual(project(one));
        expect(JSON.stringify(thread)).toBe(before);
        thread = one;
      }
    }),
    runs(100),
  );
});

test('reduce shares what did not change: rounds before the newest, and all items but a few', {
  timeout: 600_000,
}, () => {
  fc.assert(
    fc.property(eventSequences(), (events) => {
      let thread = emptyThread;
      for (const event of events) {
        const next = reduce(thread, event);
        const known = [...thread.rounds];
        for (const [i, round] of known.slice(0, -1).entries()) expect(next.rounds.at(i)).toBe(round);
        if (event.type.endsWith('_delta')) expect(changedItems(thread, next)).toBeLessThanOrEqual(2);
        thread = next;
      }
    }),
    runs(100),
  );
});

/** Items of the newest round that are other objects than before. */
function changedItems(before: Thread, after: Thread): number {
  const items = [...(before.rounds.at(-1)?.items ?? [])];
  const kept = new Set<unknown>(after.rounds.at(-1)?.items ?? []);
  return items.filter((item) => item.kind === 'tool_call' && item.status !== 'preparing' && !kept.has(item)).length;
}

test('an event that changes nothing gives the very thread back', () => {
  const thread = reduceAll(emptyThread, [
    { type: 'run_started', runId: 'r', seq: 1 },
    { type: 'user_message', text: 'Hi', id: 'u' },
    { type: 'turn_started', turnId: 't' },
    { type: 'text', text: 'Hello', itemId: 'm' },
    { type: 'tool_call_started', callId: 'c', name: 'Bash', args: { command: 'ls' } },
    { type: 'approval_requested', approvalId: 'a', name: 'Bash' },
    { type: 'tool_call_finished', callId: 'c', result: 'ok' },
    { type: 'delegation_started', childId: 'd', title: 'Look' },
    { type: 'tool_preparing', toolName: 'write', byteCount: 3 },
  ]);
  const repeated = [
    { type: 'run_started', runId: 'r', seq: 1 },
    { type: 'user_message', text: 'Hi', id: 'u' },
    { type: 'turn_started', turnId: 't' },
    { type: 'text', text: 'Hello', itemId: 'm' },
    { type: 'text_delta', delta: '', itemId: 'm' },
    { type: 'tool_call_finished', callId: 'c', result: 'again' },
    { type: 'tool_call_started', callId: 'c', name: 'Bash' },
    { type: 'tool_args', callId: 'c', args: { command: 'rm' } },
    { type: 'tool_call_ready', callId: 'c' },
    { type: 'tool_output_delta', callId: 'c', delta: 'late' },
    { type: 'approval_requested', approvalId: 'a', name: 'Bash' },
    { type: 'delegation_started', childId: 'd', title: 'Look' },
    { type: 'tool_preparing', toolName: 'write', byteCount: 3 },
  ] as const;
  for (const event of repeated) expect(reduce(thread, event), event.type).toBe(thread);
});

test('asking what a thread shows does not change it', () => {
  const thread = reduceAll(emptyThread, [
    { type: 'text', text: 'One', itemId: 'a' },
    { type: 'text', text: 'Two', itemId: 'b' },
  ]);
  const round = thread.rounds.at(0);
  if (!round) throw new Error('There is a round.');
  const trace = traceEvents(round);
  expect(currentStep(round)).toEqual({ kind: 'working' });
  expect(() => Array.prototype.push.call(trace, round.items.at(0))).toThrow(TypeError);
  expect(trace.map((item) => item.key)).toEqual([0]);
});

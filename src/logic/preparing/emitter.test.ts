import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPreparingEmitter, parsePreparingMarker, type TimerClock } from '../index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const clock: TimerClock = {
  now: () => Date.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

function emitter() {
  const told: string[] = [];
  const emit = (marker: string) => {
    const { toolName, byteCount } = parsePreparingMarker(marker) ?? { toolName: '?', byteCount: -1 };
    told.push(`${toolName} ${byteCount}`);
  };
  return { told, ...createPreparingEmitter({ emit, clock }) };
}

test('R4.2: at once with the name, then with every delta, counted in UTF-8 also over a cut', () => {
  const { told, delta } = emitter();
  delta(0, 'write', '');
  delta(0, undefined, 'ü');
  delta(0, undefined, '\ud83d');
  delta(0, undefined, '\ude80');
  expect(told).toEqual(['write 0', 'write 2', 'write 5', 'write 6']);
});

test('R4.2: calls are told apart by index; a name in pieces is joined, a repeated one is the same', () => {
  const { told, delta } = emitter();
  delta(0, 'write_', '');
  delta(1, 'read', '{');
  delta(0, 'file', '{}');
  delta(1, 'read', '}');
  expect(told).toEqual(['write_ 0', 'read 1', 'write_file 2', 'read 2']);
});

test('R4.2a, R4.4: nothing is told before the name, nor after the finish', () => {
  const { told, delta, finish } = emitter();
  delta(0, undefined, '{"pa');
  expect(told).toEqual([]);
  delta(0, 'read', undefined);
  finish();
  delta(0, undefined, 'th"}');
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(['read 4']);
  expect(vi.getTimerCount()).toBe(0);
});

test('R4.3: after a silence of 5 s, at the latest after 6 s, every call is told again, with one timer', () => {
  const { told, delta, visible, dispose } = emitter();
  delta(0, 'write', 'abc');
  delta(1, 'read', '');
  told.length = 0;
  vi.advanceTimersByTime(3000);
  visible();
  vi.advanceTimersByTime(4999);
  expect(told).toEqual([]);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1001);
  expect(told).toEqual(['write 3', 'read 0']);
  vi.advanceTimersByTime(6000);
  expect(told.length).toBe(4);
  dispose();
  expect(vi.getTimerCount()).toBe(0);
});

test('R4.3: a call without a name does not keep the timer spinning', () => {
  const { delta } = emitter();
  delta(0, undefined, '{');
  let waits = 0;
  const known = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((...args: Parameters<typeof known>) => {
    waits++;
    if (waits > 50) throw new Error('It spins.');
    return known(...args);
  });
  vi.advanceTimersByTime(20_000);
  expect(waits).toBeLessThan(6);
  vi.restoreAllMocks();
});

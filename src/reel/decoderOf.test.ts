import { describe, expect, it } from 'vitest';
import type { Fault } from './index.ts';
import { check, keyFrames, threadAt, withFaults } from './index.ts';
import { logReel } from './reelStand.ts';

const events = [
  { type: 'run_started', runId: 'r' },
  { type: 'tool_call_started', callId: 'c1', name: 'Bash' },
  { type: 'tool_args_delta', callId: 'c1', delta: '{"command":"make"}' },
  { type: 'text_delta', delta: 'Done.' },
  { type: 'run_finished', outcome: 'completed' },
];
const reel = logReel(events, { prompt: 'Run it.' });

/** How the last round ends, and what its notices are. */
function endOf(faults: readonly Fault[], source = reel) {
  const faulty = withFaults(source, faults);
  const [round, ...more] = threadAt(faulty, Number.POSITIVE_INFINITY).rounds;
  expect(more).toEqual([]);
  const items = [...(round?.items ?? [])];
  return {
    status: round?.status,
    notices: items.flatMap((item) => (item.kind === 'notice' ? [item.code] : [])),
    open: items.filter((item) => item.kind === 'tool_call' && /preparing|running/.test(item.status)).length,
    findings: check(faulty).findings,
    frame: keyFrames(faulty).at(-1)?.label,
  };
}

describe('R5.7: a reel with faults ends as an app has it that reads its replay', () => {
  const interrupted = { status: 'failed', notices: ['interrupted'], open: 0, findings: [] };

  it.each<Fault>([
    { name: 'reset', at: { chunk: 3 } },
    { name: 'truncate', at: { chunk: 3 } },
  ])('$name in the middle: failed, interrupted, nothing open', (fault) => {
    expect(endOf([fault])).toEqual({ ...interrupted, frame: 'failed' });
  });

  it.each<Fault>([
    { name: 'reset', at: { chunk: 0 } },
    { name: 'truncate', at: { chunk: 0 } },
  ])('$name before anything was said: the same', (fault) => {
    expect(endOf([fault])).toMatchObject(interrupted);
  });

  it('http-error: the status is told, and the body is not taken for a stream', () => {
    const error = { status: 'failed', notices: ['error'], open: 0, findings: [], frame: 'failed' };
    expect(endOf([{ name: 'http-error' }])).toEqual(error);
    expect(endOf([{ name: 'http-error', body: `${JSON.stringify(events[0])}\n` }])).toEqual(error);
  });

  it('without the words of a user there is no round that could fail', () => {
    expect(endOf([{ name: 'http-error' }], logReel(events))).toMatchObject({ status: undefined, findings: [] });
  });
});

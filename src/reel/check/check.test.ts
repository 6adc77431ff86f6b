import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../logic/events.ts';
import { reduce } from '../../logic/reducer.ts';
import type { Thread } from '../../logic/thread.ts';
import type { Reel } from '../format.ts';
import { logReel } from '../reelStand.ts';
import { check } from './check.ts';

const log = (events: readonly object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('');
const run = { type: 'run_started', runId: 'r' };
const end = { type: 'run_finished', outcome: 'completed' };
const good = [
  run,
  { type: 'turn_started', turnId: 't1', at: 1000 },
  { type: 'thinking_delta', delta: 'First the ' },
  { type: 'thinking_delta', delta: 'tests.' },
  { type: 'text_delta', delta: 'I run them.' },
  { type: 'tool_call_started', callId: 'c1', name: 'Bash' },
  { type: 'tool_args_delta', callId: 'c1', delta: '{"command":' },
  { type: 'tool_args_delta', callId: 'c1', delta: '"make"}' },
  { type: 'tool_call_ready', callId: 'c1' },
  { type: 'tool_output_delta', callId: 'c1', delta: 'ok' },
  { type: 'tool_call_finished', callId: 'c1', result: { raw: 'ok' } },
  { type: 'turn_started', turnId: 't2' },
  { type: 'text', text: 'They pass.' },
  { ...end, at: 3500 },
];

const rulesOf = (source: string | Reel, options = {}) => check(source, options).findings.map(({ rule }) => rule);

describe('R7.4: a check tells', () => {
  it('what a log holds, and that all is well', () => {
    const report = { format: 'runreel', rounds: 1, turns: 2, calls: 1, events: 14, unknown: {}, malformed: 0 };
    expect(check(log(good))).toEqual({ ...report, duration: 2500, findings: [] });
    expect(check(new TextEncoder().encode(log(good)))).toEqual(check(log(good)));
  });

  it('the same of a reel, whose prompt is an event and whose time is its own', () => {
    const report = check(logReel(good, { prompt: 'Run the tests.' }));
    expect(report).toMatchObject({ format: 'runreel', rounds: 1, turns: 2, calls: 1, events: 15, duration: 1450 });
    expect(report.findings).toEqual([]);
  });

  it('the same each time', () => {
    expect(check(log(good), { seed: 7 })).toEqual(check(log(good), { seed: 7 }));
  });

  it('nothing of what is no log, with the reason', () => {
    for (const source of ['', 'hello\n', '\u0000', '{"type":"nobody knows"}']) {
      expect(check(source)).toMatchObject({ format: undefined, events: 0, findings: [{ rule: 'format' }] });
    }
    expect(rulesOf(logReel(good, { format: 'strange' }))).toEqual(['format']);
  });

  it('the line and the event at which a rule was broken first', () => {
    const named = good.map((event) => ('name' in event ? { ...event, name: 'Ba\u202esh' } : event));
    expect(check(log(named)).findings[0]).toMatchObject({ rule: 'R3.3', at: { line: 6, event: 6 } });
    expect(check(logReel(named)).findings[0]).toMatchObject({ rule: 'R3.3', at: { line: 7, event: 6 } });
  });

  it('section 8: which lines could not be read', () => {
    const torn = log(good).replace('{"type":"text_delta"', '{"type":text_delta"');
    const report = check(torn);
    expect(report.malformed).toBe(1);
    expect(report.findings).toEqual([
      { rule: 'section 8', text: 'Line 5 holds something that cannot be read.', at: { line: 5, event: 0 } },
    ]);
  });

  it('R5.4: the kinds that nobody knows, if they are more than one in a hundred', () => {
    const strange = { type: 'strange' };
    const many = [...good, ...Array.from({ length: 200 }, () => ({ type: 'notice', level: 'info', text: 'on' }))];
    const one = check(log([...many, strange]), { format: 'runreel' });
    expect(one).toMatchObject({ unknown: { strange: 1 }, findings: [] });
    const three = check(log([...many, strange, strange, strange]), { format: 'runreel' });
    expect(three.findings.map(({ rule, text }) => [rule, text.includes('strange (3)')])).toEqual([['R5.4', true]]);
  });

  it('what the header of a reel expects and what is not so', () => {
    expect(
      rulesOf(logReel(good, { expect: { rounds: 1, calls: 1, status: 'completed', answer: 'They pass.' } })),
    ).toEqual([]);
    const wrong = check(logReel(good, { expect: { calls: 2, answer: 'No.', weather: 'fine' } }));
    expect(wrong.findings.map(({ text }) => text)).toEqual([
      'The header expects calls 2; it is 1.',
      'The header expects answer "No."; it is "They pass.".',
      expect.stringContaining('"weather", which nobody checks'),
    ]);
    expect(rulesOf(logReel(good, { expect: 'all' }))).toEqual(['expect']);
  });
});

/** A reducer that leaves out what `isLost` says. */
const losing = (isLost: (event: AgentEvent) => boolean) => (thread: Thread, event: AgentEvent) =>
  isLost(event) ? thread : reduce(thread, event);

describe('R7.4: a wrong reducer is found out', () => {
  it('R4.7: by a row that stays', () => {
    expect(rulesOf(log(good), { reduce: losing(({ type }) => type === 'tool_call_ready') })).toContain('R4.7');
  });

  it('R5.3: by what a reload does not bring back', () => {
    // Only what was joined in the log has this stamp: live nothing is lost.
    const rules = rulesOf(log(good), { reduce: losing(({ merged }) => merged !== undefined) });
    expect(rules).toEqual([]);
    const joined = good.map((event, i) => ({ at: i, ...event }));
    expect(rulesOf(log(joined), { reduce: losing(({ merged }) => merged !== undefined) })).toContain('R5.3');
  });

  it('R5.3: by a window that joined and does not take what follows', () => {
    let live: Thread | undefined;
    // Only a thread that the same reducer made from live events goes on.
    const reduceLive = (thread: Thread, event: AgentEvent) => {
      if (event.type !== 'text' || thread === live) {
        live = reduce(thread, event);
        return live;
      }
      return thread;
    };
    const report = check(log(good), { reduce: reduceLive });
    expect(report.findings.map(({ rule }) => rule)).toContain('R5.3');
  });
});

it('R7.4: the cost of a prefix does not grow: a long run is checked in seconds', { timeout: 30_000 }, () => {
  const step = (i: number) => [
    { type: 'turn_started', turnId: `t${i}` },
    ...Array.from({ length: 10 }, () => ({ type: 'text_delta', delta: 'Some more words. ' })),
    { type: 'tool_call_started', callId: `c${i}`, name: 'Bash', args: { command: 'ls' } },
    { type: 'tool_call_finished', callId: `c${i}`, result: { text: 'a b c', raw: 'a b c' } },
  ];
  const text = log([run, ...Array.from({ length: 2000 }, (_, i) => step(i)).flat(), end]);
  const report = check(text);
  expect(report).toMatchObject({ turns: 2000, calls: 2000, findings: [] });
});

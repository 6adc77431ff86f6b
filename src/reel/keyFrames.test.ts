import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../logic/events.ts';
import { readReel } from './check/reading.ts';
import type { EndCause, Reel } from './format.ts';
import { keyFrames } from './keyFrames.ts';
import { parseReel } from './parse.ts';
import { testHeader } from './reelStand.ts';
import { createLineMaker } from './write.ts';

/** A reel of the kit's own events, one chunk for each inner list, each 100 ms after the one before. */
function reelOf(chunks: readonly (readonly AgentEvent[])[], end: EndCause = 'eof', format = 'runreel'): Reel {
  const make = createLineMaker();
  const encoder = new TextEncoder();
  const text = (events: readonly AgentEvent[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('');
  const lines = chunks.map((events, i) => make.output(100 * (i + 1), encoder.encode(text(events))));
  return {
    header: testHeader({ format, transport: 'stdout' }),
    lines: [...lines, make.end(100 * chunks.length + 30, end)],
    truncated: false,
  };
}
const labels = (reel: Reel) => keyFrames(reel).map(({ chunk, label }) => `${chunk} ${label}`);

const started: AgentEvent = { type: 'run_started', runId: 'r' };
const finished: AgentEvent = { type: 'run_finished', outcome: 'completed' };
const call = (callId: string, name: string): AgentEvent => ({ type: 'tool_call_started', callId, name });

describe('key frames: one moment for each distinct state of a run', () => {
  it('follows thinking, preparing, the tool and the answer, and makes no frame of a delta more', () => {
    const reel = reelOf([
      [started],
      [{ type: 'thinking_delta', delta: 'Let me ' }],
      [{ type: 'thinking_delta', delta: 'see.' }],
      [call('1', 'Bash')],
      [{ type: 'tool_args_delta', callId: '1', delta: '{"command":' }],
      [{ type: 'tool_args_delta', callId: '1', delta: '"ls"}' }],
      [{ type: 'tool_call_ready', callId: '1' }],
      [{ type: 'tool_output_delta', callId: '1', delta: 'a.txt' }],
      [{ type: 'tool_call_finished', callId: '1' }],
      [{ type: 'text_delta', delta: 'There is ' }],
      [{ type: 'text_delta', delta: 'a file.' }],
      [finished],
    ]);
    expect(labels(reel)).toEqual([
      '1 working',
      '2 thinking',
      '4 preparing:Bash',
      '7 tool:Bash',
      '9 working',
      '10 answered',
      '12 done',
    ]);
    expect(keyFrames(reel)[2]).toEqual({
      chunk: 4,
      time: 400,
      label: 'preparing:Bash',
      step: { kind: 'preparing', tool: 'Bash', bytes: 0 },
    });
    expect(keyFrames(reel).at(-1)).toEqual({ chunk: 12, time: 1230, label: 'done' });
  });

  it('sees a second row in preparation, and an answer that replaces another', () => {
    const reel = reelOf([
      [started, { type: 'text', text: 'First.' }],
      [call('1', 'Read')],
      [call('2', 'Read')],
      [
        { type: 'tool_call_ready', callId: '1' },
        { type: 'tool_call_ready', callId: '2' },
      ],
      [
        { type: 'tool_call_finished', callId: '1' },
        { type: 'tool_call_finished', callId: '2' },
      ],
      [{ type: 'text', text: 'Second.' }],
    ]);
    expect(labels(reel).slice(0, -1)).toEqual([
      '1 answered',
      '2 preparing:Read',
      '3 preparing:Read',
      '4 tool:Read',
      '5 working',
    ]);
  });

  it('sees approvals, notices and delegations', () => {
    const reel = reelOf([
      [started, { type: 'approval_requested', approvalId: 'a', name: 'Bash' }],
      [{ type: 'approval_resolved', approvalId: 'a', decision: 'approved' }],
      [{ type: 'notice', level: 'warning', text: 'Overloaded', code: 'retry' }],
      [{ type: 'notice', level: 'info', text: 'Something' }],
      [{ type: 'delegation_started', childId: 'c' }],
      [{ type: 'text_delta', delta: 'The child writes.', agentId: 'c' }],
      [{ type: 'delegation_finished', childId: 'c', outcome: 'completed' }],
      [finished],
    ]);
    expect(labels(reel)).toEqual([
      '1 approval:Bash',
      '2 working',
      '3 notice:retry',
      '4 notice:info',
      '5 delegated',
      '7 returned',
      '8 done',
    ]);
  });

  it('the end of the stream comes with the last chunk: a run that did not end is failed', () => {
    expect(labels(reelOf([[started], [{ type: 'text_delta', delta: 'Half' }]], 'reset'))).toEqual([
      '1 working',
      '2 failed',
    ]);
  });

  it('each round begins anew', () => {
    const reel = reelOf([[started], [finished], [{ type: 'run_started', runId: 's' }], [finished]]);
    expect(labels(reel)).toEqual(['1 working', '2 done', '3 working', '4 done']);
  });

  it('refuses a format that is not known', () => {
    expect(() => keyFrames(reelOf([], 'eof', 'morse'))).toThrow(
      /^Line 1 of the reel: the format "morse" is not known; known are .*ag-ui/,
    );
  });
});

const fixtures = path.resolve(import.meta.dirname, '../../fixtures');
const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.reel.jsonl'),
);

/** What a kind of event shows as a moment of its own, unless the chunk that it comes in goes on to another kind. */
const shownBy: Readonly<Record<string, readonly [moment: string, goesOn?: string]>> = {
  thinking_delta: ['thinking'],
  tool_args_delta: ['preparing', 'tool_call_ready'],
  tool_call_ready: ['tool', 'tool_call_finished'],
  text_delta: ['answered'],
  approval_requested: ['approval'],
  delegation_started: ['delegated'],
};

/** The moments that a reel tells of, by the events of its main agent. */
function momentsOf(reel: Reel): ReadonlySet<string> {
  const own = readReel(reel).events.filter(({ event }) => event.agentId === undefined);
  const comes = (type: string | undefined, at: number) =>
    own.some(({ event, line }) => line === at && event.type === type);
  return new Set(
    own.flatMap(({ event, line }) => {
      const [moment, goesOn] = shownBy[event.type] ?? [];
      return moment === undefined || comes(goesOn, line) ? [] : [moment];
    }),
  );
}

const seen = new Set<string>();

describe.each(files)('key frames of fixtures/%s', (name) => {
  const reel = parseReel(readFileSync(path.join(fixtures, name), 'utf8'));
  const frames = keyFrames(reel);
  const kinds = new Set(frames.map(({ label }) => label.replace(/:.*/, '')));
  for (const kind of kinds) seen.add(kind);
  const told = momentsOf(reel);

  it('some dozens at most, in order, to the end', () => {
    expect(frames.length).toBeGreaterThan(told.size);
    expect(frames.length).toBeLessThan(48);
    const places = frames.map(({ chunk }) => chunk);
    expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
    expect(frames.at(-1)?.label).toMatch(/^(?:done|failed|aborted|notice:.*)$/);
  });

  it('one at least for each kind of thing that it tells of', () => {
    expect([...kinds]).toEqual(expect.arrayContaining([...told]));
    if (name.includes('fix-a-test')) expect(frames.length).toBeGreaterThan(8);
  });
});

it('the fixtures together show every kind of moment', () => {
  const moments = [
    ...Object.values(shownBy).map(([moment]) => moment),
    'working',
    'returned',
    'notice',
    'done',
    'failed',
    'aborted',
  ];
  expect([...seen]).toEqual(expect.arrayContaining(moments));
});

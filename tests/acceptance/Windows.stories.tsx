import type { Meta } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import copilotKit from '../../fixtures/ag-ui-copilotkit/fix-a-test.reel.jsonl?raw';
import { keyFrames } from '../../src/reel/index.ts';
import { provided } from './support/provider.ts';
import { acts, on, type Stage, type Story } from './support/stage.tsx';
import type { View } from './support/view.ts';
import { recorded, type Stream, written } from './support/written.ts';

const meta: Meta = { title: 'Acceptance/Windows', tags: ['!autodocs'] };
export default meta;

/** Goes from moment to moment; at some a window joins; at each all windows show the same, and so does a reload. */
async function joinsAndStaysTheSame(stage: Stage, moments: Iterable<string | number>, joins: ReadonlySet<unknown>) {
  const joined: View[] = [];
  const seen = new Set<string>();
  for (const moment of moments) {
    await stage.at(moment);
    if (joins.has(moment)) joined.push(await stage.join(`Joined at ${moment}`));
    for (const window of [...joined, await stage.reload()]) await window.expectSameAs(stage.live);
    seen.add(JSON.stringify(stage.live.shown()));
  }
  await expect(joined).toHaveLength(joins.size);
  // What stayed the same all the time would prove nothing.
  await expect(seen.size).toBeGreaterThan(joins.size);
}

const everything: Stream = written({
  'it thinks': [
    { type: 'run_started', runId: 'r1' },
    { type: 'turn_started', turnId: 't1' },
    { type: 'thinking_delta', delta: 'Which test? I lo' },
  ],
  'it writes': [
    { type: 'thinking_delta', delta: 'ok.' },
    { type: 'text_delta', delta: 'I run the te' },
  ],
  'a call is in preparation': [
    { type: 'text_delta', delta: 'sts.' },
    { type: 'tool_call_started', callId: 'c1', name: 'Bash' },
    { type: 'tool_args_delta', callId: 'c1', delta: '{"command":"npm te' },
  ],
  'the tool runs': [
    { type: 'tool_args_delta', callId: 'c1', delta: 'st"}' },
    { type: 'tool_call_ready', callId: 'c1' },
    { type: 'tool_output_delta', callId: 'c1', delta: 'test 1 ok' },
  ],
  'a question waits': [
    { type: 'tool_call_finished', callId: 'c1', result: 'one fails' },
    { type: 'turn_started', turnId: 't2' },
    { type: 'thinking_delta', delta: 'One fails.' },
    { type: 'tool_call_started', callId: 'c2', name: 'Edit', args: { path: 'a.js' } },
    { type: 'approval_requested', approvalId: 'p1', name: 'Edit', callId: 'c2' },
  ],
  'an agent is asked': [
    { type: 'approval_resolved', approvalId: 'p1', decision: 'approved' },
    { type: 'tool_call_finished', callId: 'c2', result: 'ok' },
    { type: 'delegation_started', childId: 'a1', title: 'Check it' },
    { type: 'thinking_delta', agentId: 'a1', delta: 'How?' },
  ],
  'it answers': [
    { type: 'text_delta', agentId: 'a1', delta: 'All good.' },
    { type: 'delegation_finished', childId: 'a1', outcome: 'completed' },
    { type: 'notice', level: 'warning', text: '', code: 'compaction' },
  ],
  'the last text begins': [
    { type: 'turn_started', turnId: 't3' },
    { type: 'text_delta', delta: 'Fixed: a minute' },
  ],
  'the run ends': [
    { type: 'text_delta', delta: ' is 60 s.' },
    { type: 'run_finished', outcome: 'completed' },
  ],
});

/** R5.3, R1.4 */
export const LateJoin: Story = {
  name: 'A window that joins a running run later shows the same as one that was there',
  ...on(everything, { trace: 'full' }),
  play: acts((stage) =>
    joinsAndStaysTheSame(
      stage,
      everything.moments.keys(),
      new Set(['it writes', 'a call is in preparation', 'a question waits']),
    ),
  ),
};

const markers = provided(({ piece, think, write, call, finish, moment }) => {
  think('I write');
  moment('it thinks');
  piece(0, 'write_to_file', '{"path":');
  moment('one call is in preparation');
  piece(1, 'write_to_file', '{"pa');
  piece(0, undefined, '"a.js"');
  moment('two calls are');
  piece(1, undefined, `th":"b.js","content":"${'b'.repeat(2000)}"}`);
  moment('the second one is longer');
  piece(0, undefined, '}');
  finish();
  call('c1', 'write_to_file', { path: 'a.js' });
  moment('the first one runs');
  call('c2', 'write_to_file', { path: 'b.js' });
  moment('both run');
  write('Both are written.');
  moment('it writes');
});

/** R5.3, R4.6 */
export const LateJoinWithMarkers: Story = {
  name: 'A window that joins while calls are in preparation shows their rows and bytes',
  ...on(markers, { trace: 'full' }),
  play: acts(async (stage) => {
    const joins = new Set(['one call is in preparation', 'two calls are', 'the first one runs']);
    await joinsAndStaysTheSame(stage, markers.moments.keys(), joins);
  }),
};

const recording = recorded(copilotKit);
const frames = keyFrames(recording.reel).map(({ chunk }) => chunk);

/** R5.3 */
export const LateJoinOfARecordedRun: Story = {
  name: 'A window that joins a recorded run at any of its states shows the same to the end',
  ...on(recording, { trace: 'full' }),
  play: acts(async (stage) => {
    const joins = new Set([0.25, 0.5, 0.75].map((part) => frames[Math.floor(frames.length * part)]));
    await joinsAndStaysTheSame(stage, new Set(frames), joins);
  }),
};

import type { Meta } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import aiSdkLost from '../../fixtures/ai-sdk/connection-lost.reel.jsonl?raw';
import type { AgentEvent } from '../../src/logic/index.ts';
import { timelineOf } from '../../src/reel/index.ts';
import { acts, on, type Story } from './support/stage.tsx';
import { recorded, written, writtenAs } from './support/written.ts';

const meta: Meta = { title: 'Acceptance/Stalls and ends', tags: ['!autodocs'] };
export default meta;

const slow = written(
  {
    'a tool runs': [{ type: 'tool_call_started', callId: 'c1', name: 'Bash', args: { command: 'make' } }],
    'it puts something out': [{ type: 'tool_output_delta', callId: 'c1', delta: 'cc a.c' }],
    'it is done': [{ type: 'tool_call_finished', callId: 'c1', result: 'ok' }],
  },
  { seconds: { 'it puts something out': 30 } },
);

/** R2.8 */
export const Stall: Story = {
  name: 'After 15 s without anything new the line says so, and with the next event it is as before',
  ...on(slow),
  play: acts(async ({ at, live, app }) => {
    await at('a tool runs', { line: 'Bash: make' });
    app.player.play();
    await app.time.advance(14_900);
    await live.expect({ line: 'Bash: make' });
    await app.time.advance(100);
    await live.expect({ line: 'Bash: make · no update for 15 s' });
    await app.time.advance(9000);
    await live.expect({ line: 'Bash: make · no update for 24 s' });
    await app.time.advance(6000);
    app.player.pause();
    await live.expect({ line: 'Bash: make' });
    await at('it is done', { line: 'Working…' });
  }),
};

/** R1.3, R2.7 */
export const Completed: Story = {
  name: 'A round that is completed says how long it worked and in how many steps',
  ...on(
    written({
      'it works': [
        { type: 'thinking_delta', delta: 'Hm.' },
        { type: 'tool_call_started', callId: 'c1', name: 'Bash', args: { command: 'make' } },
      ],
      'it writes': [
        { type: 'tool_call_finished', callId: 'c1', result: 'ok' },
        { type: 'text_delta', delta: 'Made.' },
      ],
      'the run ends': [{ type: 'run_finished', outcome: 'completed' }],
    }),
  ),
  play: acts(async ({ at, live, reload }) => {
    await at('it works', { line: 'Bash: make', dots: true });
    await at('it writes', { line: 'Working…', answer: 'Made.' });
    const end = { line: 'Worked for 3 s · 2 steps', answer: 'Made.', dots: false, notice: '' };
    await at('the run ends', { ...end, said: 'The agent finished' });
    await at('the stream ends', end);
    const reloaded = await reload();
    await reloaded.expectSameAs(live);
    // What a reload brings back is no news.
    await reloaded.expect({ ...end, said: '' });
  }),
};

const halfway: readonly AgentEvent[] = [
  { type: 'text_delta', delta: 'I make it.' },
  { type: 'tool_call_started', callId: 'c1', name: 'Bash', args: { command: 'make' } },
];

/** R2.7, R5.7 */
export const Stopped: Story = {
  name: 'A round that the user stops says so; what came before is kept',
  ...on(written({ 'it writes': halfway }), { trace: 'full' }),
  play: acts(async ({ at, live }) => {
    await at('it writes', { line: 'Bash: make', answer: 'I make it.' });
    await userEvent.click(within(document.body).getByRole('button', { name: 'Stop' }));
    await live.expect({
      line: 'Stopped after 1 s · 1 step',
      answer: 'I make it.',
      rows: ['Bash: make'],
      said: 'The agent was stopped',
    });
  }),
};

/** R2.7 */
export const Failed: Story = {
  name: 'A round that failed says so and why; what came before is kept',
  ...on(
    writtenAs('ai-sdk-ui', {
      'it writes': [
        { type: 'start', messageId: 'm1' },
        { type: 'text-start', id: 't' },
        { type: 'text-delta', id: 't', delta: 'I make it.' },
      ],
      'it fails': [{ type: 'error', errorText: 'The model is overloaded.' }],
    }),
  ),
  play: acts(async ({ at }) => {
    await at('it writes', { line: 'Working…', answer: 'I make it.', notice: '' });
    const failed = { answer: 'I make it.', notice: 'The run failed. The model is overloaded.', dots: false };
    await at('it fails', { ...failed, line: 'Failed after 2 s', said: 'The agent failed' });
    await at('the stream ends', failed);
  }),
};

/** R5.7 */
export const Interrupted: Story = {
  name: 'A round whose connection is lost says so and during which tool; what came before is kept',
  ...on(written({ 'it writes': halfway }, { end: 'reset' }), { trace: 'full' }),
  play: acts(async ({ at, live, reload }) => {
    await at('it writes', { line: 'Bash: make', answer: 'I make it.' });
    await at('the stream ends', {
      line: 'Failed after 1 s · 1 step',
      answer: 'I make it.',
      notice: 'The connection was lost during Bash. What came before is kept.',
      dots: false,
    });
    await (await reload()).expectSameAs(live);
  }),
};

const lost = recorded(aiSdkLost);

/** R5.7, R4.7 */
export const InterruptedRecording: Story = {
  name: 'A recorded run whose connection was lost keeps all that came before, but no row of a call in preparation',
  ...on(lost, { trace: 'full' }),
  play: acts(async ({ at, live, reload }) => {
    const length = timelineOf(lost.reel).chunks.length;
    await at(length - 1, { line: 'writeFile: src/duration.js', bytes: '1.6 KB', notice: '' });
    const { rows, answer } = live.shown();
    await expect(rows.at(-1)).toBe('Preparing writeFile… 1.6 KB');
    await expect(answer).toMatch(/^Found it/);
    await at(length, {
      answer,
      bytes: '',
      rows: [
        ...rows.slice(0, -1),
        'writeFile: src/duration.js',
        expect.stringMatching(/^Error: The connection was lost/),
      ],
      notice: 'The connection was lost during writeFile. What came before is kept.',
    });
    await (await reload()).expectSameAs(live);
  }),
};

/** R1.3 */
export const WithoutText: Story = {
  name: 'A round that ends without a text says so, with neither dots nor an empty bubble',
  ...on(
    written({
      'it works': [{ type: 'tool_call_started', callId: 'c1', name: 'Bash', args: { command: 'make' } }],
      'the run ends': [
        { type: 'tool_call_finished', callId: 'c1', result: 'ok' },
        { type: 'text_delta', delta: ' \n ' },
        { type: 'run_finished', outcome: 'completed' },
      ],
    }),
  ),
  play: acts(async ({ at }) => {
    await at('it works', { dots: true });
    await at('the run ends', { line: 'Worked for 2 s · no answer · 1 step', dots: false, answer: '' });
  }),
};

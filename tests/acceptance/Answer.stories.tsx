import type { Meta } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { acts, on, type Story } from './support/stage.tsx';
import { written } from './support/written.ts';

const meta: Meta = { title: 'Acceptance/Answer', tags: ['!autodocs'] };
export default meta;

const textThenTool = written({
  'the agent writes': [
    { type: 'turn_started', turnId: 't1' },
    { type: 'text_delta', delta: 'I run the tests first.' },
  ],
  'a tool runs': [
    {
      type: 'tool_call_started',
      callId: 'c1',
      name: 'Bash',
      args: { command: 'npm test', description: 'Run the tests' },
    },
  ],
  'the tool is done': [{ type: 'tool_call_finished', callId: 'c1', result: 'ok' }],
  'the next turn begins': [{ type: 'turn_started', turnId: 't2' }],
  'it begins with a blank': [{ type: 'text_delta', itemId: 'blank', delta: ' \n\u200b' }],
  'it thinks': [{ type: 'thinking_delta', delta: 'A minute is 60 ms here.' }],
  'it writes': [{ type: 'text_delta', itemId: 'words', delta: 'A minute was worth 60 ms.' }],
  'another tool runs': [{ type: 'tool_call_started', callId: 'c2', name: 'Edit', args: { path: 'duration.js' } }],
  'the run ends': [
    { type: 'tool_call_finished', callId: 'c2', result: 'ok' },
    { type: 'turn_started', turnId: 't3' },
    { type: 'run_finished', outcome: 'completed' },
  ],
});

/** R1.1, R1.2, R1.3 */
export const TextThenTool: Story = {
  name: 'Text, then a tool, then a turn without text: the text is the answer, and no dots',
  // As patient as it is in an app that says nothing.
  ...on(textThenTool, { steadyMs: 300 }),
  play: acts(async ({ at }) => {
    await at(0, { answer: '', dots: true, line: 'Working…' });
    const first = { answer: 'I run the tests first.', dots: false };
    await at('the agent writes', { ...first, line: 'Working…' });
    await at('a tool runs', { ...first, line: 'Bash: Run the tests' });
    await at('the tool is done', { ...first, line: 'Working…' });
    await at('the next turn begins', first);
    await at('it begins with a blank', first);
    await at('it thinks', { ...first, line: 'Thinking: A minute is 60 ms here.' });
    const second = { answer: 'A minute was worth 60 ms.', dots: false };
    await at('it writes', second);
    await at('another tool runs', { ...second, line: 'Edit: duration.js' });
    await at('the run ends', { ...second, line: 'Worked for 9 s · 3 steps' });
  }),
};

const withoutText = written({
  'it thinks': [
    { type: 'turn_started', turnId: 't1' },
    { type: 'thinking_delta', delta: 'Which test?' },
  ],
  'a tool runs': [{ type: 'tool_call_started', callId: 'c1', name: 'Bash', args: { command: 'npm test' } }],
  'a delegated agent writes': [
    { type: 'tool_call_finished', callId: 'c1', result: 'ok' },
    { type: 'delegation_started', childId: 'a1', title: 'Look around' },
    { type: 'text_delta', agentId: 'a1', delta: 'Three tests, one fails.' },
  ],
  'only a blank is written': [
    { type: 'delegation_finished', childId: 'a1', outcome: 'completed' },
    { type: 'turn_started', turnId: 't2' },
    { type: 'text_delta', delta: ' \n' },
  ],
  'the run ends': [{ type: 'run_finished', outcome: 'completed' }],
});

/** R1.2, R1.3, R1.5 */
export const WithoutAnyText: Story = {
  name: 'A round without any text: dots while it runs, neither dots nor an empty bubble after its end',
  ...on(withoutText),
  play: acts(async ({ at, live }) => {
    const waiting = { answer: '', dots: true };
    await at(0, { ...waiting, line: 'Working…' });
    await at('it thinks', { ...waiting, line: 'Thinking: Which test?' });
    await at('a tool runs', { ...waiting, line: 'Bash: npm test' });
    await at('a delegated agent writes', waiting);
    await at('only a blank is written', waiting);
    await at('the run ends', { answer: '', dots: false, line: 'Worked for 5 s · no answer · 3 steps' });
    await expect(live.element.querySelector('.rr-answer')).toBeNull();
  }),
};

const threeTexts = written({
  'one text': [
    { type: 'turn_started', turnId: 't1' },
    { type: 'thinking_delta', delta: 'First the tests.' },
    { type: 'text_delta', delta: 'I run the tests.' },
  ],
  'a tool is done': [
    { type: 'tool_call_started', callId: 'c1', name: 'Bash', args: { command: 'npm test' } },
    { type: 'tool_call_finished', callId: 'c1', result: 'ok' },
  ],
  'a second text begins': [
    { type: 'turn_started', turnId: 't2' },
    { type: 'text_delta', delta: 'I read' },
  ],
  'it goes on': [
    { type: 'text_delta', delta: ' the module.' },
    { type: 'tool_call_started', callId: 'c2', name: 'Read', args: { path: 'duration.js' } },
    { type: 'tool_call_finished', callId: 'c2', result: 'ok' },
  ],
  'a third text': [
    { type: 'turn_started', turnId: 't3' },
    { type: 'text_delta', delta: '**Fixed.**' },
  ],
  'the run ends': [
    { type: 'tool_call_started', callId: 'c3', name: 'Bash', args: { command: 'npm test' } },
    { type: 'tool_call_finished', callId: 'c3', result: 'ok' },
    { type: 'run_finished', outcome: 'completed' },
  ],
});

/** R1.1, R1.3 */
export const ReplacedText: Story = {
  name: 'A text that a newer one replaces moves to the trace, at its place in time',
  ...on(threeTexts),
  play: acts(async ({ at, live, toggle }) => {
    const [thought, first, tests, second, read, again] = [
      'Thinking: First the tests.',
      'Text: I run the tests.',
      'Bash: npm test',
      'Text: I read the module.',
      'Read: duration.js',
      'Bash: npm test',
    ] as const;
    await at('one text', { answer: 'I run the tests.', rows: [] });
    await toggle(live);
    await live.expect({ answer: 'I run the tests.', rows: [thought] });
    await at('a tool is done', { answer: 'I run the tests.', rows: [thought, tests] });
    await at('a second text begins', { answer: 'I read', rows: [thought, first, tests] });
    await at('it goes on', { answer: 'I read the module.', rows: [thought, first, tests, read] });
    await at('a third text', { answer: 'Fixed.', rows: [thought, first, tests, second, read] });
    const all = [thought, first, tests, second, read, again];
    await at('the run ends', { answer: 'Fixed.', dots: false, rows: all });
    await toggle(live);
    await live.expect({ answer: 'Fixed.', rows: [] });
  }),
};

/** R1.4 */
export const AfterAReload: Story = {
  name: 'The answer and the dots are the same after a reload, while the run goes on',
  ...on(threeTexts),
  play: acts(async ({ at, reload }) => {
    await at(0);
    await (await reload()).expect({ answer: '', dots: true });
    await at('a tool is done');
    await (await reload()).expect({ answer: 'I run the tests.', dots: false });
    await at('a second text begins');
    await (await reload()).expect({ answer: 'I read', dots: false });
    await at('the run ends');
    await (await reload()).expect({ answer: 'Fixed.', dots: false, line: 'Worked for 6 s · 4 steps' });
  }),
};

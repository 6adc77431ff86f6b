import type { Meta } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import type { AgentEvent } from '../../src/logic/index.ts';
import { acts, on, type Story } from './support/stage.tsx';
import { written, writtenAs } from './support/written.ts';

const meta: Meta = { title: 'Acceptance/Trace', tags: ['!autodocs'] };
export default meta;

const long = `The **suite** has ${'many '.repeat(20)}tests.`;

const previews = written({
  'it thinks': [
    { type: 'turn_started', turnId: 't1' },
    { type: 'thinking_delta', delta: '## Which test?\n\nI look at' },
  ],
  'it thinks on': [{ type: 'thinking_delta', delta: ' all of them.' }],
  'it writes': [{ type: 'text_delta', delta: long }],
  'a tool runs': [
    {
      type: 'tool_call_started',
      callId: 'c1',
      name: 'Bash',
      args: { command: 'npm test', description: 'Run all tests' },
    },
    { type: 'tool_call_started', callId: 'c2', name: 'Read', args: { path: 'duration.js' } },
  ],
  'it writes again': [
    { type: 'tool_call_finished', callId: 'c1', result: 'one fails' },
    { type: 'turn_started', turnId: 't2' },
    { type: 'text_delta', delta: 'One fails.' },
  ],
});

/** R3.4, R3.3, R2.9 */
export const Previews: Story = {
  name: 'Collapsed tool, thinking and text entries show their previews, and open to all there is',
  ...on(previews, { trace: 'full' }),
  play: acts(async ({ at, live }) => {
    const thought = 'Thinking: Which test? I look at all of them.';
    const text = `Text: The suite has ${'many '.repeat(12)}many…`;
    const tools = ['Bash: Run all tests', 'Read: duration.js'];
    await at('it thinks', { rows: ['Thinking: Which test? I look at'] });
    await at('it thinks on', { rows: [thought] });
    await at('it writes', { rows: [thought] });
    await at('a tool runs', { rows: [thought, ...tools] });
    await at('it writes again', { rows: [thought, text, ...tools] });
    const trace = within(within(live.element).getByRole('list'));
    for (const [name, inside] of [
      [/^Thinking/, /^Which test\?I look at all of them\.$/],
      [/^Text/, /^The suite has (many ){20}tests\.$/],
      [/^Bash/, /npm test.*one fails/],
    ] as const) {
      const entry = trace.getByRole('button', { name });
      const details = document.getElementById(entry.getAttribute('aria-controls') ?? '');
      await expect(entry).toHaveAttribute('aria-expanded', 'false');
      await expect(details).toHaveTextContent(/^$/);
      await userEvent.click(entry);
      await waitFor(() => expect(details?.textContent?.trim()).toMatch(inside));
      await userEvent.click(entry);
      await waitFor(() => expect(details).toHaveTextContent(/^$/));
    }
  }),
};

const textOpensFirst = writtenAs('ai-sdk-ui', {
  'the answer is opened': [
    { type: 'start', messageId: 'm1' },
    { type: 'start-step' },
    { type: 'text-start', id: 'x' },
    { type: 'text-delta', id: 'x', delta: '' },
  ],
  'it thinks': [
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-delta', id: 'r', delta: 'Think first.' },
  ],
  'it writes': [
    { type: 'reasoning-end', id: 'r' },
    { type: 'text-delta', id: 'x', delta: 'Then write.' },
  ],
  'the next step writes': [
    { type: 'text-end', id: 'x' },
    { type: 'finish-step' },
    { type: 'start-step' },
    { type: 'text-start', id: 'y' },
    { type: 'reasoning-start', id: 's' },
    { type: 'reasoning-delta', id: 's', delta: 'Again.' },
    { type: 'text-delta', id: 'y', delta: 'Done.' },
  ],
});

/** R5.1, R5.2 */
export const ThinkingFirst: Story = {
  name: 'The thinking of a turn stands before its text, live and after a reload',
  ...on(textOpensFirst, { trace: 'full' }),
  play: acts(async ({ at, reload }) => {
    await at('the answer is opened', { rows: [], dots: true });
    await at('it thinks', { rows: ['Thinking: Think first.'] });
    await at('it writes', { rows: ['Thinking: Think first.'], answer: 'Then write.' });
    await (await reload()).expect({ rows: ['Thinking: Think first.'], answer: 'Then write.' });
    const rows = ['Thinking: Think first.', 'Text: Then write.', 'Thinking: Again.'];
    await at('the next step writes', { rows, answer: 'Done.' });
    await (await reload()).expect({ rows, answer: 'Done.' });
  }),
};

const child = { agentId: 'a1' };

const delegated = written({
  'the agent delegates': [
    { type: 'turn_started', turnId: 't1' },
    { type: 'delegation_started', childId: 'a1', title: 'Find the slow test' },
    { type: 'turn_started', ...child, turnId: 'd1' },
    { type: 'text_delta', ...child, delta: '' },
  ],
  'the delegated one thinks and writes': [
    { type: 'thinking_delta', ...child, delta: 'Where are the tests?' },
    { type: 'text_delta', ...child, delta: 'I look around.' },
  ],
  'it runs a tool': [{ type: 'tool_call_started', ...child, callId: 'c1', name: 'Grep', args: { pattern: 'slow' } }],
  'it writes again': [
    { type: 'tool_call_finished', ...child, callId: 'c1', result: 'ok' },
    { type: 'turn_started', ...child, turnId: 'd2' },
    { type: 'text_delta', ...child, delta: ' ' },
    { type: 'thinking_delta', ...child, delta: 'There it is.' },
    { type: 'text_delta', ...child, delta: 'It is test 3.' },
  ],
});

/** R5.1, R5.2, R1.5 */
export const ThinkingFirstInDelegations: Story = {
  name: 'In a delegation too, thinking stands before its text, live and after a reload',
  ...on(delegated, { trace: 'full' }),
  play: acts(async ({ at, live, reload }) => {
    const open = async (element: HTMLElement) => {
      const [entry] = within(element).getAllByRole('listitem');
      if (entry) await userEvent.click(within(entry).getByRole('button'));
    };
    const agent = 'Agent: Find the slow test';
    await at('the agent delegates', { rows: [agent], answer: '', dots: true });
    await open(live.element);
    await at('the delegated one thinks and writes', { rows: [agent, '  Thinking: Where are the tests?'] });
    const reloaded = await reload();
    await open(reloaded.element);
    await reloaded.expect({ rows: [agent, '  Thinking: Where are the tests?'], answer: '', dots: true });
    await at('it runs a tool', { rows: [agent, '  Thinking: Where are the tests?', '  Grep: slow'] });
    const rows = [
      agent,
      '  Thinking: Where are the tests?',
      '  Text: I look around.',
      '  Grep: slow',
      '  Thinking: There it is.',
    ];
    await at('it writes again', { rows, answer: '', dots: true });
    await reload();
    await reloaded.expect({ rows, answer: '', dots: true });
    await expect(within(reloaded.element).getByText('It is test 3.')).toBeVisible();
  }),
};

/** As logs were written before thinking came first: at each boundary the text, then the thinking of its turn. */
const oldLog: readonly AgentEvent[] = [
  { type: 'user_message', text: 'The test fails, fix it.', at: Date.UTC(2026, 0, 1, 11) },
  { type: 'turn_started', turnId: 't1' },
  { type: 'text', turnId: 't1', text: 'I run the tests.' },
  { type: 'thinking', turnId: 't1', text: 'First the tests.' },
  { type: 'tool_call_started', callId: 'c1', name: 'Bash', args: { command: 'npm test' } },
  { type: 'tool_call_finished', callId: 'c1', result: 'ok' },
];

/** R5.2 */
export const OldLog: Story = {
  name: 'A log that was stored with the text before the thinking keeps that order; what is new has the new one',
  ...on(
    written({
      'the next turn': [
        { type: 'turn_started', turnId: 't2' },
        { type: 'text_delta', delta: '' },
        { type: 'thinking_delta', delta: 'One fails.' },
        { type: 'text_delta', delta: 'I read the module.' },
      ],
      'a third turn': [
        { type: 'turn_started', turnId: 't3' },
        { type: 'text_delta', delta: 'Fixed.' },
      ],
    }),
    { trace: 'full', stored: oldLog },
  ),
  play: acts(async ({ at, reload }) => {
    const old = ['Thinking: First the tests.', 'Bash: npm test'];
    await at(0, { answer: 'I run the tests.', rows: old });
    const before = ['Text: I run the tests.', ...old];
    await at('the next turn', { answer: 'I read the module.', rows: [...before, 'Thinking: One fails.'] });
    await (await reload()).expect({ answer: 'I read the module.', rows: [...before, 'Thinking: One fails.'] });
    const all = [...before, 'Thinking: One fails.', 'Text: I read the module.'];
    await at('a third turn', { answer: 'Fixed.', rows: all });
    await (await reload()).expect({ answer: 'Fixed.', rows: all });
  }),
};

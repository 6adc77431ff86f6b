import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { type AgentEvent, type Item, traceEvents } from '../../logic/index.ts';
import { at, roundOf, states } from '../Round/states.tsx';
import { TraceEntry } from './TraceEntry.tsx';

const meta: Meta<typeof TraceEntry> = {
  title: 'Components/TraceEntry',
  component: TraceEntry,
  argTypes: { item: { control: false } },
  decorators: [at(200)],
};

export default meta;
type Story = StoryObj<typeof TraceEntry>;

function entry(item: Item | undefined): Story {
  if (item === undefined || item.kind === 'delegation') throw new Error('No such row.');
  return { render: () => <TraceEntry item={item} /> };
}

const done = traceEvents(states.done.round);
const itemAfter = (...events: readonly AgentEvent[]) =>
  roundOf(
    [0, { type: 'user_message', text: 'Go' }],
    ...events.map((event, index) => [index + 1, event] as const),
  ).items.at(-1);

/** A thought: its beginning and how long it took. */
export const Thinking: Story = entry(done[0]);
/** A text that a newer one replaced as the answer. */
export const Text: Story = entry(done[1]);
/** A command that failed: the exit code is seen without opening the row. */
export const FailedTool: Story = entry(done[2]);
/** An edit: lines added and removed. */
export const Edit: Story = entry(done[5]);
/** A tool that runs. */
export const RunningTool: Story = entry(traceEvents(states.severalRunning.round).at(-1));
/** A call whose arguments still stream in. */
export const PreparingTool: Story = entry(traceEvents(states.preparing.round).at(-1));
/** What the reader said to an approval, and why. */
export const Approval: Story = entry(
  itemAfter(
    { type: 'approval_requested', approvalId: 'a', name: 'Bash', args: { command: 'rm -rf build' } },
    { type: 'approval_resolved', approvalId: 'a', decision: 'denied', reason: 'Keep the build.' },
  ),
);
/** A note of the run. */
export const Notice: Story = entry(itemAfter({ type: 'notice', level: 'info', code: 'compaction', text: '' }));
/** An error. */
export const ErrorNotice: Story = entry(
  itemAfter({ type: 'notice', level: 'error', text: 'The tool server is gone.' }),
);
/** A long thought is cut, with a way to see all of it. */
export const LongText: Story = {
  ...entry(traceEvents(states.veryLong.round)[0]),
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: /^(Thinking|Nachdenken)/ }));
    await expect(await canvas.findByRole('button', { name: /^(Show all|Alles zeigen)$/ })).toBeVisible();
  },
};
/** The row opens to the whole call. */
export const Opened: Story = {
  ...entry(done[2]),
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { expanded: false }));
    await expect(await canvas.findByText(/parses minutes/)).toBeVisible();
  },
};

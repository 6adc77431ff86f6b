import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { Round } from './Round.tsx';
import { at, states } from './states.tsx';

const meta: Meta<typeof Round> = {
  title: 'Components/Round',
  component: Round,
  args: { trace: 'summary' },
  argTypes: { round: { control: false } },
};

export default meta;
type Story = StoryObj<typeof Round>;

function of(state: keyof typeof states): Story {
  const { round, seconds } = states[state];
  return { decorators: [at(seconds)], render: ({ trace = 'summary' }) => <Round round={round} trace={trace} /> };
}

/** The work is one line, the answer is what the reader came for. */
export const Done: Story = of('done');

/** The run line opens the work. */
export const Opened: Story = {
  ...of('done'),
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { expanded: false }));
    await expect(await canvas.findByText('Re-run the tests after the fix')).toBeVisible();
  },
};

/** The work is open from the start. */
export const FullTrace: Story = { ...of('answeredWhileWorking'), args: { trace: 'full' } };

/** Neither trace nor toggle. */
export const HiddenTrace: Story = { ...of('done'), args: { trace: 'hidden' } };

/** What waits for the reader stands below the line, whether the trace is open or not. */
export const WaitingForApproval: Story = of('waitingForApproval');

/** A failure is told with the trace closed. */
export const Failed: Story = of('failed');

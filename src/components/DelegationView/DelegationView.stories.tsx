import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { at, states } from '../Round/states.tsx';
import { Trace } from '../Trace/Trace.tsx';
import { DelegationView } from './DelegationView.tsx';

const meta: Meta<typeof DelegationView> = {
  title: 'Components/DelegationView',
  component: DelegationView,
  argTypes: { delegation: { control: false }, children: { control: false } },
};

export default meta;
type Story = StoryObj<typeof DelegationView>;

function of(state: 'delegated' | 'delegationDone'): Story {
  const { round, seconds } = states[state];
  const delegation = round.items.toJSON().find((item) => item.kind === 'delegation');
  if (delegation === undefined) throw new Error('This round delegates nothing.');
  return {
    decorators: [at(seconds)],
    render: () => (
      <DelegationView delegation={delegation}>
        <Trace run={delegation} />
      </DelegationView>
    ),
  };
}

/** The other agent works. */
export const Running: Story = of('delegated');
/** It is done. */
export const Done: Story = of('delegationDone');
/** Its own line opens its task, its trace and its answer. */
export const Opened: Story = {
  ...of('delegationDone'),
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { expanded: false }));
    await expect(await canvas.findByText(/Nothing covers/)).toBeVisible();
  },
};

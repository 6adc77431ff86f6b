import type { Meta, StoryObj } from '@storybook/react-vite';
import { at, states } from '../Round/states.tsx';
import { Trace } from './Trace.tsx';

const meta: Meta<typeof Trace> = {
  title: 'Components/Trace',
  component: Trace,
  argTypes: { run: { control: false } },
};

export default meta;
type Story = StoryObj<typeof Trace>;

function of(state: keyof typeof states): Story {
  const { round, seconds } = states[state];
  return { decorators: [at(seconds)], render: () => <Trace run={round} /> };
}

/** All that the agent did beside its answer. */
export const Done: Story = of('done');
/** A call in preparation and calls that run turn. */
export const Running: Story = of('severalRunning');
/** A call in preparation. */
export const Preparing: Story = of('preparing');
/** A delegated agent has its own run line and trace. */
export const Delegated: Story = of('delegated');
/** What was at work when the run was stopped. */
export const Stopped: Story = of('stopped');
/** 320 px. */
export const Narrow: Story = { ...of('veryLong'), globals: { viewport: { value: 'narrow' } } };

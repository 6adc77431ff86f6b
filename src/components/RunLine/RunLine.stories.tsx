import type { Meta, StoryObj } from '@storybook/react-vite';
import { at, states } from '../Round/states.tsx';
import { RunLine } from './RunLine.tsx';

const meta: Meta<typeof RunLine> = {
  title: 'Components/RunLine',
  component: RunLine,
  args: { open: false },
  argTypes: { run: { control: false } },
};

export default meta;
type Story = StoryObj<typeof RunLine>;

function of(state: keyof typeof states): Story {
  const { round, seconds } = states[state];
  return {
    decorators: [at(seconds)],
    render: ({ open = false }) => <RunLine run={round} open={open} onToggle={() => {}} />,
  };
}

/** No step can be told. */
export const Working: Story = of('nothingYet');
/** The beginning of the newest paragraph. */
export const Thinking: Story = of('thinking');
/** Before a preview can be read from the arguments; the bytes stand at the end. */
export const Preparing: Story = of('preparing');
/** The tool and what it does. */
export const Tool: Story = of('running');
/** The others are counted. */
export const SeveralTools: Story = of('severalRunning');
/** The reader is asked. */
export const WaitingForApproval: Story = of('waitingForApproval');
/** Nothing came for longer than 15 seconds. */
export const Stalled: Story = of('stalled');
/** A request is tried again. */
export const Retrying: Story = of('retrying');
/** Duration and steps. */
export const Done: Story = of('done');
/** No text was written. */
export const DoneWithoutText: Story = of('doneWithoutText');
/** The user stopped it. */
export const Stopped: Story = of('stopped');
/** It failed. */
export const Failed: Story = of('failed');
/** Without `onToggle` the line is no button. */
export const WithoutToggle: Story = {
  decorators: [at(states.running.seconds)],
  render: () => <RunLine run={states.running.round} />,
};
/** The line is cut, never wrapped. */
export const Narrow: Story = { ...of('stalled'), globals: { viewport: { value: 'narrow' } } };

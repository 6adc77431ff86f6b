import type { Meta, StoryObj } from '@storybook/react-vite';
import { Round } from './Round.tsx';
import { at, states } from './states.tsx';

/** Every face that a run can show. The rounds are made by hand; recorded ones are under Runs. */
const meta: Meta<typeof Round> = {
  title: 'States/Round',
  component: Round,
  args: { trace: 'full' },
  argTypes: { round: { control: false } },
};

export default meta;
type Story = StoryObj<typeof Round>;

function of(state: keyof typeof states): Story {
  const { round, seconds } = states[state];
  return { decorators: [at(seconds)], render: ({ trace = 'full' }) => <Round round={round} trace={trace} /> };
}

/** The agent was asked and has not answered yet: the dots. */
export const NothingYet: Story = of('nothingYet');
/** The line follows the newest paragraph of the thought. */
export const Thinking: Story = of('thinking');
/** The arguments of a call stream in; their bytes count up. */
export const Preparing: Story = of('preparing');
/** The bytes came before the tool's name. */
export const PreparingWithoutName: Story = of('preparingUnnamed');
/** One tool runs. */
export const Running: Story = of('running');
/** The newest of several calls is named, the others are counted. */
export const SeveralRunning: Story = of('severalRunning');
/** The agent needs the reader; the clock stands still meanwhile. */
export const WaitingForApproval: Story = of('waitingForApproval');
/** Nothing came for longer than 15 seconds, and the line does not pretend otherwise. */
export const Stalled: Story = of('stalled');
/** A request failed and is tried again. */
export const Retrying: Story = of('retrying');
/** The last text stays while the agent works on. */
export const AnsweredWhileWorking: Story = of('answeredWhileWorking');
/** Duration and number of steps. */
export const Done: Story = of('done');
/** The run ended and never said anything: no dots, no empty bubble. */
export const DoneWithoutText: Story = of('doneWithoutText');
/** The user pressed stop. */
export const Stopped: Story = of('stopped');
/** The run ended in an error, which is told below the answer. */
export const Failed: Story = of('failed');
/** The stream broke off in the middle of a call. */
export const Interrupted: Story = of('interrupted');
/** Another agent works for this one. */
export const Delegated: Story = of('delegated');
/** The other agent is done; its answer is within its own trace. */
export const DelegationDone: Story = of('delegationDone');
/** Long words, long names, long thoughts. */
export const VeryLong: Story = of('veryLong');
/** 320 px: nothing scrolls sideways. */
export const Narrow: Story = { ...of('veryLong'), globals: { viewport: { value: 'narrow' } } };
/** Layout from right to left; what has no Arabic words yet is English. */
export const RightToLeft: Story = { ...of('severalRunning'), globals: { direction: 'rtl' } };
/** The dark theme. */
export const Dark: Story = { ...of('done'), globals: { theme: 'dark' } };
/** Another language: words, numbers and their order in a sentence. */
export const German: Story = { ...of('preparing'), globals: { language: 'de' } };

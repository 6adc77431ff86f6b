import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import type { AgentEvent } from '../../logic/index.ts';
import { createThreadStore } from '../../react/threadStore.ts';
import { at, conversation, timed } from '../Round/states.tsx';
import { Thread } from './Thread.tsx';

const meta: Meta<typeof Thread> = {
  title: 'Components/Thread',
  component: Thread,
  args: { trace: 'summary' },
  argTypes: { store: { control: false } },
  decorators: [at(6)],
};

export default meta;
type Story = StoryObj<typeof Thread>;

function storeOf(events: readonly AgentEvent[]) {
  const store = createThreadStore();
  store.reset(events);
  return store;
}

/** A conversation of two rounds: one done, one running. */
export const Conversation: Story = {
  render: ({ trace = 'summary' }) => <Thread store={storeOf(timed(conversation))} trace={trace} />,
};

/** The work of every round is open. */
export const FullTrace: Story = { ...Conversation, args: { trace: 'full' } };

/** Neither traces nor toggles. */
export const HiddenTrace: Story = { ...Conversation, args: { trace: 'hidden' } };

const distanceToEnd = (box: Element) => box.scrollHeight - box.clientHeight - box.scrollTop;

const growing = createThreadStore();

/** In a box of its own height the thread scrolls: it stays at its end while the reader is there, and where they scrolled. */
export const Scrolling: Story = {
  render: ({ trace = 'summary' }) => (
    <div style={{ blockSize: 240 }}>
      <Thread store={growing} trace={trace} />
    </div>
  ),
  play: async ({ canvasElement }) => {
    const box = canvasElement.querySelector('.rr-thread');
    if (box === null) throw new Error('There is no thread.');
    const lines = (from: number): AgentEvent[] =>
      Array.from({ length: 40 }, (_, i) => ({ type: 'text_delta', delta: `Line ${from + i}\n\n` }));
    growing.reset(timed(conversation));
    growing.dispatch(lines(0));
    await waitFor(() => expect(box).toHaveTextContent('Line 39'));
    await waitFor(() => expect(distanceToEnd(box)).toBeLessThanOrEqual(1));
    box.scrollTop = 0;
    await waitFor(() => expect(box.scrollTop).toBe(0));
    growing.dispatch(lines(40));
    await waitFor(() => expect(box).toHaveTextContent('Line 79'));
    await expect(box.scrollTop).toBe(0);
  },
};

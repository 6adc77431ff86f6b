import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { createPlayer } from '../../reel/createPlayer.ts';
import type { PlayerOptions } from '../../reel/player.ts';
import { ReplayControls } from './ReplayControls.tsx';
import { sampleKeyFrames as keyFrames, sampleReel } from './sampleReel.ts';

const meta = {
  title: 'Components/ReplayControls',
  component: ReplayControls,
} satisfies Meta<typeof ReplayControls>;

export default meta;
type Story = StoryObj<typeof meta>;

function player(chunk: number, options?: PlayerOptions) {
  const made = createPlayer(sampleReel, options);
  if (chunk > 0) made.seek(chunk);
  return made;
}

/** At the start. */
export const AtStart: Story = { args: { player: player(0), keyFrames } };

/** Somewhere in the run, at one of its states. */
export const Paused: Story = {
  args: { player: player(9), keyFrames },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Next state' }));
    await expect(args.player.getState().position).toBe(11);
    await userEvent.click(canvas.getByRole('button', { name: 'Previous state' }));
    await expect(args.player.getState().position).toBe(9);
  },
};

/** It plays: the time moves between chunks too. */
export const Playing: Story = {
  args: { player: player(0), keyFrames },
  beforeEach: ({ args }) => {
    const stop = new AbortController();
    const read = async () => {
      for await (const _ of args.player.stream(stop.signal));
    };
    args.player.seek(0);
    read().catch(() => undefined);
    args.player.play();
    return () => {
      args.player.pause();
      stop.abort();
    };
  },
};

/** The run is over. */
export const AtEnd: Story = { args: { player: player(13, { speed: 16 }), keyFrames } };

/** No states are known. */
export const WithoutStates: Story = { args: { player: player(5) } };

/** In a side panel. */
export const Narrow: Story = { args: { player: player(9), keyFrames }, globals: { viewport: { value: 'narrow' } } };

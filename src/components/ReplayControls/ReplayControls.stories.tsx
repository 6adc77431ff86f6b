import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { createPlayer } from '../../reel/createPlayer.ts';
import type { Reel } from '../../reel/format.ts';
import type { PlayerOptions } from '../../reel/player.ts';
import { ReplayControls } from './ReplayControls.tsx';

const meta = {
  title: 'Components/ReplayControls',
  component: ReplayControls,
} satisfies Meta<typeof ReplayControls>;

export default meta;
type Story = StoryObj<typeof meta>;

const pauses = [100, 300, 900, 1100, 40, 40, 1200, 300, 2300, 120, 1500, 900, 1400];

const reel: Reel = {
  header: {
    reel: 1,
    format: 'runreel',
    agent: { name: 'example', version: '1' },
    title: 'An example',
    recordedAt: '2026-01-05T10:00:00.000Z',
    transport: 'stdout',
    redaction: { replaced: 0 },
  },
  lines: [
    ...pauses.map((dt, index) => ({ kind: 'o' as const, dt, text: `chunk ${index}\n` })),
    { kind: 'x' as const, dt: 0, end: 'eof' as const, chunks: pauses.length, bytes: 0 },
  ],
  truncated: false,
};

const keyFrames = [
  { chunk: 1, time: 100, label: 'working' },
  { chunk: 2, time: 400, label: 'thinking' },
  { chunk: 4, time: 2400, label: 'tool:Bash' },
  { chunk: 7, time: 3680, label: 'preparing:Write' },
  { chunk: 9, time: 6280, label: 'tool:Write' },
  { chunk: 11, time: 7900, label: 'answered' },
  { chunk: 13, time: 10200, label: 'done' },
];

function player(chunk: number, options?: PlayerOptions) {
  const made = createPlayer(reel, options);
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

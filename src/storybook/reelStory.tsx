import type { StoryContext, StoryObj } from '@storybook/react-vite';

import { expect } from 'storybook/test';
import { replayHandlers } from '../msw/index.ts';
import { createPlayer, type Fault, faultOf, keyFrames, parseReel, withFaults } from '../reel/index.ts';
import { expectShown } from './expectShown.ts';
import { ReplayedRun, type ReplayedRunProps } from './ReplayedRun.tsx';

export { ReplayedRun };

export interface ReelStoryOptions {
  /** Whether it plays at once; by default it waits at its start. */
  readonly playing?: boolean;
  /** See {@link ReplayedRun}. */
  readonly steadyMs?: number;
}

/** What a story may say as `parameters.reel`. */
export interface ReelParameters {
  /** What goes wrong with the bytes, also in words: `['split-utf8', 'reset@0.5']`. */
  readonly faults?: readonly (Fault | string)[];
  /** Decides where and how. Default 1. */
  readonly seed?: number;
}

let served = 0;

/** What the loader of a story made for it. */
type Loaded = Pick<ReplayedRunProps, 'player' | 'keyFrames' | 'url'>;

type ReelStoryObj = StoryObj<typeof ReplayedRun>;

/** A story that replays a reel through msw, at an address of its own, with the faults of its {@link ReelParameters}. */
export function reelStory(text: string, { playing = false, steadyMs }: ReelStoryOptions = {}): ReelStoryObj {
  // Storybook loads a story anew when a switch of the toolbar changes; the run goes on.
  let current: Loaded | undefined;
  const make = ({ faults = [], seed }: ReelParameters): Loaded => {
    const wanted = faults.map((fault) => (typeof fault === 'string' ? faultOf(fault) : fault));
    const reel = withFaults(parseReel(text), wanted, seed);
    served += 1;
    return {
      player: createPlayer(reel, { playing, idleLimit: 2000 }),
      keyFrames: keyFrames(reel),
      url: `/api/reels/${served}`,
    };
  };
  return {
    argTypes: {
      trace: { control: 'inline-radio', options: ['summary', 'full', 'hidden'] },
      player: { table: { disable: true } },
      keyFrames: { table: { disable: true } },
      url: { table: { disable: true } },
      steadyMs: { table: { disable: true } },
    },
    args: { trace: 'summary', ...(steadyMs !== undefined && { steadyMs }) },
    loaders: [
      ({ parameters }) => {
        current ??= make(parameters['reel'] ?? {});
        return current;
      },
    ],
    beforeEach(context) {
      const { player, url } = loadedOf(context);
      context.msw.use(...replayHandlers(player.reel, { url, player }));
      return () => {
        player.dispose();
        current = undefined;
      };
    },
    render: (args, context) => <ReplayedRun {...args} {...loadedOf(context)} key={loadedOf(context).url} />,
  };
}

function loadedOf({ loaded }: Pick<StoryContext, 'loaded'>): Loaded {
  const { player, keyFrames, url } = loaded;
  return { player, keyFrames, url };
}

/** Jumps from state to state and looks at each; the last one is the end of the run. */
export const playsToItsEnd: NonNullable<ReelStoryObj['play']> = async (context) => {
  const { player, keyFrames } = loadedOf(context);
  const painted = new Set<string>();
  const end = player.getState().length;
  for (const chunk of new Set([...keyFrames.map((frame) => frame.chunk), end])) {
    player.seek(chunk);
    await expectShown(context.canvasElement, player.reel, chunk);
    painted.add(context.canvasElement.querySelector('.rr-thread')?.textContent ?? '');
  }
  await expect(player.getState().ended).toBe(true);
  // Back and forth the run tells the same of itself, its duration included.
  const line = () => context.canvasElement.querySelector('.rr-line-text')?.textContent;
  const told = line();
  const middle = keyFrames[Math.floor(keyFrames.length / 2)]?.chunk ?? 1;
  player.seek(middle);
  await expectShown(context.canvasElement, player.reel, middle);
  player.seek(end);
  await expectShown(context.canvasElement, player.reel, end);
  await expect(line()).toBe(told);
  // Something is seen on the way, not only at the end.
  await expect(painted.size).toBeGreaterThan(2);
};

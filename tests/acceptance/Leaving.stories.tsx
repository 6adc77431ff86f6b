import type { Meta, StoryObj } from '@storybook/react-vite';
import { createRoot } from 'react-dom/client';
import { expect } from 'storybook/test';
import fixture from '../../fixtures/ai-sdk/fix-a-test.reel.jsonl?raw';
import type { Player } from '../../src/reel/index.ts';
import { type ReplayedRun, reelStory } from '../../src/storybook/reelStory.tsx';
import { watchPage } from './support/openThings.ts';

const meta: Meta = { title: 'Acceptance/Leaving', tags: ['!autodocs', '!dev'] };
export default meta;

const SWITCHES = 50;

type ReelStory = StoryObj<typeof ReplayedRun>;
type Context = Parameters<NonNullable<ReelStory['play']>>[0];

/**
 * What a reader does in turn: looks at a run with these faults, and leaves it at once, on its way, paused, or at its end.
 * A slow or paused one that is left behind would not end by itself while the test runs.
 */
const visits = [
  { faults: ['slow:50'], until: 'running' },
  { faults: ['stall:60000@0.2'], until: 'paused' },
  { faults: [], until: 'entered' },
  { faults: ['reset@0.5'], until: 'ended' },
  { faults: ['http-error'], until: 'ended' },
  { faults: [], until: 'ended' },
] as const;

/** R7.5: leaving a story leaves nothing running. */
export const FiftySwitches: ReelStory = {
  name: 'Switching stories leaves nothing behind',
  render: () => <div data-host="" />,
  async play(context) {
    const host = context.canvasElement.querySelector<HTMLElement>('[data-host]');
    if (!host) throw new Error('There is no place for the stories.');
    const watch = watchPage();
    const counts = { streams: 0, listeners: 0, opened: 0 };
    const handlers = () => context.msw.listHandlers().length;
    const workers = async () => (await navigator.serviceWorker.getRegistrations()).length;
    const before = { ...watch.open(), handlers: handlers(), serviceWorkers: await workers() };
    try {
      for (let i = 0; i < SWITCHES; i += 1) {
        const visit = visits[i % visits.length] ?? visits[0];
        const { player, leave } = await enter(context, host, visit.faults, counts);
        if (visit.until === 'ended') {
          await until(() => counts.streams === 1);
          player.seek(player.getState().length);
        }
        await until(() => isSeen(visit.until, host, counts));
        if (visit.until === 'paused') player.pause();
        await expect(isSeen(visit.until, host, counts)).toBe(true);
        leave();
      }
      await until(() => counts.streams === 0 && watch.open().timers <= before.timers && watch.open().readers === 0);
      await expect({ ...watch.open(), handlers: handlers(), serviceWorkers: await workers() }).toEqual(before);
      await expect({ ...counts, opened: 0 }).toEqual({ streams: 0, listeners: 0, opened: 0 });
      await expect(counts.opened).toBeGreaterThanOrEqual((SWITCHES * 4) / 5);
      await expect(host).toBeEmptyDOMElement();
    } finally {
      watch.stop();
    }
  },
};

interface Counts {
  streams: number;
  listeners: number;
  opened: number;
}

/** Does with a story of a reel what Storybook does; `leave` is how it is left. */
async function enter(context: Context, host: HTMLElement, faults: readonly string[], counts: Counts) {
  const story = reelStory(fixture, { playing: true });
  const own = { ...context, parameters: { ...context.parameters, reel: { faults } } };
  const loaded: Context['loaded'] = {};
  for (const load of [story.loaders ?? []].flat()) Object.assign(loaded, await load(own));
  const player = counted(loaded['player'], counts);
  const entered = { ...own, loaded: { ...loaded, player } };
  const cleanups = await Promise.all([story.beforeEach ?? []].flat().map((prepare) => prepare(entered)));
  const root = createRoot(host);
  root.render(story.render?.(context.args, entered));
  const leave = () => {
    root.unmount();
    for (const cleanup of cleanups) if (cleanup) void cleanup();
    context.msw.resetHandlers();
  };
  return { player, leave };
}

/** A player whose streams and listeners are counted. */
function counted(player: Player, counts: Counts): Player {
  return {
    ...player,
    subscribe(listener) {
      const leave = player.subscribe(listener);
      counts.listeners += 1;
      return () => {
        counts.listeners -= 1;
        leave();
      };
    },
    async *stream(signal) {
      counts.streams += 1;
      counts.opened += 1;
      try {
        yield* player.stream(signal);
      } finally {
        counts.streams -= 1;
      }
    },
  };
}

function isSeen(moment: (typeof visits)[number]['until'], host: HTMLElement, { streams }: Counts): boolean {
  const status = host.querySelector<HTMLElement>('.rr-round')?.dataset['status'];
  if (moment === 'entered') return host.childElementCount > 0;
  if (moment === 'ended') return status !== undefined && status !== 'running';
  return status === 'running' && streams === 1;
}

/** By frames: timers are what is counted. */
async function until(isSo: () => boolean): Promise<void> {
  for (let frames = 0; !isSo() && frames < 600; frames += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

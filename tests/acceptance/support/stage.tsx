import type { StoryContext, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { locales } from '../../../src/i18n/index.ts';
import type { TraceMode } from '../../../src/index.ts';
import { replayHandlers } from '../../../src/msw/index.ts';
import { type App, type AppOptions, AppView, type AppWindow, createApp } from './App.tsx';
import { type Shown, type View, viewOf } from './view.ts';
import type { Stream } from './written.ts';

export type Story = StoryObj;

/** How a story acts on the app and looks at it. */
export interface Stage {
  readonly app: App;
  /** The window whose app runs the agent. */
  readonly live: View;
  /**
   * Lets the stream go on to a moment, by its name or by its number of chunks, and holds it there; waits until the
   * live window shows this.
   */
  at(moment: string | number, shown?: Partial<Shown>): Promise<void>;
  /** A window after a reload now: filled through the conversation log. Again, it is the same window reloaded again. */
  reload(): Promise<View>;
  /** A window that joins now through the conversation log and hears what comes from here on. */
  join(name?: string): Promise<View>;
  /** Opens and closes the trace, by the run line. */
  toggle(view: View): Promise<void>;
}

interface StageOptions extends AppOptions {
  /** Default: opened by the run line, as in an app that says nothing. */
  readonly trace?: TraceMode;
  /** How long the run line keeps a step. Default 0: a paused stream has nothing to flicker. */
  readonly steadyMs?: number;
}

let served = 0;

/** Puts a stream on the stage: msw serves it, an app reads it, and it waits at its start. */
export function on(stream: Stream, { trace = 'summary', steadyMs = 0, ...options }: StageOptions = {}): Story {
  const load = () => {
    served += 1;
    const url = `/api/acceptance/${served}`;
    return { stream, url, app: createApp(stream, url, options) };
  };
  return {
    loaders: [load],
    beforeEach(context) {
      const { app, url } = loadedOf(context);
      context.msw.use(...replayHandlers(app.player.reel, { url, player: app.player }));
      return () => app.player.dispose();
    },
    render: (_, context) => <AppView app={loadedOf(context).app} trace={trace} steadyMs={steadyMs} />,
  };
}

interface Loaded {
  readonly stream: Stream;
  readonly url: string;
  readonly app: App;
}

function loadedOf({ loaded }: Pick<StoryContext, 'loaded'>): Loaded {
  const { stream, url, app } = loaded;
  return { stream, url, app };
}

/** The play function of a story on the stage. */
export function acts(act: (stage: Stage) => Promise<void>): NonNullable<Story['play']> {
  return async (context) => {
    const { stream, app } = loadedOf(context);
    const canvas = within(context.canvasElement);
    const language = context.globals['language'] === 'de' ? 'de' : 'en';
    const names = { dots: locales[language].pendingAnswer.label };
    const view = async (name: string) => viewOf(await canvas.findByRole('region', { name }), names);
    const viewOn = async ({ name, store }: AppWindow) => {
      const opened = await view(name);
      await isShown(store);
      return opened;
    };
    const live = await view('Live');
    await act({
      app,
      live,
      async at(moment, shown = {}) {
        await goTo(app, typeof moment === 'number' ? moment : chunkOf(stream, moment));
        await live.expect(shown);
      },
      reload: async () => viewOn(app.windows.open('After a reload', false)),
      join: async (name = 'Joined later') => viewOn(app.windows.open(name, true)),
      toggle: (view) => userEvent.click(within(view.element).getAllByRole('button')[0] ?? view.element),
    });
  };
}

function chunkOf({ moments }: Stream, moment: string): number {
  const chunk = moments.get(moment);
  if (chunk === undefined) throw new Error(`The log has no moment "${moment}".`);
  return chunk;
}

/** A moment before the present one would start the run anew, which is no part of a story here. */
async function goTo({ player, received, store }: App, chunk: number): Promise<void> {
  expect(chunk).toBeGreaterThanOrEqual(player.getState().position);
  player.seek(chunk);
  const { position, ended } = player.getState();
  await waitFor(() => expect(received()).toBe(ended ? position + 1 : position), { timeout: 5000 });
  await isShown(store);
}

/** Waits until the screen has caught up with the store. */
function isShown(store: AppWindow['store']): Promise<void> {
  return waitFor(() => expect(store.getShown().thread).toBe(store.getThread()), { timeout: 5000 });
}

import { useEffect, useSyncExternalStore } from 'react';
import { fn, type Mock } from 'storybook/test';
import {
  type ApprovalAnswer,
  type Clock,
  createThreadStore,
  RunreelProvider,
  Thread,
  type ThreadStore,
  type TraceMode,
  useAgentRun,
} from '../../../src/index.ts';
import {
  type AgentEvent,
  type ConversationLog,
  createConversationLog,
  type LogStore,
} from '../../../src/logic/index.ts';
import { createManualClock, createPlayer, formatOf, type ManualClock, type Player } from '../../../src/reel/index.ts';
import { createReelSource, type ReelSource } from '../../../src/storybook/reelSource.ts';
import type { Stream } from './written.ts';

/** A window on the conversation, beside the one whose app runs the agent. */
export interface AppWindow {
  readonly name: string;
  readonly store: ThreadStore;
}

/** What a small app around the kit holds: one agent, the log of the conversation, and windows on it. */
export interface App {
  readonly player: Player;
  /** What the user says first. */
  readonly prompt?: string;
  /** The player's clock; the kit's is the reel's, which it drives. */
  readonly time: ManualClock;
  readonly clock: Clock;
  readonly store: ThreadStore;
  readonly log: ConversationLog;
  /** How many chunks of the stream the app has read; one more once it is over. */
  received(): number;
  readonly connect: (request: { readonly signal: AbortSignal }) => AsyncIterable<Uint8Array>;
  /** What was sent to the agent as answers. */
  readonly answered: Mock<(answer: ApprovalAnswer) => void>;
  readonly windows: {
    list(): readonly AppWindow[];
    open(name: string, hearsTheRest: boolean): AppWindow;
    subscribe(listener: () => void): () => void;
  };
}

/** As a database or another window gets it: nothing but JSON. */
function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

/** Keeps entries as a file would: a line of JSON each. */
function createLineStore(stored: readonly AgentEvent[]): LogStore {
  const lines = stored.map((entry) => JSON.stringify(entry));
  return {
    append: (entries) => void lines.push(...entries.map((entry) => JSON.stringify(entry))),
    read: () => lines.map((line) => JSON.parse(line)),
  };
}

export interface AppOptions {
  /** What the log of the conversation holds already: the stream then goes on with its open round. */
  readonly stored?: readonly AgentEvent[];
}

export function createApp(stream: Stream, url: string, { stored }: AppOptions = {}): App {
  const time = createManualClock();
  const player = createPlayer(stream.reel, { clock: time });
  const source = createReelSource(player);
  const log = createConversationLog(createLineStore(stored ?? []));
  const listening: ThreadStore[] = [];
  const store = createThreadStore({
    clock: source,
    log(event: AgentEvent) {
      log.listener(event);
      for (const other of listening) other.dispatch(throughJson(event));
    },
  });
  store.reset(log.replay());
  const { prompt } = stream.reel.header;
  const count = { received: 0 };
  let windows: readonly AppWindow[] = [];
  const listeners = new Set<() => void>();
  return {
    player,
    ...(stored === undefined && prompt !== undefined && { prompt }),
    time,
    clock: { now: () => player.now() },
    store,
    log,
    received: () => count.received,
    connect: ({ signal }) => counted(source, url, signal, count),
    answered: fn(),
    windows: {
      list: () => windows,
      open(name, hearsTheRest) {
        const known = windows.find((window) => window.name === name);
        const window = known ?? { name, store: createThreadStore() };
        window.store.reset(throughJson(log.replay()));
        if (hearsTheRest && !known) listening.push(window.store);
        if (!known) windows = [...windows, window];
        for (const listener of listeners) listener();
        return window;
      },
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
}

async function* counted(source: ReelSource, url: string, signal: AbortSignal, count: { received: number }) {
  try {
    for await (const chunk of await source.open(url, signal)) {
      yield chunk;
      count.received += 1;
    }
  } finally {
    count.received += 1;
  }
}

export interface AppViewProps {
  readonly app: App;
  readonly trace: TraceMode;
  readonly steadyMs: number;
}

export function AppView({ app, trace, steadyMs }: AppViewProps) {
  const { player, prompt, store, connect, clock } = app;
  const { start, abort } = useAgentRun({
    format: formatOf(player.reel),
    store,
    connect,
    ...(prompt !== undefined && { prompt }),
  });
  useEffect(() => {
    void start();
  }, [start]);
  const others = useSyncExternalStore(app.windows.subscribe, app.windows.list);
  return (
    <RunreelProvider clock={clock} steadyMs={steadyMs} onApproval={app.answered}>
      <main style={{ display: 'grid', gap: 24, gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)' }}>
        {[{ name: 'Live', store }, ...others].map((window) => (
          <section key={window.name} aria-label={window.name}>
            <Thread store={window.store} trace={trace} />
          </section>
        ))}
      </main>
      <button type="button" onClick={abort}>
        Stop
      </button>
    </RunreelProvider>
  );
}

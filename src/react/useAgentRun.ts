import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FormatName } from '../adapters/index.ts';
import type { AgentEvent } from '../logic/index.ts';
import { type Connection, type ConnectRequest, createAgentRun, defaultReconnect, type RunStatus } from './agentRun.ts';
import type { StreamSource } from './chunks.ts';
import type { Clock } from './clock.ts';
import { useRunreel } from './RunreelProvider.tsx';
import { createThreadStore, type ThreadStore } from './threadStore.ts';

interface CommonOptions {
  /** The wire format of the stream. */
  readonly format: FormatName;
  /** What `start()` without words of its own sends. */
  readonly prompt?: string;
  /** Stamps events without a time; by default the provider's clock. Read once. */
  readonly clock?: Clock;
  /** A store of the app's own, that another part of it fills or reads too. Read once. */
  readonly store?: ThreadStore;
  /** Hears every event: a conversation log's listener. Read once; not with a store of the app's own. */
  readonly log?: (event: AgentEvent) => void;
  /** Waits in milliseconds before each try to take a cut stream up again (see `Connection`). */
  readonly reconnect?: readonly number[];
}

/**
 * Where the stream comes from: `connect` opens it, or `url` names it. A request of a method other than GET is not
 * sent a second time unless `reconnect` says so.
 */
export type UseAgentRunOptions = CommonOptions &
  (
    | { readonly connect: (request: ConnectRequest) => StreamSource | Promise<StreamSource> }
    | { readonly url: string | URL; readonly init?: RequestInit | ((prompt: string | undefined) => RequestInit) }
  );

export interface UseAgentRunResult {
  readonly store: ThreadStore;
  readonly status: RunStatus;
  /** Starts a run; one that still runs is aborted. Resolves at its end, never rejects. */
  readonly start: (prompt?: string) => Promise<void>;
  readonly abort: () => void;
}

function connectionOf(options: UseAgentRunOptions, prompt: string | undefined): Connection {
  const { format, reconnect } = options;
  if ('connect' in options) return { format, connect: options.connect, ...(reconnect && { reconnect }) };
  const { url, init: given = {} } = options;
  const init = typeof given === 'function' ? given(prompt) : given;
  const repeatable = (init.method ?? 'GET').toUpperCase() === 'GET';
  return {
    format,
    reconnect: reconnect ?? (repeatable ? defaultReconnect : []),
    connect({ signal, lastEventId }) {
      const headers = new Headers(init.headers);
      if (lastEventId !== undefined) headers.set('Last-Event-ID', lastEventId);
      return fetch(url, { ...init, headers, signal });
    },
  };
}

/**
 * Connects an agent's stream to a thread: opens it, decodes it and folds it into `store`, which `Thread` shows.
 * What goes wrong on the way is told in the thread (SPEC R5.7); leaving the screen aborts the run.
 */
export function useAgentRun(options: UseAgentRunOptions): UseAgentRunResult {
  const { clock } = useRunreel();
  const [store] = useState(
    () =>
      options.store ?? createThreadStore({ clock: options.clock ?? clock, ...(options.log && { log: options.log }) }),
  );
  const [run] = useState(() => createAgentRun(store));
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => run.abort, [run]);
  const start = useCallback(
    (prompt = latest.current.prompt) => run.start(connectionOf(latest.current, prompt), prompt),
    [run],
  );
  const status = useSyncExternalStore(run.subscribe, run.getStatus, run.getStatus);
  return { store, status, start, abort: run.abort };
}

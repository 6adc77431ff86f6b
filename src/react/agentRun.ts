import type { FormatName } from '../adapters/index.ts';
import type { AgentEvent, Round } from '../logic/index.ts';
import type { StreamSource } from './chunks.ts';
import type { RunStream, StreamProblem } from './runStream.ts';
import type { ThreadStore } from './threadStore.ts';

/** What a connection is asked for. */
export interface ConnectRequest {
  /** The user's words, if `start` was given any. */
  readonly prompt?: string;
  /** Aborts when the run is stopped. */
  readonly signal: AbortSignal;
  /** Set when a cut stream is taken up again: everything after this event is wanted. */
  readonly lastEventId?: string;
}

/** How a run's stream is opened and read. */
export interface Connection {
  /** The wire format of the stream. */
  readonly format: FormatName;
  readonly connect: (request: ConnectRequest) => StreamSource | Promise<StreamSource>;
  /**
   * How long to wait, in milliseconds, before each try to take a cut stream up again; a try that brings events starts
   * over. Only a stream whose events have ids is taken up again; with an empty list never.
   */
  readonly reconnect?: readonly number[];
}

export type RunStatus = 'idle' | 'connecting' | 'streaming' | 'reconnecting';

/** One agent behind a store: runs one stream at a time. */
export interface AgentRun {
  getStatus(): RunStatus;
  subscribe(listener: () => void): () => void;
  /** Opens the stream; one that still runs is aborted first. Never rejects: what goes wrong is told in the thread. */
  start(connection: Connection, prompt?: string): Promise<void>;
  /** Ends the round as aborted and leaves no stream running. */
  abort(): void;
}

export const defaultReconnect: readonly number[] = [500, 1000, 2000, 4000];

/** Ends after `ms`, at once when aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

export function createAgentRun(store: ThreadStore): AgentRun {
  const listeners = new Set<() => void>();
  let status: RunStatus = 'idle';
  let current: AbortController | undefined;
  /** What stopped for the reader, and the round that it left open. */
  let stopped: { readonly stream: RunStream; readonly format: FormatName; readonly round: string } | undefined;

  function setStatus(next: RunStatus): void {
    if (next === status) return;
    status = next;
    for (const listener of listeners) listener();
  }

  function abort(): void {
    if (current === undefined) return;
    current.abort();
    current = undefined;
    store.dispatch({ type: 'run_finished', outcome: 'aborted' });
    setStatus('idle');
  }

  async function start(connection: Connection, prompt?: string): Promise<void> {
    abort();
    const controller = new AbortController();
    current = controller;
    setStatus('connecting');
    if (prompt !== undefined) store.dispatch({ type: 'user_message', text: prompt });
    try {
      await follow(connection, prompt, controller.signal);
    } catch (problem) {
      // A format that nobody knows, or the reader of streams itself cannot be loaded.
      if (current === controller) fail({ code: 'error', message: problem instanceof Error ? problem.message : '' });
    }
    if (current !== controller) return;
    current = undefined;
    setStatus('idle');
  }

  /** Reads the stream to its end, over as many connections as it takes. */
  async function follow(connection: Connection, prompt: string | undefined, signal: AbortSignal): Promise<void> {
    const { reconnect = defaultReconnect } = connection;
    // Loaded on demand: an app that only shows threads does not pay for reading streams and their formats.
    const { createRunStream } = await import('./runStream.ts');
    if (signal.aborted) return;
    const emit = (events: readonly AgentEvent[]) => {
      // What an old stream still says never reaches the run that came after it.
      if (signal.aborted || events.length === 0) return;
      store.dispatch(events);
      setStatus('streaming');
    };
    // A decoder of its own would take what goes on for a run that starts again, whose content begins anew (SPEC R5.4).
    const stream = waitingStream(connection.format)?.goOn(emit) ?? createRunStream(connection.format, emit);
    stopped = undefined;
    for (let attempt = 0; ; attempt += 1) {
      const before = stream.received();
      const lastEventId = stream.lastEventId();
      const problem = await stream.read(
        async () =>
          connection.connect({
            signal,
            ...(prompt !== undefined && { prompt }),
            ...(lastEventId !== undefined && { lastEventId }),
          }),
        signal,
      );
      if (signal.aborted) return;
      if (stream.received() > before) attempt = 0;
      const wait = stream.canResume() ? reconnect[attempt] : undefined;
      if (wait === undefined) return conclude(stream, connection.format, problem);
      setStatus('reconnecting');
      const notice: AgentEvent = {
        type: 'notice',
        level: 'warning',
        text: problem?.message ?? '',
        code: 'retry',
        retry: { attempt: attempt + 1, of: reconnect.length },
      };
      store.dispatch(stream.tell(notice, problem !== undefined));
      await pause(wait, signal);
      if (signal.aborted) return;
    }
  }

  function openRound(): Round | undefined {
    const newest = store.getThread().rounds.at(-1);
    return newest?.status === 'running' ? newest : undefined;
  }

  /** The stream that stopped for the reader, if its round still waits. */
  function waitingStream(format: FormatName): RunStream | undefined {
    const isSame = stopped?.format === format && stopped.round === openRound()?.id;
    return isSame ? stopped?.stream : undefined;
  }

  function conclude(stream: RunStream, format: FormatName, problem: StreamProblem | undefined): void {
    // A decoder that read nothing has no run to end.
    const isRead = stream.received() > 0;
    if (isRead) store.dispatch(stream.end(problem !== undefined));
    // A stream that ended by itself and left its run open stopped for the reader: another one goes on with it.
    if (isRead && problem === undefined) {
      const round = openRound();
      stopped = round && { stream, format, round: round.id };
      return;
    }
    fail(problem ?? { code: 'interrupted', message: '' });
  }

  /** Ends a round that nothing else has ended. */
  function fail({ code, message }: StreamProblem): void {
    if (!openRound()) return;
    store.dispatch([
      { type: 'notice', level: 'error', text: message, code },
      { type: 'run_finished', outcome: 'failed' },
    ]);
  }

  return {
    getStatus: () => status,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start,
    abort,
  };
}

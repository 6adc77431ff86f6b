import { createDecoder, type Decoder, type FormatName } from '../adapters/index.ts';
import type { AgentEvent } from '../logic/index.ts';
import { readSource, StreamRefused, type StreamSource } from './chunks.ts';
import { createLastEventId } from './lastEventId.ts';

/** Why a connection brought no end. */
export interface StreamProblem {
  readonly message: string;
  /** `error`: the server refused; `interrupted`: the connection could not be opened, or was lost. */
  readonly code: 'error' | 'interrupted';
}

/** One run's stream over all its connections. */
export interface RunStream {
  /** Reads one connection to its end; gives what went wrong. */
  read(open: () => Promise<StreamSource>, signal: AbortSignal): Promise<StreamProblem | undefined>;
  /**
   * What is to be said now of a notice that the stream is taken up again. Nothing while that would part a text, as
   * what goes on without an id goes on with the newest item only (SPEC R5.5); and, where the stream ended by itself
   * and perhaps has nothing left to say (not `isCut`), until more comes.
   */
  tell(notice: AgentEvent, isCut: boolean): readonly AgentEvent[];
  /** What is still to be said when no more will come; `cut`: the connection was lost. */
  end(cut: boolean): readonly AgentEvent[];
  lastEventId(): string | undefined;
  /** How many events came. */
  received(): number;
  /** Whether it was cut, and the server can be asked for the rest. */
  canResume(): boolean;
  /** The stream of another request, which goes on with the run that this one left open. */
  goOn(emit: Emit): RunStream;
}

type Emit = (events: readonly AgentEvent[]) => void;

export function createRunStream(format: FormatName, emit: Emit): RunStream {
  return streamOf(createDecoder(format), emit);
}

function streamOf(decoder: Decoder, emit: Emit): RunStream {
  const ids = createLastEventId();
  let connections = 0;
  let received = 0;
  let over = false;
  /** The newest item is a text, or a thought, that goes on without an id. */
  let isWriting = false;
  let held: { readonly notice: AgentEvent; readonly isCut: boolean }[] = [];

  function take(events: readonly AgentEvent[]): void {
    received += events.length;
    over ||= events.some(({ type, agentId }) => type === 'run_finished' && agentId === undefined);
    emit(events.flatMap(withHeld));
  }

  function withHeld(event: AgentEvent): readonly AgentEvent[] {
    isWriting = goesOn(event) ?? isWriting;
    return isWriting || held.length === 0 ? [event] : [...released(), event];
  }

  function released(): AgentEvent[] {
    const notices = held.map(({ notice }) => notice);
    held = [];
    return notices;
  }

  return {
    async read(open, signal) {
      try {
        const source = await open();
        // What the cut left half-told is told again: close its line, so that the two do not run together.
        if (connections++ > 0) take(decoder.push('\n\n'));
        ids.cut();
        const isOver = source instanceof Response && source.status === noMore;
        over ||= isOver;
        if (isOver) held = held.filter(({ isCut }) => isCut);
        await readSource(source, signal, (chunk) => {
          ids.push(chunk);
          take(decoder.push(chunk));
        });
        over ||= decoder.holdsEnd;
        return undefined;
      } catch (problem) {
        const message = problem instanceof Error ? problem.message : String(problem);
        return { message, code: problem instanceof StreamRefused ? 'error' : 'interrupted' };
      }
    },
    tell(notice, isCut) {
      held.push({ notice, isCut });
      return isCut && !isWriting ? released() : [];
    },
    end: (cut) => [...released(), ...decoder.end(cut)],
    lastEventId: () => ids.current(),
    received: () => received,
    canResume: () => !over && ids.current() !== undefined,
    goOn(next) {
      decoder.reopen();
      return streamOf(decoder, next);
    },
  };
}

/** Whether an event of the main agent begins, or goes on with, what has no id; undefined where it does not touch that. */
function goesOn({ type, agentId, ...body }: AgentEvent): boolean | undefined {
  if (agentId !== undefined || type === 'usage') return undefined;
  return /^(?:text|thinking)/.test(type) && !('itemId' in body && body.itemId !== undefined);
}

/** The HTTP status by which a server of events says that there is nothing left to send. */
const noMore = 204;

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

  function take(events: readonly AgentEvent[]): void {
    received += events.length;
    over ||= events.some(({ type, agentId }) => type === 'run_finished' && agentId === undefined);
    emit(events);
  }

  return {
    async read(open, signal) {
      try {
        const source = await open();
        // What the cut left half-told is told again: close its line, so that the two do not run together.
        if (connections++ > 0) take(decoder.push('\n\n'));
        ids.cut();
        over ||= source instanceof Response && source.status === noMore;
        await readSource(source, signal, (chunk) => {
          ids.push(chunk);
          take(decoder.push(chunk));
        });
        return undefined;
      } catch (problem) {
        const message = problem instanceof Error ? problem.message : String(problem);
        return { message, code: problem instanceof StreamRefused ? 'error' : 'interrupted' };
      }
    },
    end: (cut) => decoder.end(cut),
    lastEventId: () => ids.current(),
    received: () => received,
    canResume: () => !over && ids.current() !== undefined,
    goOn(next) {
      decoder.reopen();
      return streamOf(decoder, next);
    },
  };
}

/** The HTTP status by which a server of events says that there is nothing left to send. */
const noMore = 204;

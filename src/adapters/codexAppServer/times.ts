import type { EventSink } from '../decoder.ts';
import { type JsonObject, number } from '../json.ts';

/** Gives each message a time of the server's clock, which only its notifications tell. */
export interface Times {
  /** A message of the server: without a time of its own it has that of the one before. */
  heard(message: JsonObject): void;
  /** What the client said counts with the server's next message: two clocks are not mixed. */
  later(tell: () => void): void;
  end(): void;
}

export function createTimes(sink: EventSink): Times {
  let last: number | undefined;
  let waiting: (() => void)[] = [];

  function tellAll(): void {
    const told = waiting;
    waiting = [];
    for (const tell of told) tell();
  }

  return {
    heard(message) {
      const at = timeOf(message);
      last = at ?? last;
      sink.setTime(last);
      if (at !== undefined) tellAll();
    },
    later(tell) {
      if (last === undefined) tell();
      else waiting.push(tell);
    },
    end() {
      sink.setTime(last);
      tellAll();
    },
  };
}

function timeOf({ emittedAtMs, params }: JsonObject): number | undefined {
  if (typeof emittedAtMs === 'number') return emittedAtMs;
  return number(params, 'completedAtMs') ?? number(params, 'startedAtMs');
}

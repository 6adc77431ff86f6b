import type { EventSink } from '../decoder.ts';
import { type JsonObject, text } from '../json.ts';

/** Gives each line its time. Lines that are written side by side have times that go back a little: it stands still. */
export interface Times {
  read(line: JsonObject): void;
  /** The end has the time of the last line. */
  last(): void;
}

export function createTimes(sink: EventSink): Times {
  let latest: number | undefined;
  return {
    read(line) {
      const time = Date.parse(text(line, 'timestamp') ?? '');
      if (Number.isNaN(time)) return;
      // A resumed session may be older than what stands before it: its prompt begins anew.
      const isWords = line.type === 'user' && line.toolUseResult === undefined && line.isSidechain !== true;
      latest = latest === undefined || isWords ? time : Math.max(latest, time);
      sink.setTime(latest);
    },
    last: () => sink.setTime(latest),
  };
}

import { createTextReader } from '../adapters/framing/textReader.ts';

/**
 * Follows the `id:` fields of a server-sent event stream, cut anywhere. An id counts once its event is whole
 * (the blank line came): what was cut off is asked for again.
 */
export interface LastEventId {
  push(chunk: Uint8Array | string): void;
  /** Undefined until an event with an id came whole. */
  current(): string | undefined;
  /** Forgets the event that was cut off with the stream. */
  cut(): void;
}

/** A longer line is no id; only its beginning is kept. */
const longestLine = 1024;

export function createLastEventId(): LastEventId {
  let reader = createTextReader();
  let line = '';
  let pending: string | undefined;
  let known: string | undefined;

  function endLine(): void {
    if (line === '') {
      known = pending ?? known;
      pending = undefined;
    } else if (line.startsWith('id:') && line.length < longestLine && !line.includes('\0')) {
      pending = line.slice(3).replace(/^ /, '');
    }
    line = '';
  }

  return {
    push(chunk) {
      const parts = reader.read(chunk).split('\n');
      parts.forEach((part, index) => {
        if (index > 0) endLine();
        if (line.length < longestLine) line += part.slice(0, longestLine);
      });
    },
    current: () => known,
    cut() {
      reader = createTextReader();
      line = '';
      pending = undefined;
    },
  };
}

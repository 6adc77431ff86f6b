import { type JsonObject, number, text } from '../json.ts';

/** A response while it streams: a turn. */
export interface OpenTurn {
  /** Its own id, or a name that no other response has. */
  readonly id: string;
}

/**
 * Where an event belongs: items are told apart by their index in the output, since some proxies give an item another
 * id with each event.
 */
export function slotOf(event: JsonObject): string {
  const index = number(event, 'output_index');
  return index === undefined ? (text(event, 'item_id') ?? '') : `#${index}`;
}

/** Numbers of events that came: one that comes again under its number changes nothing (SPEC R5.4). */
export interface EventNumbers {
  isRepeated(event: JsonObject): boolean;
  restart(): void;
}

export function createEventNumbers(): EventNumbers {
  let kinds = new Map<number, unknown>();
  let isTrusted = true;
  return {
    isRepeated(event) {
      const nth = number(event, 'sequence_number');
      if (nth === undefined || nth < 0 || !isTrusted) return false;
      if (!kinds.has(nth)) {
        kinds.set(nth, event.type);
        return false;
      }
      // Some servers give all their events the same number.
      isTrusted = kinds.get(nth) === event.type;
      return isTrusted;
    },
    restart() {
      kinds = new Map();
      isTrusted = true;
    },
  };
}

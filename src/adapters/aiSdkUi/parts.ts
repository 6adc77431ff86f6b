import type { EventSink } from '../decoder.ts';
import { type JsonObject, text } from '../json.ts';

type PartKind = 'text' | 'reasoning';

/** Reads the parts of a message that are text: words and thoughts. */
export interface PartReader {
  start(kind: PartKind, chunk: JsonObject): void;
  delta(kind: PartKind, chunk: JsonObject): void;
  end(kind: PartKind, chunk: JsonObject): void;
  startStep(): void;
  /** A run begins: one that repeats gives the same names again. */
  restart(): void;
}

interface Part {
  readonly itemId: string;
  closed: boolean;
}

export function createPartReader(sink: EventSink, turnOf: () => string | undefined): PartReader {
  /** Ids of parts begin anew with every step: each part has a name that the run uses once. */
  let parts = new Map<string, Part>();
  let uses = new Map<string, number>();

  /** The part under an id; a start after the part's end opens another one. */
  function open(kind: PartKind, id: string, isStart: boolean): Part {
    const name = `${kind}:${id}`;
    const found = parts.get(name);
    if (found && !(isStart && found.closed)) return found;
    const nth = (uses.get(name) ?? 0) + 1;
    const part = { itemId: nth === 1 ? id : `${id}~${nth}`, closed: false };
    uses.set(name, nth);
    parts.set(name, part);
    return part;
  }

  return {
    start(kind, chunk) {
      const id = text(chunk, 'id');
      if (id !== undefined) open(kind, id, true);
    },
    delta(kind, chunk) {
      const delta = text(chunk, 'delta');
      if (delta === undefined) return;
      const { itemId } = open(kind, text(chunk, 'id') ?? '', false);
      const turnId = turnOf();
      const type = kind === 'text' ? 'text_delta' : 'thinking_delta';
      sink.emit(turnId === undefined ? { type, delta, itemId } : { type, delta, itemId, turnId });
    },
    end(kind, chunk) {
      const part = parts.get(`${kind}:${text(chunk, 'id') ?? ''}`);
      if (part) part.closed = true;
    },
    startStep() {
      parts = new Map();
    },
    restart() {
      parts = new Map();
      uses = new Map();
    },
  };
}

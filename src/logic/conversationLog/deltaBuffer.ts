import type { AgentEvent } from '../events.ts';
import { isBlank } from '../excerpt.ts';
import type { EventOf } from '../fold/scope.ts';

type Prose = EventOf<'text_delta' | 'thinking_delta'>;
type OfCall = EventOf<'tool_args_delta'> | EventOf<'tool_output_delta'>;

/** What streams between two boundaries, the deltas of one item joined into one event. */
export interface DeltaBuffer {
  /** `isFresh`: the agent has written nothing in its turn that can be seen. */
  addProse(event: Prose, isFresh: boolean): void;
  addOfCall(event: OfCall): void;
  addSnapshot(event: EventOf<'tool_output'>): void;
  /** `row`: the key of the row that it is about, undefined where it tells nothing new. */
  addMarker(event: EventOf<'tool_preparing'>, row: number | undefined): void;
  /** Whether what the agent did last, as far as it is buffered, was to write text that can be seen. */
  hasText(agentId: string | undefined): boolean;
  list(): AgentEvent[];
  /** The same, and empties the buffer. */
  take(): AgentEvent[];
}

/** An event that stands for itself and for all that were joined to it. */
interface Entry {
  event: AgentEvent;
  /** Nothing of its words can be seen; kept, so that a long text is not read anew with each delta. */
  blank: boolean;
  until: number | undefined;
  readonly seqs: (number | string)[];
}

export function createDeltaBuffer(): DeltaBuffer {
  let entries: Entry[] = [];
  /** The newest entry of each agent that makes an item. */
  let newest = new Map<string | undefined, Entry>();
  /** What a call got so far. */
  let args = new Map<string, Entry>();
  let outputs = new Map<string, Entry>();
  /** The newest entry of each tool that markers made: its first marker, and the row that all of them are about. */
  let markers = new Map<string, { entry: Entry; first: EventOf<'tool_preparing'>; row: number }>();

  const forget = () => {
    args = new Map();
    outputs = new Map();
    markers = new Map();
  };
  const push = (event: AgentEvent): Entry => {
    const entry = { event, blank: isProse(event) && isBlank(event.delta), until: undefined, seqs: [] };
    entries.push(entry);
    return entry;
  };
  const pushNewest = (event: AgentEvent): Entry => {
    const entry = push(event);
    newest.set(event.agentId, entry);
    // Words may begin a turn, which no row and no call in preparation outlives: nothing joins what stands before.
    if (isProse(event)) forget();
    return entry;
  };
  const ofCall = (event: OfCall | EventOf<'tool_output'>): Entry => {
    const isArgs = event.type === 'tool_args_delta';
    const ofCalls = isArgs ? args : outputs;
    const key = `${event.agentId ?? ''} ${event.callId}`;
    const known = ofCalls.get(key);
    if (known?.event.type === event.type) return known;
    const entry = push(event);
    ofCalls.set(key, entry);
    if (isArgs) markers = new Map();
    return entry;
  };

  return {
    addProse(event, isFresh) {
      const last = newest.get(event.agentId);
      if (last && isProse(last.event) && isSameItem(last.event, last.blank, event)) {
        const joined = { ...last.event, ...sealOf(event), delta: last.event.delta + event.delta };
        // A character may come in two halves.
        last.blank &&= isBlank(last.event.delta.slice(-1) + event.delta);
        // An empty delta is no progress, but the seal of a thought may come with it.
        if (event.delta !== '') join(last, event, joined);
        else last.event = joined;
      } else if (
        isFresh &&
        event.type === 'thinking_delta' &&
        last?.event.type === 'text_delta' &&
        last.event.delta !== '' &&
        last.event.turnId === event.turnId
      ) {
        // Only blank text gets here: the thinking of its turn stands before it (SPEC R5.1).
        const blank = { ...last };
        Object.assign(last, { event, blank: isBlank(event.delta), until: undefined, seqs: [] });
        entries.push(blank);
      } else pushNewest(event);
    },
    addOfCall(event) {
      const entry = ofCall(event);
      const known = entry.event;
      if (known !== event && known.type === event.type && event.delta !== '')
        join(entry, event, { ...known, delta: known.delta + event.delta });
    },
    addSnapshot(event) {
      const entry = ofCall(event);
      const known = entry.event;
      if (known !== event && known.type === 'tool_output') join(entry, event, { ...known, output: event.output });
    },
    addMarker(event, row) {
      const key = `${event.agentId ?? ''} ${event.toolName}`;
      const last = markers.get(key);
      if (row !== undefined && last?.row === row) {
        join(last.entry, event, { ...last.first, byteCount: event.byteCount });
        return;
      }
      // Bytes of arguments decide on the row of a marker: neither joins what stands before the other.
      args = new Map();
      if (row !== undefined) markers.set(key, { entry: pushNewest(event), first: event, row });
      // A sign of life, no progress (SPEC R2.8); it is known by its number if it comes again.
      else if (event.seq !== undefined) push(event);
    },
    hasText(agentId) {
      const last = newest.get(agentId);
      return last?.event.type === 'text_delta' && !last.blank;
    },
    list: () => entries.map(toEvent),
    take() {
      const taken = entries.map(toEvent);
      entries = [];
      newest = new Map();
      forget();
      return taken;
    },
  };
}

function isProse(event: AgentEvent): event is Prose {
  return event.type === 'text_delta' || event.type === 'thinking_delta';
}

function isSameItem(known: Prose, blank: boolean, event: Prose): boolean {
  const isOfItem = known.type === event.type && known.itemId === event.itemId && known.turnId === event.turnId;
  // What can be seen begins at its own time, and an empty delta has none.
  const begins = blank && (known.delta === '' || !isBlank(event.delta));
  // A seal is over one thought: another one, be it nothing but a seal, does not join it.
  const isNext = event.itemId === undefined && event.delta !== '' && sealOf(known) !== undefined;
  return isOfItem && !begins && !isNext && !('redacted' in event) && !('redacted' in known);
}

function sealOf(event: Prose): { readonly signature: string } | undefined {
  return event.type === 'thinking_delta' && event.signature !== undefined ? { signature: event.signature } : undefined;
}

function join(entry: Entry, event: AgentEvent, joined: AgentEvent): void {
  entry.event = joined;
  entry.until = event.at ?? entry.until;
  if (event.seq !== undefined) entry.seqs.push(event.seq);
}

function toEvent({ event, until, seqs }: Entry): AgentEvent {
  if (until === undefined && seqs.length === 0) return event;
  return { ...event, merged: { ...(until !== undefined && { until }), ...(seqs.length > 0 && { seqs }) } };
}

import type { AgentEvent, EventBody, EventStamp } from '../logic/events.ts';
import type { Diagnostics } from '../logic/thread.ts';
import { createFraming, type Framing } from './framing/framing.ts';
import type { JsonObject } from './json.ts';

/** The body of one type of event. */
export type Body<T extends EventBody['type']> = Extract<EventBody, { type: T }>;

/** Whose bytes they are: what the agent streams, or what the client sends to it. */
export type Speaker = 'agent' | 'client';

/** Reads one stream of a wire format. One stream, one decoder, but for one that goes on with the run of another. */
export interface Decoder {
  /** The events of a chunk, which may be cut anywhere. Never throws: what cannot be read is counted (SPEC R5.4). */
  push(chunk: string | Uint8Array, from?: Speaker): AgentEvent[];
  /**
   * The stream is over: what it still held, and the end of a run that had none (SPEC R5.7). `cut`: its connection was
   * lost, so that its end says nothing.
   */
  end(cut?: boolean): AgentEvent[];
  /** Another stream goes on with the run that the one before left open: what was read stays known. */
  reopen(): void;
  /** The newest message was the end of the run, which another one could still take back. */
  readonly holdsEnd: boolean;
  readonly diagnostics: Diagnostics;
}

/** A wire format: how to tell it and how to read it. */
export interface Format {
  /** Whether a message is of this format; looks at its kind, not at all of it. */
  recognises(message: JsonObject): boolean;
  open(sink: EventSink): MessageReader;
}

/** What reads the messages of one stream, in order. */
export interface MessageReader {
  read(message: JsonObject, from: Speaker): void;
  /** `broken`: the stream was cut, or its last message was. */
  end(broken: boolean): void;
}

/** Where a format puts what it read. */
export interface EventSink {
  /** `agentId`: the delegated agent that the event is about. */
  emit(body: EventBody, agentId?: string): void;
  /** Passes on an event that carries its own stamps. */
  emitWhole(event: AgentEvent): void;
  /** Like `emit`, but only when the returned function is called: for an end that a format can take back. */
  hold(body: EventBody): () => void;
  /** The time of the message that is being read, milliseconds since the epoch. */
  setTime(at: number | undefined): void;
  /** The message is of a kind that nobody knows. */
  unknown(kind: unknown): void;
  malformed(): void;
}

const KIND_LENGTH = 100;

type Marks = { -readonly [K in keyof EventStamp]: EventStamp[K] };

/** A decoder for a format; apps use `createDecoder` of the registry. */
export function decode(format: Format): Decoder {
  const unknown = new Map<string, number>();
  let malformed = 0;
  let events: AgentEvent[] = [];
  let at: number | undefined;
  let messageId: string | undefined;
  let eventsOfMessage = 0;
  let ended = false;
  let holdsEnd = false;

  /** The stream's id is the first event's number; the others of the same message are told apart. */
  function nextSeq(id: string): string {
    const nth = eventsOfMessage++;
    return nth === 0 ? id : `${id}#${nth}`;
  }

  function stamped(body: EventBody, agentId?: string): AgentEvent {
    if (at === undefined && agentId === undefined && messageId === undefined) return body;
    // A copy that then gets its marks: spreading two objects into one is far slower.
    const event: Marks & EventBody = { ...body };
    if (at !== undefined) event.at = at;
    if (agentId !== undefined) event.agentId = agentId;
    if (messageId !== undefined) event.seq = nextSeq(messageId);
    return event;
  }

  const reader = format.open({
    emit: (body, agentId) => events.push(stamped(body, agentId)),
    emitWhole: (event) => events.push(stamped(event)),
    hold(body) {
      const event = stamped(body);
      holdsEnd ||= body.type === 'run_finished';
      return () => events.push(event);
    },
    setTime: (time) => {
      at = time;
    },
    unknown(kind) {
      const name = typeof kind === 'string' ? kind.slice(0, KIND_LENGTH) : `(${typeof kind})`;
      unknown.set(name, (unknown.get(name) ?? 0) + 1);
    },
    malformed: () => {
      malformed++;
    },
  });

  function frame(from: Speaker): Framing {
    return createFraming({
      message(value, id) {
        at = undefined;
        messageId = id;
        eventsOfMessage = 0;
        holdsEnd = false;
        reader.read(value, from);
        at = undefined;
        messageId = undefined;
      },
      malformed: () => {
        malformed++;
      },
      alive: () => {},
    });
  }

  let agent = frame('agent');
  let client: Framing | undefined;

  function taken(): AgentEvent[] {
    const done = events;
    events = [];
    return done;
  }

  return {
    push(chunk, from = 'agent') {
      if (ended) return [];
      client?.settle();
      if (from === 'agent') agent.push(chunk);
      else {
        client ??= frame('client');
        client.push(chunk);
      }
      return taken();
    },
    end(cut = false) {
      if (ended) return [];
      ended = true;
      client?.end();
      const before = malformed;
      agent.end();
      reader.end(cut || malformed > before);
      return taken();
    },
    reopen() {
      ended = false;
      agent = frame('agent');
      client = undefined;
    },
    get holdsEnd() {
      return holdsEnd;
    },
    get diagnostics() {
      return { unknown: Object.fromEntries(unknown), malformed };
    },
  };
}

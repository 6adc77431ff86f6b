import type { AGUIEvent } from '@ag-ui/core';
import type { EventSink, Format, MessageReader } from '../decoder.ts';
import { type JsonObject, list, number, text } from '../json.ts';
import { type CallReader, createCallReader } from './calls.ts';
import { readInput, readResume } from './clientInput.ts';
import { createRunHistory, type RunHistory } from './history.ts';
import { createMessageReader, type MessageTextReader } from './messages.ts';
import { createRunReader, type RunReader } from './runs.ts';
import { createSubagentReader, type SubagentReader } from './subagents.ts';

/** The names of the protocol's own package, and those of its older versions and of programs that speak a dialect. */
type EventName = `${AGUIEvent['type']}` | OldName;
type OldName =
  | 'THINKING_START'
  | 'THINKING_END'
  | 'THINKING_TEXT_MESSAGE_START'
  | 'THINKING_TEXT_MESSAGE_CONTENT'
  | 'THINKING_TEXT_MESSAGE_END'
  | 'USAGE_METADATA';

/** The AG-UI protocol, over SSE or as JSON Lines. */
export const agUi: Format = {
  recognises: (message) => isEventName(message.type),
  open,
};

/** What reads the events of one agent; runs, sub-agents and the history are those of the stream. */
interface Readers {
  readonly runs: RunReader;
  readonly subagents: SubagentReader;
  readonly history: RunHistory;
  readonly messages: MessageTextReader;
  readonly calls: CallReader;
  /** A run begins: nothing goes on that was before it. */
  restart(): void;
  /** The calls that any agent's chunks told of are whole. */
  endAllChunks(): void;
}

function open(sink: EventSink): MessageReader {
  const history = createRunHistory(sink);
  const agents = new Map<string | undefined, Readers>();
  const ofStream = {
    history,
    runs: createRunReader(sink, history),
    subagents: createSubagentReader(sink),
    restart() {
      agents.clear();
      history.restart();
    },
    endAllChunks() {
      for (const { calls } of agents.values()) calls.endChunks();
    },
  };

  function readersOf(agentId: string | undefined): Readers {
    const found = agents.get(agentId);
    if (found) return found;
    const own: EventSink = { ...sink, emit: (body) => sink.emit(body, agentId) };
    const messages = createMessageReader(own, history, agentId);
    const readers = { ...ofStream, messages, calls: createCallReader(own, history) };
    agents.set(agentId, readers);
    return readers;
  }

  return {
    read(event, from) {
      if (from === 'client') {
        readInput(sink, event);
        return;
      }
      const name = event.type;
      if (!isEventName(name)) {
        sink.unknown(name);
        return;
      }
      sink.setTime(milliseconds(number(event, 'timestamp')));
      const readers = readersOf(text(event, 'subagentRunId'));
      if (!SILENT.has(name)) {
        if (name !== 'TOOL_CALL_CHUNK') readers.calls.endChunks();
        readers.runs.before(name === 'RUN_STARTED');
      }
      if (name === 'RUN_STARTED') readResume(sink, event.input);
      handlers[name](readers, event);
    },
    end: ofStream.runs.end,
  };
}

const ignore = (): void => {};

/** One entry a kind: a kind that the package adds does not compile until it stands here. */
const handlers: Readonly<Record<EventName, (readers: Readers, event: JsonObject) => void>> = {
  RUN_STARTED({ runs, restart }, event) {
    if (runs.start(event)) restart();
  },
  RUN_FINISHED: ({ runs }, event) => runs.finish(event),
  RUN_ERROR: ({ runs }, event) => runs.fail(event),
  TEXT_MESSAGE_START: ({ messages }, event) => messages.start(event),
  TEXT_MESSAGE_CONTENT: ({ messages }, event) => messages.content(event),
  TEXT_MESSAGE_END: ({ messages }, event) => messages.end(event),
  TEXT_MESSAGE_CHUNK: ({ messages }, event) => messages.chunk(event),
  REASONING_START: ignore,
  REASONING_MESSAGE_START: ({ messages }) => messages.nextThought(),
  REASONING_MESSAGE_CONTENT: ({ messages }, event) => messages.thought(event),
  REASONING_MESSAGE_CHUNK: ({ messages }, event) => messages.thought(event),
  REASONING_MESSAGE_END: ignore,
  REASONING_END: ignore,
  REASONING_ENCRYPTED_VALUE: ignore,
  THINKING_START: ignore,
  THINKING_TEXT_MESSAGE_START: ({ messages }) => messages.nextThought(),
  THINKING_TEXT_MESSAGE_CONTENT: ({ messages }, event) => messages.thought(event),
  THINKING_TEXT_MESSAGE_END: ignore,
  THINKING_END: ignore,
  TOOL_CALL_START: ({ calls }, event) => calls.start(event),
  TOOL_CALL_ARGS: ({ calls }, event) => calls.args(event),
  TOOL_CALL_END: ({ calls }, event) => calls.end(event),
  TOOL_CALL_CHUNK: ({ calls }, event) => calls.chunk(event),
  TOOL_CALL_RESULT({ calls, messages }, event) {
    messages.resultCame();
    calls.result(event);
  },
  SUBAGENT_STARTED: ({ subagents }, event) => subagents.start(event),
  SUBAGENT_FINISHED: ({ subagents }, event) => subagents.finish(event),
  SUBAGENT_ERROR: ({ subagents }, event) => subagents.fail(event),
  MESSAGES_SNAPSHOT({ endAllChunks, history }, event) {
    endAllChunks();
    history.snapshot(list(event, 'messages'));
  },
  USAGE_METADATA: ({ runs }, event) => runs.usage(event),
  // A step is a part of a program, not a model request; its deltas repeat what REASONING events say.
  STEP_STARTED: ignore,
  STEP_FINISHED: ignore,
  STATE_SNAPSHOT: ignore,
  STATE_DELTA: ignore,
  ACTIVITY_SNAPSHOT: ignore,
  ACTIVITY_DELTA: ignore,
  CUSTOM: ignore,
  RAW: ignore,
};

/** Kinds that may stand anywhere and say nothing about the run. */
const SILENT: ReadonlySet<EventName> = new Set<EventName>([
  'RAW',
  'CUSTOM',
  'STATE_SNAPSHOT',
  'STATE_DELTA',
  'ACTIVITY_SNAPSHOT',
  'ACTIVITY_DELTA',
  'STEP_STARTED',
  'STEP_FINISHED',
  'MESSAGES_SNAPSHOT',
  'REASONING_ENCRYPTED_VALUE',
  'USAGE_METADATA',
]);

function isEventName(name: unknown): name is EventName {
  return typeof name === 'string' && Object.hasOwn(handlers, name);
}

/** The protocol names no unit: milliseconds by custom, seconds in some programs. */
function milliseconds(timestamp: number | undefined): number | undefined {
  return timestamp === undefined || timestamp > 1e11 ? timestamp : timestamp * 1000;
}

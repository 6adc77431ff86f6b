import type { EventSink } from '../decoder.ts';
import { type JsonObject, member } from '../json.ts';
import { createCalls } from './calls.ts';
import { type AssistantMessage, createAssistantMessage } from './message.ts';
import { createRuns, type Runs, wordsOf } from './runs.ts';

/** What a stream and a session file tell in the same way: the messages, and what becomes of them. */
export interface Agent {
  readonly runs: Runs;
  readonly calls: ReturnType<typeof createCalls>;
  /** The assistant begins a message. */
  opens(message: JsonObject): void;
  updates(update: JsonObject): void;
  /** A message is whole. `runs`: no execution will be told of its calls. */
  whole(message: JsonObject, runs: boolean): void;
  /** A message that no assistant wrote. */
  other(message: JsonObject): void;
  notice(text: string): void;
  compacted(): void;
}

export function createAgent(sink: EventSink): Agent {
  const calls = createCalls(sink);
  /** What the user ran between two runs is told with the next one. */
  let commands: JsonObject[] = [];
  let open: AssistantMessage | undefined;

  const runs = createRuns(sink, () => {
    calls.restart();
    open = undefined;
    for (const command of commands) calls.userCommand(command);
    commands = [];
  });

  const notice = (text: string): void => {
    if (text !== '') sink.emit({ type: 'notice', level: 'info', text });
  };

  const compacted = (): void =>
    sink.emit({ type: 'notice', level: 'info', code: 'compaction', text: 'The context was compacted.' });

  function opened(message: JsonObject): AssistantMessage {
    open = createAssistantMessage(sink, calls, runs.turn(message));
    return open;
  }

  return {
    runs,
    calls,
    notice,
    compacted,
    opens: opened,
    updates(update) {
      const { message } = update;
      (open ?? opened({ timestamp: member(message, 'timestamp') })).update(update);
    },
    whole(message, runsWithIt) {
      (open ?? opened(message)).whole(message, runsWithIt);
      open = undefined;
      runs.stopped(message);
    },
    other(message) {
      switch (message.role) {
        case 'user':
          runs.user(message);
          return;
        case 'toolResult':
          calls.result(message);
          return;
        case 'bashExecution':
          if (runs.isRunning) calls.userCommand(message);
          else commands.push(message);
          return;
        case 'custom':
        case 'hookMessage':
          if (message.display === true) notice(wordsOf(message));
          return;
        case 'compactionSummary':
          compacted();
          return;
        case 'branchSummary':
          return;
        default:
          sink.unknown(`role/${String(message.role)}`);
      }
    },
  };
}

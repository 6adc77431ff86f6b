import type { EventSink } from '../decoder.ts';
import { isObject, type JsonObject, number, text } from '../json.ts';
import type { Agent } from './agent.ts';

/** The kinds of entries of a session file; the first, its head, begins a stream too. */
export const ENTRIES: ReadonlySet<unknown> = new Set([
  'branch_summary',
  'compaction',
  'context_transform',
  'custom',
  'custom_message',
  'ephemeral',
  'label',
  'message',
  'model_change',
  'session',
  'session_info',
  'thinking_level_change',
]);

/** Reads a session file, a line an entry. The first version is a list, later ones are a tree: each entry has a parent. */
export interface SessionFile {
  read(entry: JsonObject): void;
  end(): void;
}

export function createSessionFile(sink: EventSink, agent: Agent): SessionFile {
  const { runs } = agent;
  const ids = new Set<string>();
  let last: string | undefined;
  let lastTime: number | undefined;
  let isBranch = false;

  /** An entry that comes again under its own id says nothing new; one whose parent is not the last one is a branch. */
  function isNew(entry: JsonObject): boolean {
    const id = text(entry, 'id');
    if (id === undefined || entry.type === 'session') return true;
    if (ids.has(id)) return false;
    const parent = text(entry, 'parentId');
    // A parent that is not in the file is a broken chain, no branch: the file's order counts.
    if (parent !== last && (parent === undefined || ids.has(parent)) && last !== undefined) {
      runs.branches();
      isBranch = true;
    }
    ids.add(id);
    last = id;
    return true;
  }

  function readMessage({ message }: JsonObject): void {
    if (!isObject(message)) {
      sink.malformed();
      return;
    }
    if (message.role === 'assistant') readAssistant(message);
    else agent.other(message);
    if (message.role === 'user' && isBranch) {
      isBranch = false;
      agent.notice('The conversation goes on from an earlier point.');
    }
  }

  function readAssistant(message: JsonObject): void {
    // The message's own time is when it began, the entry's when it was whole.
    sink.setTime(number(message, 'timestamp') ?? lastTime);
    agent.opens(message);
    sink.setTime(lastTime);
    agent.whole(message, message.stopReason === 'toolUse' || message.stopReason === 'stop');
    if (message.stopReason !== 'toolUse') runs.pauses();
  }

  return {
    read(entry) {
      const time = Date.parse(text(entry, 'timestamp') ?? '');
      // The head of a file is no part of a run, and a stream's own events have no times.
      if (entry.type === 'session') {
        runs.session(text(entry, 'id'));
        return;
      }
      if (!Number.isNaN(time)) lastTime = time;
      sink.setTime(lastTime);
      if (!isNew(entry)) return;
      if (entry.type === 'message') readMessage(entry);
      else if (entry.type === 'compaction') agent.compacted();
      else if (entry.type === 'custom_message' && entry.display === true) agent.other({ ...entry, role: 'custom' });
    },
    end() {
      sink.setTime(lastTime);
      runs.end();
    },
  };
}

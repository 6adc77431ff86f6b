import { createDelegations, type Delegations } from '../codex/delegations.ts';
import { createItemReader, type ItemReader } from '../codex/items.ts';
import { createTurns } from '../codex/turns.ts';
import type { EventSink } from '../decoder.ts';
import { member, text } from '../json.ts';

/**
 * The agents of a server: each works in a thread of its own. The main one is that of the run; a thread that another one
 * started, or that works while the main one does, is a delegated agent's.
 */
export interface Agents {
  readonly delegations: Delegations;
  /** The thread of the run, which the first run tells. */
  isMain(threadId: string): boolean;
  agentOf(threadId: string): string | undefined;
  items(threadId: string): ItemReader;
  /** A thread was opened; it says who opened it. */
  opened(thread: unknown): void;
  /** Whether the tokens of a thread have become more: its usage may be told again with nothing new. */
  isNewTotal(threadId: string, total: number | undefined): boolean;
  /** A run begins in a thread; `true` if it is the main one's. */
  begins(threadId: string, turnId: string, isRunning: boolean): boolean;
}

export function createAgents(sink: EventSink): Agents {
  const delegations = createDelegations(sink);
  const readers = new Map<string, ItemReader>();
  const totals = new Map<string, number>();
  let main: string | undefined;

  const agentOf = (threadId: string) => (threadId === main ? undefined : delegations.agentOf(threadId));

  function items(threadId: string): ItemReader {
    const found = readers.get(threadId);
    if (found) return found;
    const agentId = () => agentOf(threadId);
    const reader = createItemReader(sink, createTurns(sink, threadId, agentId), delegations, agentId);
    readers.set(threadId, reader);
    return reader;
  }

  return {
    delegations,
    isMain: (threadId) => threadId === main,
    agentOf,
    items,
    opened(thread) {
      const id = text(thread, 'id');
      const spawned = member(member(member(thread, 'source'), 'subAgent'), 'thread_spawn');
      const parent = text(thread, 'parentThreadId') ?? text(spawned, 'parent_thread_id');
      if (id === undefined || parent === undefined || id === main) return;
      const title = text(thread, 'agentNickname') ?? text(thread, 'agentRole');
      delegations.started(id, { by: agentOf(parent), title });
    },
    isNewTotal(threadId, total) {
      if (total === undefined) return true;
      const isNew = totals.get(threadId) !== total;
      totals.set(threadId, total);
      return isNew;
    },
    begins(threadId, turnId, isRunning) {
      const isKnown = delegations.agentOf(threadId) !== undefined;
      if (threadId !== main && (isKnown || isRunning)) {
        if (isKnown) delegations.runs(threadId);
        else delegations.started(threadId, {});
        items(threadId).restart(turnId);
        return false;
      }
      main = threadId;
      delegations.restart();
      items(threadId).restart(turnId);
      return true;
    },
  };
}

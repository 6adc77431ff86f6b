import type { AgentEvent } from '../events.ts';

/** Where a conversation log keeps its entries: only ever appended to. Entries are the kit's events. */
export interface LogStore {
  append(entries: readonly AgentEvent[]): void;
  /** All entries, in the order in which they were appended. */
  read(): Iterable<AgentEvent>;
}

/** A store that forgets with its process; it may begin with entries of an older log. */
export function createMemoryStore(entries: Iterable<AgentEvent> = []): LogStore {
  const kept = [...entries];
  return {
    append(added) {
      // One by one: as arguments of one call they would be too many for the engine.
      for (const entry of added) kept.push(entry);
    },
    read: () => kept,
  };
}

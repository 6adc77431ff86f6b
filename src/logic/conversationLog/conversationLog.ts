import type { AgentEvent } from '../events.ts';
import { createListener } from './listener.ts';
import { replayEvents } from './replay.ts';
import type { LogStore } from './store.ts';

/** The memory of a conversation: written while it runs, read after a reload (SPEC R5.2). */
export interface ConversationLog {
  /** Takes the live events. */
  listener(event: AgentEvent): void;
  /** The events that bring back what is shown now: the log, then what is not written yet (SPEC R5.3). */
  replay(): AgentEvent[];
}

/** A log over a store. A new log over the same store knows what was written, as after a crash. */
export function createConversationLog(store: LogStore): ConversationLog {
  const { listener, open } = createListener(store);
  return { listener, replay: () => replayEvents(store, open()) };
}

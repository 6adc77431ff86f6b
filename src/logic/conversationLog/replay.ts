import type { AgentEvent } from '../events.ts';
import type { LogStore } from './store.ts';

/**
 * Turns a log back into the kit's events for the screen. The order is that of the log: one that was
 * written in the old order (text before thinking) keeps it (SPEC R5.2).
 */
export function replayEvents(store: LogStore, open: readonly AgentEvent[]): AgentEvent[] {
  return [...store.read(), ...open];
}

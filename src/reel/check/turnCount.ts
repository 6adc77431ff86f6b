import type { AgentEvent } from '../../logic/events.ts';
import type { Item } from '../../logic/thread.ts';

/** Counts the turns of one agent. */
export interface TurnCount {
  /** Whether a turn begins with an event, which added the items `fresh`. */
  begins(event: AgentEvent, fresh: readonly Item[]): boolean;
  readonly count: number;
}

/** Turns begin with their names; in a format without names words begin one when they follow a tool's answer (SPEC R5.1). */
export function createTurnCount(): TurnCount {
  const turns = new Set<string>();
  let unnamed = 0;
  let isAnswered = true;

  function beginsNamed(turnId: string, event: AgentEvent, fresh: readonly Item[]): boolean {
    if (turns.has(turnId)) return false;
    turns.add(turnId);
    // What is blank may begin a turn too, what is late names one that is void: of other events an item is the proof.
    return event.type === 'turn_started' || fresh.some((item) => 'turnId' in item && item.turnId === turnId);
  }

  return {
    begins(event, fresh) {
      if (event.type === 'usage') return false;
      if ('turnId' in event && event.turnId !== undefined) return beginsNamed(event.turnId, event, fresh);
      const isWords = event.type.startsWith('text') || event.type.startsWith('thinking');
      if (isWords && isAnswered && fresh.length > 0) unnamed += 1;
      if (event.type === 'tool_call_finished') isAnswered = true;
      else if (isWords && fresh.length > 0) isAnswered = false;
      return false;
    },
    get count() {
      return turns.size || unnamed;
    },
  };
}

import type { AgentEvent } from '../events.ts';
import { isBlank } from '../excerpt.ts';

/** What a log has seen of the items of a round, as far as the order of its entries depends on it. */
export interface KnownItems {
  /** Whether an event is the first of its agent, its turn or its call: it opens something (SPEC R4.2a). */
  opens(event: AgentEvent): boolean;
  /** Whether an agent has begun a turn and has written nothing in it: thinking stands before what is blank. */
  isFresh(agentId: string | undefined): boolean;
}

export function createKnownItems(): KnownItems {
  const known = new Set<string>();
  const turns = new Set<string>();
  const fresh = new Set<string | undefined>();
  const isNew = (ids: Set<string>, id: string | undefined) => {
    if (id === undefined || ids.has(id)) return false;
    ids.add(id);
    return true;
  };
  return {
    opens(event) {
      if (event.type === 'run_started' || event.type === 'user_message') known.clear();
      const ofTurn = isNew(known, turnOf(event));
      if (isNew(turns, turnOf(event)) && event.type === 'turn_started') fresh.add(event.agentId);
      if (isVisibleText(event)) fresh.delete(event.agentId);
      const ofAgent = isNew(known, agentOf(event));
      const ofCall = isNew(known, callOf(event));
      return ofTurn || ofAgent || ofCall;
    },
    isFresh: (agentId) => fresh.has(agentId),
  };
}

function turnOf(event: AgentEvent): string | undefined {
  const turnId = 'turnId' in event ? event.turnId : undefined;
  return turnId === undefined ? undefined : `turn ${event.agentId ?? ''} ${turnId}`;
}

function isVisibleText(event: AgentEvent): boolean {
  return (event.type === 'text' && !isBlank(event.text)) || (event.type === 'text_delta' && !isBlank(event.delta));
}

function agentOf(event: AgentEvent): string | undefined {
  const agentId = event.type === 'delegation_started' ? event.childId : event.agentId;
  return agentId === undefined ? undefined : `agent ${agentId}`;
}

function callOf(event: AgentEvent): string | undefined {
  const tells = event.type === 'tool_call_started' || event.type === 'tool_args' || event.type === 'tool_args_delta';
  return tells ? `call ${event.agentId ?? ''} ${event.callId}` : undefined;
}

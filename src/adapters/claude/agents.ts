import type { Outcome } from '../../logic/events.ts';
import type { Body, EventSink } from '../decoder.ts';
import { type JsonObject, known, text } from '../json.ts';
import { toolKind } from '../toolKinds.ts';
import { type ClaudeAgent, createClaudeAgent } from './agent.ts';

/**
 * The main agent of Claude Code and its sub-agents, in its stream and in its transcripts; the id of a sub-agent is
 * that of the call that started it.
 */
export interface Agents {
  main(): ClaudeAgent;
  /** An agent by its id; one that nobody told of is a sub-agent that begins, of which `told` may say more. */
  of(id: string | undefined, told?: JsonObject): ClaudeAgent;
  /** The sub-agent that was called with a prompt and has said nothing yet; without one that fits, the only open one. */
  awaited(prompt: string | undefined): string | undefined;
  /** Which agent made a call. */
  ownerOf(callId: string): string | undefined;
  /** The prompt of a sub-agent stands in its caller's call; it is nothing that the reader said. */
  prompted(childId: string, prompt: string): void;
  /** The result of a call came; if it started a sub-agent, that one ends, or goes on in the background. */
  returned(callId: string, outcome: Outcome, rich: unknown): void;
  /** A sub-agent in the background ends when the program says so, not with the result of its call. */
  notified(childId: string | undefined, status: string | undefined): void;
}

/** Hears of the calls of the main agent that the program runs. */
export type CallsHeard = (callId: string) => void;

export function createAgents(sink: EventSink, called?: CallsHeard): Agents {
  const agents = new Map<string | undefined, ClaudeAgent>();
  const owners = new Map<string, string | undefined>();
  const delegations = new Map<string, { prompt?: string | undefined; background?: boolean }>();
  const open = new Set<string>();

  function agent(id: string | undefined): ClaudeAgent {
    const found = agents.get(id);
    if (found) return found;
    const created = createClaudeAgent(sink, id, {
      called(callId, byProvider) {
        owners.set(callId, id);
        if (id === undefined && !byProvider) called?.(callId);
      },
      ready: (callId, name, args) => {
        if (toolKind(name) === 'agent') delegate(callId, args);
      },
    });
    agents.set(id, created);
    return created;
  }

  function delegate(childId: string, told: unknown): void {
    const prompt = text(told, 'prompt');
    const title = text(told, 'description') ?? text(told, 'task_description');
    if (!delegations.has(childId)) open.add(childId);
    delegations.set(childId, { ...delegations.get(childId), prompt });
    sink.emit(
      known<Body<'delegation_started'>>({ type: 'delegation_started', childId, callId: childId, title, prompt }),
      owners.get(childId),
    );
  }

  function finish(childId: string, outcome: Outcome): void {
    open.delete(childId);
    sink.emit({ type: 'delegation_finished', childId, outcome }, owners.get(childId));
  }

  return {
    main: () => agent(undefined),
    of(id, told) {
      if (id !== undefined && !delegations.has(id)) delegate(id, told);
      return agent(id);
    },
    awaited(prompt) {
      const silent = [...open].filter((id) => !agents.has(id));
      const called = silent.find((id) => prompt !== undefined && delegations.get(id)?.prompt?.trim() === prompt.trim());
      return called ?? (open.size === 1 ? [...open][0] : undefined);
    },
    ownerOf: (callId) => owners.get(callId),
    prompted(childId, prompt) {
      const delegation = delegations.get(childId);
      if (delegation && delegation.prompt === undefined && prompt !== '') delegate(childId, { prompt });
    },
    returned(callId, outcome, rich) {
      const delegation = delegations.get(callId);
      if (delegation && text(rich, 'status') === 'async_launched') delegation.background = true;
      else if (delegation) finish(callId, outcome);
    },
    notified(childId, status) {
      if (childId === undefined || !delegations.get(childId)?.background) return;
      finish(childId, status === 'completed' || status === 'failed' ? status : 'aborted');
    },
  };
}

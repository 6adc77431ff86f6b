import type { Body, EventSink } from '../decoder.ts';
import { type JsonObject, known, text } from '../json.ts';
import { createTurn, type Turn } from './turn.ts';

/** The agents of a run: the one that the user talks to, and those that it has started. */
export interface Agents {
  main(): Turn;
  /** The agent that a line or an event is about. */
  of(source: JsonObject): Turn;
  starts(source: JsonObject): void;
  ends(source: JsonObject): void;
}

export function createAgents(sink: EventSink): Agents {
  const mainTurn = createTurn(sink, undefined);
  const children = new Map<string, Turn>();

  /** The id of an agent that another has started; undefined for the main agent. */
  function childId(source: JsonObject): string | undefined {
    return text(source, 'parentAgentId') === undefined ? undefined : text(source, 'agentId');
  }

  function childOf(source: JsonObject, id: string): Turn {
    const known = children.get(id);
    if (known) return known;
    const turn = createTurn(sink, id);
    children.set(id, turn);
    tellStart(source, id);
    return turn;
  }

  function tellStart(source: JsonObject, id: string): void {
    const parent = text(source, 'parentAgentId');
    const title = text(source, 'agentName') ?? text(source, 'teamRole');
    sink.emit(
      known<Body<'delegation_started'>>({ type: 'delegation_started', childId: id, title }),
      parent !== undefined && children.has(parent) ? parent : undefined,
    );
  }

  function of(source: JsonObject): Turn {
    const id = childId(source);
    return id === undefined ? mainTurn : childOf(source, id);
  }

  return {
    main: () => mainTurn,
    of,
    starts: of,
    ends(source) {
      const id = childId(source);
      if (id === undefined || !children.delete(id)) return;
      sink.emit({ type: 'delegation_finished', childId: id, outcome: 'completed' });
    },
  };
}

import { Sequence } from '../sequence.ts';
import type { Delegation, Round } from '../thread.ts';
import { closeDelegation, endThought } from './closing.ts';
import {
  appendItem,
  callOf,
  type EventOf,
  idOfDelegation,
  idOfDelegationOf,
  itemOf,
  pushOpen,
  replaceItem,
  type Scope,
  startOf,
  withState,
} from './scope.ts';
import { emptyScopeState, state } from './state.ts';

/** Agents that delegate deeper than this are shown at this depth, so that an event's cost has a bound. */
const MAX_DEPTH = 24;

/** Lets `change` fold an event into the items of the agent that it is about. */
export function withinAgent(
  round: Round,
  agentId: string | undefined,
  change: <S extends Scope>(scope: S) => S,
): Round {
  if (agentId === undefined) return change(round);
  const path = pathTo(round, agentId);
  if (path) return descend(round, path, path.length - 1, change);
  if (round.status !== 'running') return round;
  // An agent that nobody announced is a delegation of the main agent's: its words are not the answer (SPEC R1.5).
  return withinAgent(startDelegation(round, { type: 'delegation_started', childId: agentId }), agentId, change);
}

/** The agents from `agentId` up to the main agent's child. */
function pathTo(round: Round, agentId: string): string[] | undefined {
  const { agents } = round[state];
  const path: string[] = [];
  for (let id: string | undefined = agentId; id !== undefined; ) {
    const place: { readonly parent: string | undefined } | undefined = agents.get(id);
    if (!place) return undefined;
    path.push(id);
    id = place.parent;
  }
  return path;
}

function descend<S extends Scope>(scope: S, path: string[], at: number, change: <T extends Scope>(scope: T) => T): S {
  const childId = path[at];
  if (childId === undefined) return change(scope);
  const child = delegationOf(scope, childId);
  if (!child) return scope;
  const changed = descend(child, path, at - 1, change);
  return changed === child ? scope : replaceItem(scope, changed);
}

function delegationOf(scope: Scope, childId: string): Delegation | undefined {
  const item = itemOf(scope, scope[state].ids.get(idOfDelegation(childId)));
  return item?.kind === 'delegation' ? item : undefined;
}

/** An agent delegates; what comes again with more is filled in. */
export function startDelegation(round: Round, event: EventOf<'delegation_started'>): Round {
  const { agents } = round[state];
  const known = agents.get(event.childId);
  if (known) return withinAgent(round, known.parent, (scope) => moreOfDelegation(scope, event));
  let parent = event.agentId;
  if (parent !== undefined && !agents.get(parent)) {
    const begun = startDelegation(round, { type: 'delegation_started', childId: parent });
    return startDelegation(begun, event);
  }
  let depth = parent === undefined ? 1 : (agents.get(parent)?.depth ?? 0) + 1;
  while (depth > MAX_DEPTH && parent !== undefined) {
    parent = agents.get(parent)?.parent;
    depth--;
  }
  const found: Round = { ...round, [state]: { ...round[state], agents: agents.set(event.childId, { parent, depth }) } };
  return withinAgent(found, parent, (scope) => openDelegation(scope, event));
}

function openDelegation<S extends Scope>(scope: S, event: EventOf<'delegation_started'>): S {
  if (scope.status !== 'running') return scope;
  const quiet = endThought(scope, event);
  const { nextKey: key, delegations } = quiet[state];
  const delegation: Delegation = {
    kind: 'delegation',
    key,
    childId: event.childId,
    ...toldOf(event),
    status: 'running',
    items: Sequence.empty(),
    steps: 0,
    ...startOf(event),
    [state]: emptyScopeState,
  };
  const ids = [idOfDelegation(event.childId), ...(event.callId === undefined ? [] : [idOfDelegationOf(event.callId)])];
  const opened = appendItem(quiet, delegation, ids, { delegations: pushOpen(delegations, key) });
  const counted = event.callId === undefined ? { ...opened, steps: opened.steps + 1 } : opened;
  return linkCall(counted, event);
}

function toldOf({ callId, title, prompt }: EventOf<'delegation_started'>) {
  return {
    ...(callId !== undefined && { callId }),
    ...(title !== undefined && { title }),
    ...(prompt !== undefined && { prompt }),
  };
}

/** The row of a delegation stands for the call that started it. */
function linkCall<S extends Scope>(scope: S, { callId, childId }: EventOf<'delegation_started'>): S {
  const call = callId === undefined ? undefined : callOf(scope, callId);
  return call && call.childId === undefined ? replaceItem(scope, { ...call, childId }) : scope;
}

function moreOfDelegation<S extends Scope>(scope: S, event: EventOf<'delegation_started'>): S {
  const known = delegationOf(scope, event.childId);
  if (!known) return scope;
  const more = { ...known, ...toldOf(event) };
  const isSame = more.title === known.title && more.prompt === known.prompt && more.callId === known.callId;
  if (isSame) return scope;
  const replaced = replaceItem(scope, more);
  if (more.callId === undefined || known.callId !== undefined) return replaced;
  const { ids } = replaced[state];
  const linked = withState(replaced, { ids: ids.set(idOfDelegationOf(more.callId), more.key) });
  // From now on its call is the step.
  return linkCall({ ...linked, steps: linked.steps - 1 }, event);
}

export function finishDelegation(round: Round, event: EventOf<'delegation_finished'>): Round {
  const place = round[state].agents.get(event.childId);
  if (!place) return round;
  return withinAgent(round, place.parent, (scope) => {
    const known = delegationOf(scope, event.childId);
    return known?.status === 'running' ? closeDelegation(scope, known, event.outcome, event) : scope;
  });
}

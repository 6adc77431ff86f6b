import { Sequence } from '../sequence.ts';
import type { Delegation, Round, Scope } from '../thread.ts';
import { closeScope, ended, endThought } from './closing.ts';
import { copyCall, copyDelegation } from './copies.ts';
import { appendItem, callOf, closeItem, type EventOf, find, idOf, replaceItem, withState, withStep } from './scope.ts';
import { type AgentPlace, emptyScopeState, state } from './state.ts';

/** Agents that delegate deeper than this are shown at this depth, so that an event's cost has a bound. */
const MAX_DEPTH = 24;

type Started = EventOf<'delegation_started'>;
type Change = <S extends Scope>(scope: S) => S;

/** Lets `change` fold an event into the items of the agent that it is about. */
export function withinAgent(round: Round, agentId: string | undefined, change: Change): Round {
  if (agentId === undefined) return change(round);
  const path: string[] = [];
  for (let id: string | undefined = agentId; id !== undefined; ) {
    path.push(id);
    const place: AgentPlace | undefined = round[state].agents.get(id);
    if (!place && round.status !== 'running') return round;
    // An agent that nobody announced is the main agent's: its words are not the answer (SPEC R1.5).
    if (!place)
      return withinAgent(startDelegation(round, { type: 'delegation_started', childId: id }), agentId, change);
    id = place.parent;
  }
  return descend(round, path, change);
}

function descend<S extends Scope>(scope: S, path: string[], change: Change): S {
  const childId = path.at(-1);
  if (childId === undefined) return change(scope);
  const child = find(scope, 'delegation', idOf('delegation', childId));
  const changed = child && descend(child, path.slice(0, -1), change);
  return changed === child || !changed ? scope : replaceItem(scope, changed);
}

/** An agent delegates; what comes again with more is filled in. */
export function startDelegation(round: Round, event: Started): Round {
  const { agents } = round[state];
  const { childId } = event;
  const known = agents.get(childId);
  if (known) return withinAgent(round, known.parent, (scope) => moreOfDelegation(scope, event));
  let parent = event.agentId;
  if (parent !== undefined && !agents.get(parent))
    return startDelegation(
      withinAgent(round, parent, (scope) => scope),
      event,
    );
  let depth = parent === undefined ? 1 : (agents.get(parent)?.depth ?? 0) + 1;
  for (; depth > MAX_DEPTH && parent !== undefined; depth--) parent = agents.get(parent)?.parent;
  const placed = withState(round, { agents: agents.set(childId, { parent, depth }) });
  return withinAgent(placed, parent, (scope) => openDelegation(scope, event));
}

function openDelegation<S extends Scope>(scope: S, event: Started): S {
  if (scope.status !== 'running') return scope;
  const quiet = endThought(scope, event);
  const { childId, callId, title, prompt } = event;
  const delegation: Delegation = {
    kind: 'delegation',
    key: quiet[state].nextKey,
    startedAt: event.at,
    endedAt: undefined,
    childId,
    callId,
    title,
    prompt,
    status: 'running',
    items: Sequence.empty(),
    usage: undefined,
    steps: 0,
    [state]: emptyScopeState,
  };
  const opened = appendItem(quiet, delegation, [idOf('delegation', childId)], 'delegations');
  // A delegation that a call started is that call's step.
  return linkCall(callId === undefined ? withStep(opened) : opened, delegation);
}

/** The row of a delegation stands for the call that started it, also if that call comes later. */
function linkCall<S extends Scope>(scope: S, { callId, childId, key }: Delegation): S {
  if (callId === undefined) return scope;
  const linked = withState(scope, { ids: scope[state].ids.set(idOf('delegation of call', callId), key) });
  const call = callOf(scope, callId);
  return call && call.childId === undefined ? replaceItem(linked, Object.assign(copyCall(call), { childId })) : linked;
}

function moreOfDelegation<S extends Scope>(scope: S, event: Started): S {
  const known = find(scope, 'delegation', idOf('delegation', event.childId));
  if (!known) return scope;
  const more = copyDelegation(known);
  more.callId = event.callId ?? known.callId;
  more.title = event.title ?? known.title;
  more.prompt = event.prompt ?? known.prompt;
  const isSame = more.title === known.title && more.prompt === known.prompt && more.callId === known.callId;
  const replaced = isSame ? scope : replaceItem(scope, more);
  // Once a call is told of, that call is the step.
  const isNews = known.callId === undefined && more.callId !== undefined;
  return isNews ? linkCall(withStep(replaced, -1), more) : replaced;
}

export function finishDelegation(round: Round, event: EventOf<'delegation_finished'>): Round {
  const { childId, outcome } = event;
  const place = round[state].agents.get(childId);
  if (!place) return round;
  return withinAgent(round, place.parent, (scope) => {
    const known = find(scope, 'delegation', idOf('delegation', childId));
    if (known?.status !== 'running') return scope;
    return closeItem(scope, ended(closeScope(known, event), outcome), 'delegations', event);
  });
}

import type { EventStamp } from '../events.ts';
import type { Item } from '../thread.ts';
import { abandonPreparing, endThought } from './closing.ts';
import { type EventOf, idOfTurn, idOfVoid, positionOf, type Scope, withState } from './scope.ts';
import { state } from './state.ts';

/** A turn begins: what the one before was preparing or thinking is over (SPEC R2.1, R4.7). */
export function turnStarted<S extends Scope>(scope: S, event: EventOf<'turn_started'>): S {
  if (scope[state].ids.get(idOfTurn(event.turnId)) !== undefined) return scope;
  const begun = beginTurn(scope, event.turnId, event);
  return event.retryOf === undefined || event.retryOf === event.turnId ? begun : voidTurn(begun, event.retryOf);
}

/** Whether the attempt of a turn is void: what still comes of it is not shown (SPEC R5.4). */
export function isVoid(scope: Scope, turnId: string | undefined): boolean {
  const { ids, turnId: current } = scope[state];
  return turnId !== undefined && turnId !== current && ids.get(idOfVoid(turnId)) !== undefined;
}

/** Begins a turn that an event names, or one that has no name because its format has no turns. */
export function beginTurn<S extends Scope>(scope: S, turnId: string | undefined, stamp: EventStamp): S {
  const closed = endThought(abandonPreparing(scope, stamp), stamp);
  const { ids, nextKey } = closed[state];
  return withState(closed, {
    ids: turnId === undefined ? ids : ids.set(idOfTurn(turnId), nextKey),
    turnId,
    answered: false,
    unseenText: undefined,
    unseenThought: undefined,
  });
}

/** The scope in the turn that an event names; a name that is new begins a turn. */
export function inTurn<S extends Scope>(scope: S, turnId: string | undefined, stamp: EventStamp): S {
  const known = scope[state];
  if (turnId === undefined || turnId === known.turnId) return scope;
  // A late event of a turn that is over does not bring it back.
  if (known.ids.get(idOfTurn(turnId)) !== undefined) return scope;
  return beginTurn(scope, turnId, stamp);
}

/** Takes out what an attempt wrote, thought and prepared; the tools that it ran did run (SPEC R5.4). */
function voidTurn<S extends Scope>(scope: S, turnId: string): S {
  const { ids, nextKey } = scope[state];
  const begun = ids.get(idOfTurn(turnId)) ?? nextKey;
  let dropped = 0;
  let answer: number | undefined;
  const items = scope.items.keep(positionOf(scope, begun), (item) => {
    const isVoid = turnOf(item) === turnId && (item.kind !== 'tool_call' || item.status === 'aborted');
    if (isVoid && isStep(item)) dropped++;
    return !isVoid;
  });
  for (let i = items.length - 1; i >= 0 && answer === undefined; i--) {
    const item = items.at(i);
    if (item?.kind === 'assistant_text') answer = item.key;
  }
  return withState(
    { ...scope, items, steps: scope.steps - dropped },
    { answer, ids: ids.set(idOfVoid(turnId), begun) },
  );
}

function turnOf(item: Item): string | undefined {
  return 'turnId' in item ? item.turnId : undefined;
}

function isStep(item: Item): boolean {
  return item.kind === 'thinking' || item.kind === 'tool_call';
}

import type { EventStamp } from '../events.ts';
import type { Item, Scope } from '../thread.ts';
import { abandonPreparing, endThought } from './closing.ts';
import { copyScope } from './copies.ts';
import { type EventOf, idOf, positionOf, withState } from './scope.ts';
import { state } from './state.ts';

/** A turn begins: what the one before was preparing or thinking is over (SPEC R2.1, R4.7). */
export function turnStarted<S extends Scope>(scope: S, event: EventOf<'turn_started'>): S {
  const { turnId, retryOf = turnId } = event;
  const begun = inTurn(scope, turnId, event);
  return begun === scope || retryOf === turnId ? begun : voidTurn(begun, retryOf);
}

/** Whether the attempt of a turn is void: what still comes of it is not shown (SPEC R5.4). */
export function isVoid(scope: Scope, turnId: string | undefined): boolean {
  const { ids, turnId: current } = scope[state];
  return turnId !== undefined && turnId !== current && ids.get(idOf('void turn', turnId)) !== undefined;
}

/** Begins a turn that an event names, or one that has no name because its format has no turns. */
export function beginTurn<S extends Scope>(scope: S, turnId: string | undefined, stamp: EventStamp): S {
  const closed = endThought(abandonPreparing(scope, stamp), stamp);
  const { ids, nextKey } = closed[state];
  return withState(closed, {
    ids: turnId === undefined ? ids : ids.set(idOf('turn', turnId), nextKey),
    turnId,
    answered: false,
    unseen: {},
  });
}

/** The scope in the turn that an event names; a late event of a turn that is over does not bring it back. */
export function inTurn<S extends Scope>(scope: S, turnId: string | undefined, stamp: EventStamp): S {
  const isKnown = turnId === undefined || scope[state].ids.get(idOf('turn', turnId)) !== undefined;
  return isKnown ? scope : beginTurn(scope, turnId, stamp);
}

/** Takes out what an attempt wrote, thought and prepared; the tools that it ran did run (SPEC R5.4). */
function voidTurn<S extends Scope>(scope: S, turnId: string): S {
  const { ids, nextKey } = scope[state];
  if (ids.get(idOf('void turn', turnId)) !== undefined) return scope;
  const from = ids.get(idOf('turn', turnId)) ?? nextKey;
  let { steps } = scope;
  let answer: number | undefined;
  const items = scope.items.keep(positionOf(scope, from), (item) => {
    const isOfIt =
      'turnId' in item && item.turnId === turnId && (item.kind !== 'tool_call' || item.status === 'aborted');
    if (isOfIt && isStep(item)) steps--;
    return !isOfIt;
  });
  for (let i = items.length - 1; i >= 0 && answer === undefined; i--) {
    const item = items.at(i);
    if (item?.kind === 'assistant_text') answer = item.key;
  }
  return withState(copyScope(scope, items, scope[state], steps), {
    answer,
    ids: ids.set(idOf('void turn', turnId), from),
  });
}

function isStep(item: Item): boolean {
  return item.kind === 'thinking' || item.kind === 'tool_call';
}

import type { EventStamp } from '../events.ts';
import type { Item, Scope } from '../thread.ts';
import { abandonPreparing, endThought } from './closing.ts';
import { copyScope } from './copies.ts';
import { type EventOf, idOf, itemOf, positionOf, withState } from './scope.ts';
import { type ScopeState, state } from './state.ts';

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
  return withState(closed, {
    ids: turnId === undefined ? closed[state].ids : idsWithTurn(closed, turnId),
    turnId,
    answered: false,
    unseen: {},
  });
}

function idsWithTurn(scope: Scope, turnId: string): ScopeState['ids'] {
  const { ids, nextKey, answer } = scope[state];
  const begun = ids.set(idOf('turn', turnId), nextKey);
  return answer === undefined ? begun : begun.set(idOf('answer before turn', turnId), answer);
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
  const items = scope.items.keep(positionOf(scope, from), (item) => {
    const isOfIt =
      'turnId' in item && item.turnId === turnId && (item.kind !== 'tool_call' || item.status === 'aborted');
    if (isOfIt && isStep(item)) steps--;
    return !isOfIt;
  });
  const rest = copyScope(scope, items, scope[state], steps);
  return withState(rest, {
    answer: answerWithout(rest, turnId, from),
    ids: ids.set(idOf('void turn', turnId), from),
  });
}

/** The newest text that is left: of what came since the turn began, else the one that was the answer before it. */
function answerWithout(scope: Scope, turnId: string, from: number): number | undefined {
  const { items } = scope;
  const { ids, answer } = scope[state];
  const isKnown = ids.get(idOf('turn', turnId)) !== undefined;
  const before = isKnown ? ids.get(idOf('answer before turn', turnId)) : answer;
  const isLeft = itemOf(scope, before) !== undefined;
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items.at(i);
    if (item?.kind === 'assistant_text') return item.key;
    if (item && item.key < from && (isLeft || before === undefined)) return before;
  }
  return undefined;
}

function isStep(item: Item): boolean {
  return item.kind === 'thinking' || item.kind === 'tool_call';
}

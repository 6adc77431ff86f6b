import type { AgentEvent, EventStamp } from '../events.ts';
import type { Delegation, Item, Round, ToolCall } from '../thread.ts';
import { type Open, type ScopeState, state } from './state.ts';

/** What holds the items of one agent: the round for the main agent, its delegation for any other. */
export type Scope = Round | Delegation;

/** One kind of event, with its stamp. */
export type EventOf<T extends AgentEvent['type']> = EventStamp & Extract<AgentEvent, { readonly type: T }>;

export const idOfCall = (callId: string) => `call ${callId}`;
export const idOfProse = (kind: 'thinking' | 'assistant_text', itemId: string) => `${kind} ${itemId}`;
export const idOfApproval = (approvalId: string) => `approval ${approvalId}`;
export const idOfDelegation = (childId: string) => `delegation ${childId}`;
/** A delegation by the call that started it. */
export const idOfDelegationOf = (callId: string) => `delegation of ${callId}`;
export const idOfTurn = (turnId: string) => `turn ${turnId}`;
/** A turn whose attempt is void. */
export const idOfVoid = (turnId: string) => `void ${turnId}`;

export function withState<S extends Scope>(scope: S, change: Partial<ScopeState>): S {
  return { ...scope, [state]: { ...scope[state], ...change } };
}

/** Where the item of this key stands: its key, as long as none before it was taken out. */
export function positionOf({ items, [state]: { nextKey } }: Scope, key: number): number {
  if (items.length === nextKey) return key;
  let low = 0;
  let high = Math.min(key, items.length - 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = items.at(middle);
    if (found && found.key < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The item of this key, undefined where it was taken out. */
export function itemOf(scope: Scope, key: number | undefined): Item | undefined {
  if (key === undefined) return undefined;
  const item = scope.items.at(positionOf(scope, key));
  return item?.key === key ? item : undefined;
}

/** Whether the item of this id was taken out: what still comes for it is late. */
export function isTakenOut(scope: Scope, id: string): boolean {
  const key = scope[state].ids.get(id);
  return key !== undefined && itemOf(scope, key) === undefined;
}

/** Puts `item` in the place of the one with its key. */
export function replaceItem<S extends Scope>(scope: S, item: Item): S {
  return { ...scope, items: scope.items.with(positionOf(scope, item.key), item) };
}

/** Puts an item at the end and lets it be found by its ids. */
export function appendItem<S extends Scope>(
  scope: S,
  item: Item,
  ids: readonly string[],
  change?: Partial<ScopeState>,
): S {
  const known = scope[state];
  let map = known.ids;
  for (const id of ids) map = map.set(id, item.key);
  const next: ScopeState = { ...known, ids: map, nextKey: item.key + 1, ...change };
  return { ...scope, items: scope.items.append(item), [state]: next };
}

export function removeItem<S extends Scope>(scope: S, key: number): S {
  return { ...scope, items: scope.items.without(positionOf(scope, key)) };
}

/** The call of this id; most events are about the newest one that is open. */
export function callOf(scope: Scope, callId: string): ToolCall | undefined {
  const { calls, ids } = scope[state];
  const newest = itemOf(scope, calls?.key);
  if (newest?.kind === 'tool_call' && newest.callId === callId) return newest;
  const item = itemOf(scope, ids.get(idOfCall(callId)));
  return item?.kind === 'tool_call' ? item : undefined;
}

export function pushOpen(open: Open | undefined, key: number): Open {
  return { key, below: open, size: (open?.size ?? 0) + 1, oldest: open?.oldest ?? key };
}

/** The stack without `key`; the cost is its distance from the top. */
export function dropOpen(open: Open | undefined, key: number): Open | undefined {
  const above: number[] = [];
  let rest = open;
  while (rest && rest.key > key) {
    above.push(rest.key);
    rest = rest.below;
  }
  if (rest?.key !== key) return open;
  rest = rest.below;
  for (let i = above.length - 1; i >= 0; i--) rest = pushOpen(rest, above[i] ?? key);
  return rest;
}

/** The items of a stack, oldest first. */
export function openItems(scope: Scope, open: Open | undefined): Item[] {
  const items: Item[] = [];
  for (let node = open; node; node = node.below) {
    const item = itemOf(scope, node.key);
    if (item) items.push(item);
  }
  return items.reverse();
}

/** When what begins with this event began, where the event has a time. */
export function startOf({ at }: EventStamp): { readonly startedAt?: number } {
  return at === undefined ? {} : { startedAt: at };
}

/** When what ends with this event ended. */
export function endOf({ at }: EventStamp): { readonly endedAt?: number } {
  return at === undefined ? {} : { endedAt: at };
}

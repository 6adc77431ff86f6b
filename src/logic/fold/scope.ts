import type { AgentEvent, EventStamp } from '../events.ts';
import { settle } from '../settle.ts';
import type { Approval, Delegation, Item, Scope, ToolCall } from '../thread.ts';
import { copyScope, copyState, type Draft } from './copies.ts';
import { keysOf, withKey, withoutKey } from './openKeys.ts';
import { type ScopeState, state } from './state.ts';

/** One kind of event, with its stamp. */
export type EventOf<T extends AgentEvent['type']> = EventStamp & Extract<AgentEvent, { readonly type: T }>;

/** What items are found by: what kind of id, and the id. */
export type IdKind =
  | 'call'
  | 'thinking'
  | 'assistant_text'
  | 'approval'
  | 'approval of call'
  | 'approval before'
  | 'delegation'
  | 'delegation of call'
  | 'turn'
  | 'answer before turn'
  | 'void turn';
/** No kind of id is the beginning of another one: an approval may be called `of call c1`. */
export const idOf = (kind: IdKind, id: string) => `${kind}\0${id}`;

/** What the keys of open items stand for. */
interface OpenItems {
  readonly calls: ToolCall;
  readonly preparing: ToolCall;
  readonly approvals: Approval;
  readonly delegations: Delegation;
}
type OpenKind = Exclude<keyof OpenItems, 'preparing'>;
const KINDS = { calls: 'tool_call', preparing: 'tool_call', approvals: 'approval', delegations: 'delegation' } as const;

export function withState<S extends Scope>(scope: S, change: Partial<ScopeState>): S {
  return copyScope(scope, scope.items, Object.assign(copyState(scope[state]), change));
}

/** So many steps more (SPEC R2.7). */
export function withStep<S extends Scope>(scope: S, more = 1): S {
  return copyScope(scope, scope.items, scope[state], scope.steps + more);
}

/** Where the item of this key stands: its key, as long as none before it was taken out. */
export function positionOf({ items, [state]: { nextKey } }: Scope, key: number): number {
  if (items.length === nextKey) return key;
  let low = 0;
  let high = Math.min(key, items.length - 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items.at(middle)?.key ?? key) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The item of this key, undefined where it was taken out. */
export function itemOf(scope: Scope, key: number | undefined): Item | undefined {
  const item = key === undefined ? undefined : scope.items.at(positionOf(scope, key));
  return item?.key === key ? item : undefined;
}

/** Whether the item of this id was taken out: what still comes for it is late. */
export function isTakenOut(scope: Scope, id: string): boolean {
  const key = scope[state].ids.get(id);
  return key !== undefined && itemOf(scope, key) === undefined;
}

/** The item of one kind that an id names. */
export function find<K extends Item['kind']>(
  scope: Scope,
  kind: K,
  id: string,
): Extract<Item, { readonly kind: K }> | undefined {
  const item = itemOf(scope, scope[state].ids.get(id));
  return item && isOf(item, kind) ? item : undefined;
}

function isOf<K extends Item['kind']>(item: Item, kind: K): item is Extract<Item, { readonly kind: K }> {
  return item.kind === kind;
}

/** The call of this id; most events are about the newest one that is open. */
export function callOf(scope: Scope, callId: string): ToolCall | undefined {
  const newest = itemOf(scope, scope[state].calls?.newest);
  return newest?.kind === 'tool_call' && newest.callId === callId
    ? newest
    : find(scope, 'tool_call', idOf('call', callId));
}

/** Puts `item` in the place of the one with its key. */
export function replaceItem<S extends Scope>(scope: S, item: Item): S {
  return copyScope(scope, scope.items.with(positionOf(scope, item.key), item));
}

/** Puts a new item at the end, lets it be found by its ids, and among those that are open. */
export function appendItem<S extends Scope>(scope: S, item: Item, ids: readonly string[], open?: OpenKind): S {
  const before = scope.items.at(-1);
  if (before?.kind === 'thinking' || before?.kind === 'assistant_text') settle(before.text);
  const known = copyState(scope[state]);
  for (const id of ids) known.ids = known.ids.set(id, item.key);
  if (open) known[open] = withKey(known[open], item.key);
  if (open === 'calls') known.preparing = withKey(known.preparing, item.key);
  known.nextKey = item.key + 1;
  return copyScope(scope, scope.items.append(item), known);
}

/** An item has ended as it is given, which is a copy of its own: it is no longer open. */
export function closeItem<S extends Scope>(scope: S, item: Draft<Item>, open: OpenKind, { at }: EventStamp): S {
  item.endedAt = at ?? item.endedAt;
  return copyScope(scope, replaceItem(scope, item).items, withoutOpen(scope, open, item.key));
}

/** The state in which an item is no longer open. */
export function withoutOpen(scope: Scope, open: OpenKind, key: number): ScopeState {
  const known = copyState(scope[state]);
  known[open] = withoutKey(known[open], key);
  if (open === 'calls') known.preparing = withoutKey(known.preparing, key);
  return known;
}

/** The items that are open, oldest first. */
export function openItems<K extends keyof OpenItems>(scope: Scope, open: K): OpenItems[K][] {
  const isOpen = (item: Item | undefined): item is OpenItems[K] => item?.kind === KINDS[open];
  return keysOf(scope[state][open])
    .map((key) => itemOf(scope, key))
    .filter(isOpen);
}

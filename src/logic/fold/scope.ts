import type { AgentEvent, EventStamp } from '../events.ts';
import { settle } from '../settle.ts';
import type { Approval, Delegation, Item, Scope, ToolCall } from '../thread.ts';
import { copyScope, copyState, type Draft } from './copies.ts';
import { type Open, type ScopeState, state } from './state.ts';

/** One kind of event, with its stamp. */
export type EventOf<T extends AgentEvent['type']> = EventStamp & Extract<AgentEvent, { readonly type: T }>;

/** What items are found by: what kind of id, and the id. */
export type IdKind =
  | 'call'
  | 'thinking'
  | 'assistant_text'
  | 'approval'
  | 'delegation'
  | 'delegation of call'
  | 'turn'
  | 'void turn';
export const idOf = (kind: IdKind, id: string) => `${kind} ${id}`;

/** The stacks of items that are open, and what is on them. */
interface Stacks {
  readonly calls: ToolCall;
  readonly approvals: Approval;
  readonly delegations: Delegation;
}
export type Stack = keyof Stacks;
const KINDS = { calls: 'tool_call', approvals: 'approval', delegations: 'delegation' } as const;

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
  const newest = itemOf(scope, scope[state].calls?.key);
  return newest?.kind === 'tool_call' && newest.callId === callId
    ? newest
    : find(scope, 'tool_call', idOf('call', callId));
}

/** Puts `item` in the place of the one with its key. */
export function replaceItem<S extends Scope>(scope: S, item: Item): S {
  return copyScope(scope, scope.items.with(positionOf(scope, item.key), item));
}

/** Puts a new item at the end, lets it be found by its ids, and on the stack of what is open. */
export function appendItem<S extends Scope>(scope: S, item: Item, ids: readonly string[], stack?: Stack): S {
  const before = scope.items.at(-1);
  if (before?.kind === 'thinking' || before?.kind === 'assistant_text') settle(before.text);
  const known = copyState(scope[state]);
  for (const id of ids) known.ids = known.ids.set(id, item.key);
  if (stack) known[stack] = pushOpen(known[stack], item.key);
  known.nextKey = item.key + 1;
  return copyScope(scope, scope.items.append(item), known);
}

/** An item has ended as it is given, which is a copy of its own: it is no longer open. */
export function closeItem<S extends Scope>(scope: S, item: Draft<Item>, stack: Stack, { at }: EventStamp): S {
  item.endedAt = at ?? item.endedAt;
  return withState(replaceItem(scope, item), { [stack]: dropOpen(scope[state][stack], item.key) });
}

function pushOpen(open: Open | undefined, key: number): Open {
  return { key, below: open, size: (open?.size ?? 0) + 1, oldest: open?.oldest ?? key };
}

/** The stack without `key`; the cost is its distance from the top. */
export function dropOpen(open: Open | undefined, key: number): Open | undefined {
  const above: number[] = [];
  let rest = open;
  for (; rest && rest.key > key; rest = rest.below) above.push(rest.key);
  if (rest?.key !== key) return open;
  return above.reduceRight<Open | undefined>(pushOpen, rest.below);
}

/** What is on a stack, oldest first. */
export function openItems<K extends Stack>(scope: Scope, stack: K): Stacks[K][] {
  const isOpen = (item: Item | undefined): item is Stacks[K] => item?.kind === KINDS[stack];
  const items: Stacks[K][] = [];
  for (let node = scope[state][stack]; node; node = node.below) {
    const item = itemOf(scope, node.key);
    if (isOpen(item)) items.push(item);
  }
  return items.reverse();
}

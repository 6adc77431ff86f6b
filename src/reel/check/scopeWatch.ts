import type { AgentEvent } from '../../logic/events.ts';
import { isBlank } from '../../logic/excerpt.ts';
import type { Delegation, Item, Scope, ToolCall } from '../../logic/thread.ts';
import type { Report } from './findings.ts';
import { freshItems, itemWithKey } from './items.ts';
import { checkAnswer, checkCall, checkClosed, checkOrder, checkProse, checkTurnOf } from './rules.ts';
import { createTurnCount } from './turnCount.ts';
import { checkItemText, checkStepText } from './visible.ts';

/** Looks on while the items of one agent change, and reports what may not be (SPEC R7.4). */
export interface ScopeWatch {
  /** `event`: what led to this state, unless it was dropped as a repeated one. */
  see(scope: Scope, event: AgentEvent | undefined): void;
  /** How much it has seen, the agents that it delegates to included. */
  totals(): { readonly turns: number; readonly calls: number };
}

/**
 * A watch over the items of one agent. It keeps by itself what it needs to know, and looks at those items only that
 * can have changed: new ones, rows in preparation, running delegations, and what the event names.
 */
export function createScopeWatch(report: Report, agentId?: string): ScopeWatch {
  const name = agentId === undefined ? 'the main agent' : `the agent ${agentId}`;
  let newest = -1;
  let length = 0;
  let isOver = false;
  /** The newest key when the newest turn began: what was in preparation then is over. */
  let turnStart = -1;
  /** Keys by what an event calls the item: `call c1`, `thinking i1`, `assistant_text i1`. */
  const named = new Map<string, number>();
  const preparing = new Map<number, ToolCall>();
  const texts: number[] = [];
  const running = new Map<number, { readonly watch: ScopeWatch; seen: Delegation | undefined }>();
  const children = new Map<string, ScopeWatch>();
  const calls = new Set<string>();
  const turns = createTurnCount();

  function see(scope: Scope, event: AgentEvent | undefined): void {
    const own = event?.agentId === agentId && !isOver ? event : undefined;
    const fresh = freshOf(scope);
    if (own && turns.begins(own, fresh)) turnStart = newest;
    length = scope.items.length;
    newest = scope.items.at(-1)?.key ?? -1;
    for (const item of fresh) meet(scope, item);
    for (const item of changedItems(scope, own)) look(scope, item);
    for (const [key, call] of preparing) if (key <= turnStart) checkTurnOf(call, name, report);
    lookInto(scope, event);
    if (own) checkCallOf(scope, own);
    checkOrder(scope, length - fresh.length, name, report);
    checkAnswer(scope, newestText(scope), name, report);
    checkStepText(scope, report);
    if (isOver) checkClosed(fresh, name, report);
    else if (scope.status !== 'running') checkClosed(scope.items, name, report);
    isOver = scope.status !== 'running';
  }

  /** What is new; where items were taken out or put in between, all is. */
  function freshOf({ items }: Scope): Item[] {
    const fresh = freshItems(items, newest);
    const gone = [...preparing.keys()].filter((key) => !itemWithKey(items, key));
    for (const key of gone) preparing.delete(key);
    if (items.length === length + fresh.length - gone.length) return fresh;
    for (const known of [named, preparing, running]) known.clear();
    texts.length = 0;
    return [...items];
  }

  /** An item is there for the first time. */
  function meet(scope: Scope, item: Item): void {
    if (item.kind === 'assistant_text') texts.push(item.key);
    if ((item.kind === 'thinking' || item.kind === 'assistant_text') && item.itemId !== undefined) {
      named.set(`${item.kind} ${item.itemId}`, item.key);
    }
    if (item.kind === 'delegation') {
      const watch = children.get(item.childId) ?? createScopeWatch(report, item.childId);
      children.set(item.childId, watch);
      running.set(item.key, { watch, seen: undefined });
    }
    look(scope, item);
  }

  /** Items that were there and that an event may have changed. */
  function changedItems({ items }: Scope, event: AgentEvent | undefined): Item[] {
    const keys = new Set(preparing.keys());
    const last = items.at(-1);
    if (last) keys.add(last.key);
    const key = event && named.get(idIn(event));
    if (key !== undefined) keys.add(key);
    return [...keys].flatMap((each) => itemWithKey(items, each) ?? []);
  }

  function look(scope: Scope, item: Item): void {
    checkProse(item, name, report);
    checkItemText(item, report);
    if (item.kind !== 'tool_call') return;
    if (item.status === 'preparing') preparing.set(item.key, item);
    else preparing.delete(item.key);
    if (item.callId !== '') lookForAnother(scope, item);
  }

  /** R4.6: a call has one row. */
  function lookForAnother({ items }: Scope, { callId, key }: ToolCall): void {
    calls.add(callId);
    const id = `call ${callId}`;
    const known = named.get(id) ?? key;
    if (known === key || !itemWithKey(items, known)) named.set(id, key);
    else report('R4.6', `The call ${callId} of ${name} has two rows.`);
  }

  function lookInto({ items }: Scope, event: AgentEvent | undefined): void {
    for (const [key, child] of running) {
      const item = itemWithKey(items, key);
      if (item?.kind !== 'delegation') continue;
      if (item === child.seen && event?.agentId !== item.childId) continue;
      child.watch.see(item, event);
      child.seen = item;
      if (item.status !== 'running') running.delete(key);
    }
  }

  function checkCallOf({ items }: Scope, event: AgentEvent): void {
    const key = named.get(idIn(event));
    const call = key === undefined ? undefined : itemWithKey(items, key);
    if (call?.kind === 'tool_call') checkCall(call, event, report);
  }

  function newestText({ items }: Scope): number | undefined {
    for (let i = texts.length - 1; i >= 0; i--) {
      const item = itemWithKey(items, texts[i] ?? -1);
      if (item?.kind === 'assistant_text' && !isBlank(item.text)) return item.key;
    }
    return undefined;
  }

  return {
    see,
    totals() {
      const own = { turns: turns.count, calls: calls.size };
      return [...children.values()].reduce((sum, child) => {
        const theirs = child.totals();
        return { turns: sum.turns + theirs.turns, calls: sum.calls + theirs.calls };
      }, own);
    },
  };
}

/** What an event calls the item that it is about. */
function idIn(event: AgentEvent): string {
  if ('callId' in event && event.callId !== undefined) return `call ${event.callId}`;
  const kind = event.type.startsWith('thinking') ? 'thinking' : 'assistant_text';
  return 'itemId' in event && event.itemId !== undefined ? `${kind} ${event.itemId}` : '';
}

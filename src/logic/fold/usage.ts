import type { Usage } from '../events.ts';
import type { Scope } from '../thread.ts';
import { copyScope } from './copies.ts';
import { type EventOf, withState } from './scope.ts';
import { type ScopeState, state } from './state.ts';

/** Fields that add up over the turns of a round; of the others the newest counts. */
const SUMS = [
  'inputTokens',
  'outputTokens',
  'cachedTokens',
  'reasoningTokens',
  'cost',
  'latencyMs',
  'attempts',
] as const;

type Draft = { -readonly [K in keyof Usage]: Usage[K] };

/** A turn's usage counts once however often it is told; a total of the format wins over the sum (SPEC R5.6). */
export function usageCame<S extends Scope>(scope: S, event: EventOf<'usage'>): S {
  const { turnUsage, turnSum, total } = scope[state];
  const told = sumsOf(event);
  if (event.turnId === undefined) return withUsage(scope, { total: { ...total, ...told } }, event);
  const before = turnUsage.get(event.turnId);
  const turn = { ...before, ...told };
  const change = { turnUsage: turnUsage.set(event.turnId, turn), turnSum: sum(turnSum, before, turn) };
  return withUsage(scope, change, event);
}

function withUsage<S extends Scope>(scope: S, change: Partial<ScopeState>, { contextWindow, model }: Usage): S {
  const changed = withState(scope, change);
  const next = changed[state];
  const usage: Usage = {
    ...scope.usage,
    ...next.turnSum,
    ...next.total,
    ...(contextWindow !== undefined && { contextWindow }),
    ...(model !== undefined && { model }),
  };
  return Object.assign(copyScope(changed), { usage });
}

function sumsOf(event: Usage): Usage {
  const usage: Draft = {};
  for (const field of SUMS) if (typeof event[field] === 'number') usage[field] = event[field];
  return usage;
}

function sum(turns: Usage, before: Usage = {}, turn: Usage = {}): Usage {
  const next: Draft = { ...turns };
  for (const field of SUMS) {
    const value = turn[field];
    if (value !== undefined) next[field] = (turns[field] ?? 0) - (before[field] ?? 0) + value;
  }
  return next;
}

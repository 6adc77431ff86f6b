import type { Usage } from '../events.ts';
import type { EventOf, Scope } from './scope.ts';
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
const LATEST = ['contextWindow', 'model'] as const;

/** A turn's usage counts once however often it is told; a total of the format wins over the sum (SPEC R5.6). */
export function usageCame<S extends Scope>(scope: S, event: EventOf<'usage'>): S {
  const { turnUsage, turnSum, total } = scope[state];
  const told = usageOf(event);
  if (event.turnId === undefined) return withUsage(scope, { total: { ...total, ...told } }, told);
  const before = turnUsage.get(event.turnId);
  const turn = { ...before, ...told };
  const change = { turnUsage: turnUsage.set(event.turnId, turn), turnSum: sum(turnSum, before, turn) };
  return withUsage(scope, change, told);
}

function withUsage<S extends Scope>(scope: S, change: Partial<ScopeState>, told: Usage): S {
  const next: ScopeState = { ...scope[state], ...change };
  const usage: { -readonly [K in keyof Usage]: Usage[K] } = { ...scope.usage, ...next.turnSum, ...next.total };
  for (const field of LATEST) if (told[field] !== undefined) Object.assign(usage, { [field]: told[field] });
  return { ...scope, usage, [state]: next };
}

function usageOf(event: Usage): Usage {
  const usage: { -readonly [K in keyof Usage]: Usage[K] } = {};
  for (const field of SUMS) if (typeof event[field] === 'number') usage[field] = event[field];
  if (event.contextWindow !== undefined) usage.contextWindow = event.contextWindow;
  if (event.model !== undefined) usage.model = event.model;
  return usage;
}

function sum(turns: Usage, before: Usage = {}, turn: Usage = {}): Usage {
  const next: { -readonly [K in keyof Usage]: Usage[K] } = { ...turns };
  for (const field of SUMS) {
    const value = turn[field];
    if (value !== undefined) next[field] = (turns[field] ?? 0) - (before[field] ?? 0) + value;
  }
  return next;
}

import type { Usage } from '../events.ts';
import type { EventOf, Scope } from './scope.ts';
import { state } from './state.ts';

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
  const { turnUsage, hasTotal } = scope[state];
  const told = usageOf(event);
  if (event.turnId === undefined) {
    return { ...scope, usage: { ...scope.usage, ...told }, [state]: { ...scope[state], hasTotal: true } };
  }
  const before = turnUsage.get(event.turnId);
  const turn = { ...before, ...told };
  const usage = hasTotal ? scope.usage : sum(scope.usage, before, turn);
  const known = { ...scope[state], turnUsage: turnUsage.set(event.turnId, turn) };
  return usage ? { ...scope, usage, [state]: known } : { ...scope, [state]: known };
}

function usageOf(event: Usage): Usage {
  const usage: { -readonly [K in keyof Usage]: Usage[K] } = {};
  for (const field of SUMS) if (typeof event[field] === 'number') usage[field] = event[field];
  if (event.contextWindow !== undefined) usage.contextWindow = event.contextWindow;
  if (event.model !== undefined) usage.model = event.model;
  return usage;
}

function sum(total: Usage = {}, before: Usage = {}, turn: Usage = {}): Usage {
  const next: { -readonly [K in keyof Usage]: Usage[K] } = { ...total };
  for (const field of SUMS) {
    const value = turn[field];
    if (value !== undefined) next[field] = (total[field] ?? 0) - (before[field] ?? 0) + value;
  }
  for (const field of LATEST) if (turn[field] !== undefined) Object.assign(next, { [field]: turn[field] });
  return next;
}

import { reading } from '../reading.ts';
import type { AssistantText, Delegation, Round, Scope, Thinking, ToolCall } from '../thread.ts';
import { type ScopeState, state } from './state.ts';

/**
 * Copies of what most events change. Their fields are written out: to spread what was itself made by a spread costs
 * some engines twenty times as much, and fields that always stand in one order are found faster.
 */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** A round or a delegation with other items, another state or another number of steps. */
export function copyScope<S extends Scope>(scope: S, items?: Scope['items'], known?: ScopeState, steps?: number): S;
export function copyScope(scope: Scope, items = scope.items, known = scope[state], steps = scope.steps): Scope {
  const copy: Draft<Scope> = 'kind' in scope ? copyDelegation(scope) : copyRound(scope);
  copy.items = items;
  copy[state] = known;
  copy.steps = steps;
  return copy;
}

export function copyRound(round: Round): Draft<Round> {
  return {
    id: round.id,
    user: round.user,
    items: round.items,
    status: round.status,
    startedAt: round.startedAt,
    endedAt: round.endedAt,
    lastProgressAt: round.lastProgressAt,
    usage: round.usage,
    waitedMs: round.waitedMs,
    waitingSince: round.waitingSince,
    steps: round.steps,
    [state]: round[state],
  };
}

export function copyDelegation(delegation: Delegation): Draft<Delegation> {
  return {
    kind: 'delegation',
    key: delegation.key,
    startedAt: delegation.startedAt,
    endedAt: delegation.endedAt,
    childId: delegation.childId,
    callId: delegation.callId,
    title: delegation.title,
    prompt: delegation.prompt,
    status: delegation.status,
    items: delegation.items,
    usage: delegation.usage,
    steps: delegation.steps,
    [state]: delegation[state],
  };
}

export function copyState(known: ScopeState): Draft<ScopeState> {
  return {
    ids: known.ids,
    nextKey: known.nextKey,
    calls: known.calls,
    preparing: known.preparing,
    approvals: known.approvals,
    delegations: known.delegations,
    markers: known.markers,
    answer: known.answer,
    thought: known.thought,
    turnId: known.turnId,
    answered: known.answered,
    unseen: known.unseen,
    results: known.results,
    turnUsage: known.turnUsage,
    turnSum: known.turnSum,
    total: known.total,
    runId: known.runId,
    agents: known.agents,
  };
}

export function copyProse(item: Thinking | AssistantText): Draft<Thinking> | Draft<AssistantText> {
  return {
    kind: item.kind,
    key: item.key,
    startedAt: item.startedAt,
    endedAt: item.endedAt,
    itemId: item.itemId,
    turnId: item.turnId,
    text: item.text,
    [reading]: item[reading],
  };
}

export function copyCall(call: ToolCall): Draft<ToolCall> {
  return {
    kind: 'tool_call',
    key: call.key,
    startedAt: call.startedAt,
    endedAt: call.endedAt,
    callId: call.callId,
    name: call.name,
    title: call.title,
    toolKind: call.toolKind,
    turnId: call.turnId,
    args: call.args,
    status: call.status,
    byteCount: call.byteCount,
    output: call.output,
    result: call.result,
    childId: call.childId,
    [reading]: call[reading],
  };
}

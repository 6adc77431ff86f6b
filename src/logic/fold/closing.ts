import type { EventStamp, Outcome } from '../events.ts';
import type { Delegation, Scope, ToolCall } from '../thread.ts';
import { copyCall, copyDelegation, copyProse, copyScope, type Draft } from './copies.ts';
import { closeItem, find, idOf, itemOf, openItems, positionOf, replaceItem, withoutOpen, withState } from './scope.ts';
import { state } from './state.ts';

/** A call has ended as it is given: nobody needs to approve it any more (SPEC R5.4). */
export function closeCall<S extends Scope>(scope: S, call: Draft<ToolCall>, stamp: EventStamp): S {
  return closeApprovalsOf(closeItem(scope, call, 'calls', stamp), call.callId, stamp);
}

/** A row that only markers told of leaves nothing behind; a call that never ended is aborted (SPEC R4.7). */
function abandonCall<S extends Scope>(scope: S, call: ToolCall, stamp: EventStamp): S {
  if (call.callId !== '') return closeCall(scope, aborted(call), stamp);
  const items = scope.items.keep(positionOf(scope, call.key), (item) => item.key !== call.key);
  const known = withoutOpen(scope, 'calls', call.key);
  return copyScope(scope, items, { ...known, markers: known.markers - 1 });
}

/** The call as one that was aborted. */
export function aborted(call: ToolCall): Draft<ToolCall> {
  const copy = copyCall(call);
  copy.status = 'aborted';
  return copy;
}

/** No row of a call in preparation outlives its turn (SPEC R4.7). */
export function abandonPreparing<S extends Scope>(scope: S, stamp: EventStamp): S {
  if (scope[state].preparing === undefined) return scope;
  return openItems(scope, 'preparing').reduceRight((rest, call) => abandonCall(rest, call, stamp), scope);
}

/** Ends the thought that is being thought. */
export function endThought<S extends Scope>(scope: S, { at }: EventStamp): S {
  const thought = itemOf(scope, scope[state].thought);
  if (thought?.kind !== 'thinking') return scope;
  const ended = copyProse(thought);
  ended.endedAt = at ?? thought.endedAt;
  return withState(replaceItem(scope, ended), { thought: undefined });
}

/** An approval closes when its call runs or ends (SPEC R5.4). */
export function closeApprovalsOf<S extends Scope>(scope: S, callId: string, stamp: EventStamp): S {
  let next = scope;
  let approval = find(scope, 'approval', idOf('approval of call', callId));
  while (approval) {
    if (approval.open) next = closeItem(next, { ...approval, open: false }, 'approvals', stamp);
    approval = find(scope, 'approval', idOf('approval before', String(approval.key)));
  }
  return next;
}

/** The delegation as one that has ended. */
export function ended(delegation: Delegation, outcome: Outcome): Draft<Delegation> {
  const copy = copyDelegation(delegation);
  copy.status = outcome;
  return copy;
}

/** Closes all that is open when a run or a delegation ends (SPEC R5.7): newest first. */
export function closeScope<S extends Scope>(scope: S, stamp: EventStamp): S {
  let next = endThought(scope, stamp);
  // Approvals first: the end of a call looks at those that are still open.
  for (const approval of openItems(next, 'approvals').reverse()) {
    next = closeItem(next, { ...approval, open: false }, 'approvals', stamp);
  }
  for (const call of openItems(next, 'calls').reverse()) next = abandonCall(next, call, stamp);
  for (const delegation of openItems(next, 'delegations').reverse()) {
    next = closeItem(next, ended(closeScope(delegation, stamp), 'aborted'), 'delegations', stamp);
  }
  return next;
}

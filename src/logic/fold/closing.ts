import type { EventStamp, Outcome } from '../events.ts';
import type { Approval, Delegation, ToolCall } from '../thread.ts';
import { dropOpen, endOf, itemOf, openItems, removeItem, replaceItem, type Scope, withState } from './scope.ts';
import { state } from './state.ts';

/** Takes a call off the open ones, as `call` says it ended; nobody needs to approve it any more (SPEC R5.4). */
export function closeCall<S extends Scope>(scope: S, call: ToolCall, stamp: EventStamp): S {
  const ended = replaceItem(scope, { ...call, ...endOf(stamp) });
  const closed = withState(ended, { calls: dropOpen(scope[state].calls, call.key) });
  return closeApprovalsOf(closed, call.callId, stamp);
}

/** A row that only markers told of leaves nothing behind; a call that never ran is aborted (SPEC R4.7). */
function abandonCall<S extends Scope>(scope: S, call: ToolCall, stamp: EventStamp): S {
  if (call.callId !== '') return closeCall(scope, { ...call, status: 'aborted' }, stamp);
  const { calls, markers } = scope[state];
  return withState(removeItem(scope, call.key), { calls: dropOpen(calls, call.key), markers: markers - 1 });
}

/** No row of a call in preparation outlives its turn (SPEC R4.7). */
export function abandonPreparing<S extends Scope>(scope: S, stamp: EventStamp): S {
  let next = scope;
  for (const item of openItems(scope, scope[state].calls)) {
    if (item.kind === 'tool_call' && item.status === 'preparing') next = abandonCall(next, item, stamp);
  }
  return next;
}

/** Ends the thought that is being thought. */
export function endThought<S extends Scope>(scope: S, stamp: EventStamp): S {
  const { thought } = scope[state];
  if (thought === undefined) return scope;
  const item = itemOf(scope, thought);
  const ended = item ? replaceItem(scope, { ...item, ...endOf(stamp) }) : scope;
  return withState(ended, { thought: undefined });
}

export function closeApproval<S extends Scope>(scope: S, approval: Approval, stamp: EventStamp): S {
  const closed = replaceItem(scope, { ...approval, ...endOf(stamp), open: false });
  return withState(closed, { approvals: dropOpen(scope[state].approvals, approval.key) });
}

/** An approval closes when its call runs or ends (SPEC R5.4). */
export function closeApprovalsOf<S extends Scope>(scope: S, callId: string, stamp: EventStamp): S {
  let next = scope;
  for (const item of openItems(scope, scope[state].approvals)) {
    if (item.kind === 'approval' && item.callId === callId) next = closeApproval(next, item, stamp);
  }
  return next;
}

export function closeDelegation<S extends Scope>(
  scope: S,
  delegation: Delegation,
  outcome: Outcome,
  stamp: EventStamp,
): S {
  const closed = replaceItem(scope, { ...closeScope(delegation, stamp), ...endOf(stamp), status: outcome });
  return withState(closed, { delegations: dropOpen(scope[state].delegations, delegation.key) });
}

/** Closes all that is open when a run or a delegation ends (SPEC R5.7). */
export function closeScope<S extends Scope>(scope: S, stamp: EventStamp): S {
  let next = endThought(abandonPreparing(scope, stamp), stamp);
  const { calls, approvals, delegations } = next[state];
  for (const item of openItems(next, calls)) {
    if (item.kind === 'tool_call') next = abandonCall(next, item, stamp);
  }
  for (const item of openItems(next, approvals)) {
    if (item.kind === 'approval') next = closeApproval(next, item, stamp);
  }
  for (const item of openItems(next, delegations)) {
    if (item.kind === 'delegation') next = closeDelegation(next, item, 'aborted', stamp);
  }
  return next;
}

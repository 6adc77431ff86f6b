import { newReader, readOn } from '../argumentReader.ts';
import { type CallReading, reading } from '../reading.ts';
import type { Approval } from '../thread.ts';
import { closeApproval, closeCall, endThought } from './closing.ts';
import {
  appendItem,
  callOf,
  type EventOf,
  idOfApproval,
  itemOf,
  pushOpen,
  replaceItem,
  type Scope,
  startOf,
} from './scope.ts';
import { state } from './state.ts';

/** An agent asks; without arguments of its own the question is about those of its call. */
export function approvalRequested<S extends Scope>(scope: S, event: EventOf<'approval_requested'>): S {
  const { ids } = scope[state];
  if (itemOf(scope, ids.get(idOfApproval(event.approvalId)))) return scope;
  const call = event.callId === undefined ? undefined : callOf(scope, event.callId);
  const quiet = endThought(scope, event);
  const { nextKey: key, approvals } = quiet[state];
  const args = event.args ?? call?.args;
  const approval: Approval = {
    kind: 'approval',
    key,
    approvalId: event.approvalId,
    name: event.name || (call?.name ?? ''),
    open: true,
    ...(event.callId !== undefined && { callId: event.callId }),
    ...(args !== undefined && { args }),
    ...(event.options && { options: event.options }),
    ...startOf(event),
    [reading]: readingOf(args),
  };
  return appendItem(quiet, approval, [idOfApproval(event.approvalId)], { approvals: pushOpen(approvals, key) });
}

function readingOf(args: unknown): CallReading {
  return typeof args === 'string' ? { reader: readOn(newReader, args), preview: {} } : { preview: {} };
}

/** The reader has answered; a denied call is aborted (SPEC R5.7). */
export function approvalResolved<S extends Scope>(scope: S, event: EventOf<'approval_resolved'>): S {
  const approval = itemOf(scope, scope[state].ids.get(idOfApproval(event.approvalId)));
  if (approval?.kind !== 'approval' || approval.decision) return scope;
  const { decision, optionId, reason } = event;
  const answered: Approval = {
    ...approval,
    decision,
    ...(optionId !== undefined && { optionId }),
    ...(reason !== undefined && { reason }),
  };
  const closed = approval.open ? closeApproval(scope, answered, event) : replaceItem(scope, answered);
  const call = decision === 'denied' && approval.callId !== undefined ? callOf(closed, approval.callId) : undefined;
  const isOpen = call?.status === 'preparing' || call?.status === 'running';
  return call && isOpen ? closeCall(closed, { ...call, status: 'aborted' }, event) : closed;
}

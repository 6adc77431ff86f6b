import { newReader, readOn } from '../argumentReader.ts';
import { reading } from '../reading.ts';
import type { Approval, Scope } from '../thread.ts';
import { aborted, closeCall, endThought } from './closing.ts';
import { appendItem, callOf, closeItem, type EventOf, find, idOf, replaceItem, withState } from './scope.ts';
import { state } from './state.ts';

/** An agent asks; without arguments of its own the question is about those of its call. */
export function approvalRequested<S extends Scope>(scope: S, event: EventOf<'approval_requested'>): S {
  const { approvalId, callId, options } = event;
  const id = idOf('approval', approvalId);
  if (find(scope, 'approval', id)) return scope;
  const call = callId === undefined ? undefined : callOf(scope, callId);
  const quiet = endThought(scope, event);
  const args = event.args ?? call?.args;
  const approval: Approval = {
    kind: 'approval',
    key: quiet[state].nextKey,
    startedAt: event.at,
    endedAt: undefined,
    approvalId,
    name: event.name || (call?.name ?? ''),
    callId,
    args,
    options,
    open: true,
    decision: undefined,
    optionId: undefined,
    reason: undefined,
    [reading]: { reader: typeof args === 'string' ? readOn(newReader, args) : undefined, preview: {} },
  };
  const asked = appendItem(quiet, approval, [id], 'approvals');
  return callId === undefined ? asked : ofCall(asked, approval.key, callId);
}

/** Lets the approval be found by its call, and through it the one that the call asked for before. */
function ofCall<S extends Scope>(scope: S, key: number, callId: string): S {
  const { ids } = scope[state];
  const id = idOf('approval of call', callId);
  const before = ids.get(id);
  const chained = before === undefined ? ids : ids.set(idOf('approval before', String(key)), before);
  return withState(scope, { ids: chained.set(id, key) });
}

/** The reader has answered; a denied call is aborted (SPEC R5.7). */
export function approvalResolved<S extends Scope>(scope: S, event: EventOf<'approval_resolved'>): S {
  const { approvalId, decision, optionId, reason } = event;
  const approval = find(scope, 'approval', idOf('approval', approvalId));
  if (!approval || approval.decision) return scope;
  const answered = { ...approval, open: false, decision, optionId, reason };
  const closed = approval.open ? closeItem(scope, answered, 'approvals', event) : replaceItem(scope, answered);
  const call = approval.callId === undefined ? undefined : callOf(closed, approval.callId);
  const isDenied = decision === 'denied' && (call?.status === 'preparing' || call?.status === 'running');
  return call && isDenied ? closeCall(closed, aborted(call), event) : closed;
}

import { newReader, readOn } from '../argumentReader.ts';
import { parseJson } from '../json.ts';
import { type CallReading, reading } from '../reading.ts';
import type { ToolCall } from '../thread.ts';
import { endsInHigh, utf8Length } from '../utf8.ts';
import { closeApprovalsOf, closeCall, endThought } from './closing.ts';
import {
  appendItem,
  callOf,
  type EventOf,
  idOfCall,
  idOfDelegationOf,
  isTakenOut,
  itemOf,
  openItems,
  pushOpen,
  replaceItem,
  type Scope,
  startOf,
  withState,
} from './scope.ts';
import { state } from './state.ts';
import { inTurn, isVoid } from './turns.ts';

/** A call has begun: a new one, one that markers told of, or one of which more is known now. */
export function callStarted<S extends Scope>(scope: S, event: EventOf<'tool_call_started'>): S {
  const known = callOf(scope, event.callId);
  if (known) return moreOfCall(scope, known, event);
  if (isVoid(scope, event.turnId) || isTakenOut(scope, idOfCall(event.callId))) return scope;
  const turned = inTurn(scope, event.turnId, event);
  const marked = markedRow(turned, event.name);
  const started = marked ? takeOver(endThought(turned, event), marked, event) : openCall(turned, event);
  const filled = event.args === undefined ? started : callReady(started, { ...event, type: 'tool_call_ready' });
  return withEarlyResult(filled, event.callId);
}

/** A result that came before its call is attached when the call is known (SPEC R5.4). */
function withEarlyResult<S extends Scope>(scope: S, callId: string): S {
  const early = scope[state].results.get(callId);
  return early ? callFinished(scope, early) : scope;
}

function openCall<S extends Scope>(scope: S, event: Omit<EventOf<'tool_call_started'>, 'type'>): S {
  const quiet = endThought(scope, event);
  const { nextKey: key, calls, ids, turnId } = quiet[state];
  const delegation = itemOf(quiet, ids.get(idOfDelegationOf(event.callId)));
  const call: ToolCall = {
    kind: 'tool_call',
    key,
    callId: event.callId,
    name: event.name,
    status: 'preparing',
    byteCount: 0,
    ...described(event),
    ...(turnId !== undefined && { turnId }),
    ...(delegation?.kind === 'delegation' && { childId: delegation.childId }),
    ...startOf(event),
    [reading]: { preview: {} },
  };
  const opened = appendItem(quiet, call, [idOfCall(event.callId)], { calls: pushOpen(calls, key) });
  return { ...opened, steps: opened.steps + 1 };
}

/** Arguments may come before the name does (SPEC R4.2a). */
function openNameless<S extends Scope, E extends { readonly callId: string }>(
  scope: S,
  event: E,
  fold: (scope: S, event: E) => S,
): S {
  if (isTakenOut(scope, idOfCall(event.callId))) return scope;
  return withEarlyResult(fold(openCall(scope, { ...event, name: '' }), event), event.callId);
}

function described({ title, kind }: { readonly title?: string; readonly kind?: ToolCall['toolKind'] }) {
  return { ...(title !== undefined && { title }), ...(kind !== undefined && { toolKind: kind }) };
}

/** The call that starts takes the oldest row over that markers of its name opened (SPEC R4.6). */
function markedRow(scope: Scope, name: string): ToolCall | undefined {
  if (scope[state].markers === 0) return undefined;
  for (const item of openItems(scope, scope[state].calls)) {
    if (item.kind === 'tool_call' && item.callId === '' && item.name === name) return item;
  }
  return undefined;
}

function takeOver<S extends Scope>(scope: S, row: ToolCall, event: EventOf<'tool_call_started'>): S {
  const { ids, markers } = scope[state];
  const taken = replaceItem(scope, { ...row, callId: event.callId, ...described(event), [reading]: { preview: {} } });
  const found = withState(taken, { ids: ids.set(idOfCall(event.callId), row.key), markers: markers - 1 });
  return { ...found, steps: found.steps + 1 };
}

function moreOfCall<S extends Scope>(scope: S, call: ToolCall, event: EventOf<'tool_call_started'>): S {
  const preparing = call.status === 'preparing';
  // Arguments that came before the name belong to this start (SPEC R4.2a).
  const restarted = preparing && call.name !== '' && call.args !== undefined && event.args === undefined;
  const more: ToolCall = {
    ...call,
    ...described(event),
    name: call.name || event.name,
    [reading]: { ...call[reading], restarted, preview: {} },
  };
  const filled = sameShape(call, more) && !restarted ? scope : replaceItem(scope, more);
  return event.args === undefined ? filled : callReady(filled, { ...event, type: 'tool_call_ready' });
}

function sameShape(a: ToolCall, b: ToolCall): boolean {
  return a.name === b.name && a.title === b.title && a.toolKind === b.toolKind;
}

/** A piece of a call's arguments: it is read once, and its bytes are counted (SPEC R4.6). */
export function argsDelta<S extends Scope>(scope: S, event: EventOf<'tool_args_delta'>): S {
  const call = callOf(scope, event.callId);
  if (!call) return openNameless(scope, event, argsDelta);
  if (call.status !== 'preparing' || event.delta === '') return scope;
  const known = call[reading];
  // The whole has come: it wins over its pieces (SPEC R5.5).
  if (call.args !== undefined && !known.reader && !known.restarted) return scope;
  const before = typeof call.args === 'string' && !known.restarted ? call.args : '';
  const old = before === '' ? newReader : (known.reader ?? readOn(newReader, before));
  const reader = readOn(old, event.delta);
  const same = reader.phase !== 'text' && reader.description === old.description && reader.first === old.first;
  const count = before === '' ? 0 : call.byteCount;
  return replaceItem(scope, {
    ...call,
    args: before + event.delta,
    byteCount: count + utf8Length(event.delta, before !== '' && known.afterHigh),
    [reading]: { reader, afterHigh: endsInHigh(event.delta), preview: same && before !== '' ? known.preview : {} },
  });
}

/** The whole arguments replace what the pieces added up to. */
export function argsCame<S extends Scope>(scope: S, event: EventOf<'tool_args'>): S {
  const call = callOf(scope, event.callId);
  if (!call) return openNameless(scope, event, argsCame);
  const filled = call.result === undefined ? withArgs(call, event.args) : call;
  return filled === call ? scope : replaceItem(scope, filled);
}

function withArgs(call: ToolCall, args: unknown): ToolCall {
  if (args === undefined || args === call.args || keepsOrder(call, args)) return call;
  return { ...call, args, [reading]: { preview: {} } satisfies CallReading };
}

/** A text that says the same in another order was written in that order: it stays (SPEC R3.1). */
function keepsOrder(call: ToolCall, args: unknown): boolean {
  const reader = call[reading].reader;
  if (typeof call.args !== 'string' || reader?.phase !== 'end' || typeof args !== 'object' || args === null)
    return false;
  const written = reader.members.toJSON().map(([name]) => name);
  const names = Object.keys(args);
  const reordered = written.length === names.length && written.some((name, i) => name !== names[i]);
  return reordered && JSON.stringify(parseJson(call.args)) === JSON.stringify(args);
}

/** The tool runs now: its row in preparation is over. */
export function callReady<S extends Scope>(scope: S, event: EventOf<'tool_call_ready'>): S {
  const call = callOf(scope, event.callId);
  if (!call) return scope;
  const filled = call.result === undefined ? withArgs(call, event.args) : call;
  if (call.status !== 'preparing') return filled === call ? scope : replaceItem(scope, filled);
  return closeApprovalsOf(replaceItem(scope, { ...filled, status: 'running' }), event.callId, event);
}

/** A piece of what the tool prints, or all of it so far. */
export function outputCame<S extends Scope>(scope: S, event: EventOf<'tool_output_delta'> | EventOf<'tool_output'>): S {
  const call = callOf(scope, event.callId);
  if (!call || call.result !== undefined || (call.status !== 'running' && call.status !== 'preparing')) return scope;
  if (event.type === 'tool_output') return replaceItem(scope, { ...call, output: event.output });
  const before = typeof call.output === 'string' ? call.output : '';
  return event.delta === '' ? scope : replaceItem(scope, { ...call, output: before + event.delta });
}

/** The first result of a call stands; one that comes before its call waits for it (SPEC R5.4). */
export function callFinished<S extends Scope>(scope: S, event: EventOf<'tool_call_finished'>): S {
  const call = callOf(scope, event.callId);
  if (!call) {
    if (isTakenOut(scope, idOfCall(event.callId))) return scope;
    const { results } = scope[state];
    return results.get(event.callId) ? scope : withState(scope, { results: results.set(event.callId, event) });
  }
  if (call.status === 'done' || call.status === 'failed') return scope;
  const result = event.result === undefined ? undefined : { result: event.result };
  if (call.status === 'aborted') {
    return call.result !== undefined || !result ? scope : replaceItem(scope, { ...call, ...result });
  }
  const ended: ToolCall = { ...call, ...result, status: event.isError ? 'failed' : 'done' };
  return withState(closeCall(scope, ended, event), { answered: true });
}

/** A marker belongs to the open row of its name with the largest count not above its own (SPEC R4.6). */
export function preparingCame<S extends Scope>(scope: S, event: EventOf<'tool_preparing'>): S {
  let row: ToolCall | undefined;
  for (const item of openItems(scope, scope[state].calls)) {
    if (item.kind !== 'tool_call' || item.status !== 'preparing' || item.name !== event.toolName) continue;
    if (item.byteCount <= event.byteCount && (!row || item.byteCount > row.byteCount)) row = item;
  }
  // The bytes of arguments that stream in are counted here.
  if (row?.args !== undefined || row?.byteCount === event.byteCount) return scope;
  if (row) return replaceItem(scope, { ...row, byteCount: event.byteCount });
  const quiet = endThought(scope, event);
  const { nextKey: key, calls, turnId, markers } = quiet[state];
  const opened: ToolCall = {
    kind: 'tool_call',
    key,
    callId: '',
    name: event.toolName,
    status: 'preparing',
    byteCount: event.byteCount,
    ...(turnId !== undefined && { turnId }),
    ...startOf(event),
    [reading]: { preview: {} },
  };
  return appendItem(quiet, opened, [], { calls: pushOpen(calls, key), markers: markers + 1 });
}

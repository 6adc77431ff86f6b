import { newReader, readOn } from '../argumentReader.ts';
import type { EventStamp } from '../events.ts';
import { parseJson, writeJson } from '../json.ts';
import { reading } from '../reading.ts';
import { settle } from '../settle.ts';
import type { Scope, ToolCall } from '../thread.ts';
import { toolPreview } from '../toolPreview.ts';
import { endsInHigh, utf8Length } from '../utf8.ts';
import { closeApprovalsOf, closeCall, endThought } from './closing.ts';
import { copyCall, type Draft } from './copies.ts';
import { withoutKey } from './openKeys.ts';
import {
  appendItem,
  callOf,
  type EventOf,
  find,
  idOf,
  isTakenOut,
  openItems,
  replaceItem,
  withState,
  withStep,
} from './scope.ts';
import { state } from './state.ts';
import { inTurn, isVoid } from './turns.ts';

type Started = EventOf<'tool_call_started'>;

/** A call has begun: a new one, one that markers told of, or one of which more is known now. */
export function callStarted<S extends Scope>(scope: S, event: Started): S {
  const { callId, turnId, args } = event;
  const known = callOf(scope, callId);
  if (!known && (isVoid(scope, turnId) || isTakenOut(scope, idOf('call', callId)))) return scope;
  const begun = known ? moreOfCall(scope, known, event) : beginCall(inTurn(scope, turnId, event), event);
  return withEarlyResult(args === undefined ? begun : callReady(begun, event), callId);
}

/** A result that came before its call is attached when the call is known (SPEC R5.4). */
function withEarlyResult<S extends Scope>(scope: S, callId: string): S {
  const early = scope[state].results.get(callId);
  return early ? callFinished(scope, early) : scope;
}

function beginCall<S extends Scope>(scope: S, event: Started): S {
  const { ids, markers } = scope[state];
  // The call that starts takes the oldest row over that markers of its name opened (SPEC R4.6).
  const row =
    markers > 0 && openItems(scope, 'preparing').find(({ callId, name }) => callId === '' && name === event.name);
  if (!row) return openCall(scope, event);
  const quiet = endThought(scope, event);
  const taken = copyCall(row);
  taken.callId = event.callId;
  fillIn(taken, event);
  taken[reading] = { preview: {} };
  return withStep(
    withState(replaceItem(quiet, taken), {
      ids: ids.set(idOf('call', event.callId), row.key),
      markers: markers - 1,
    }),
  );
}

function fillIn(call: Draft<ToolCall>, { name, title, kind }: Pick<Started, 'name' | 'title' | 'kind'>): void {
  call.name = growsName(call, name) ? name : call.name || name;
  call.title = title ?? call.title;
  call.toolKind = kind ?? call.toolKind;
}

/** A name may come in pieces: each start has all of it so far (SPEC R4.2). */
function growsName(call: Pick<ToolCall, 'name' | 'status'>, name: string): boolean {
  return call.status === 'preparing' && name !== call.name && name.startsWith(call.name);
}

/** Opens a row; one without an id is a marker's, and no step yet. */
function openCall<S extends Scope>(scope: S, event: Omit<Started, 'type' | 'args'>, byteCount = 0): S {
  const quiet = endThought(scope, event);
  const { turnId, nextKey } = quiet[state];
  const { callId, name } = event;
  const call: ToolCall = {
    kind: 'tool_call',
    key: nextKey,
    startedAt: event.at,
    endedAt: undefined,
    callId,
    name,
    title: event.title,
    toolKind: event.kind,
    turnId,
    args: undefined,
    status: 'preparing',
    byteCount,
    output: undefined,
    result: undefined,
    childId: find(quiet, 'delegation', idOf('delegation of call', callId))?.childId,
    [reading]: { preview: {} },
  };
  if (callId === '') return withState(appendItem(quiet, call, [], 'calls'), { markers: quiet[state].markers + 1 });
  return withStep(appendItem(quiet, call, [idOf('call', callId)], 'calls'));
}

function moreOfCall<S extends Scope>(scope: S, call: ToolCall, event: Started): S {
  // Arguments that came before the name belong to this start (SPEC R4.2a).
  const isSameName = call.name !== '' && !growsName(call, event.name);
  const restarted = call.status === 'preparing' && isSameName && call.args !== undefined && event.args === undefined;
  const more = copyCall(call);
  fillIn(more, event);
  const isSame = more.name === call.name && more.title === call.title && more.toolKind === call.toolKind;
  if (isSame && !restarted) return scope;
  more[reading] = { ...call[reading], restarted, preview: {} };
  return replaceItem(scope, more);
}

/** Arguments may come before the name does (SPEC R4.2a). */
function openNameless<S extends Scope, E extends EventStamp & { readonly callId: string }>(
  scope: S,
  event: E,
  fold: (scope: S, event: E) => S,
): S {
  if (isTakenOut(scope, idOf('call', event.callId))) return scope;
  return withEarlyResult(fold(openCall(scope, { ...event, name: '' }), event), event.callId);
}

/** A piece of a call's arguments: it is read once, and its bytes are counted (SPEC R4.6). */
export function argsDelta<S extends Scope>(scope: S, event: EventOf<'tool_args_delta'>): S {
  const call = callOf(scope, event.callId);
  if (!call) return openNameless(scope, event, argsDelta);
  const { restarted, reader, afterHigh, preview } = call[reading];
  // Once the whole has come it wins over its pieces (SPEC R5.5).
  const isSettled = call.args !== undefined && !reader && !restarted;
  if (call.status !== 'preparing' || event.delta === '' || isSettled) return scope;
  const before = typeof call.args === 'string' && !restarted ? call.args : '';
  const old = before === '' ? newReader : (reader ?? readOn(newReader, before));
  const read = readOn(old, event.delta);
  const isSame =
    before !== '' && read.phase === 'in' && read.description === old.description && read.first === old.first;
  const grown = copyCall(call);
  grown.args = before + event.delta;
  grown.byteCount = (before === '' ? 0 : call.byteCount) + utf8Length(event.delta, before !== '' && afterHigh);
  grown[reading] = { reader: read, afterHigh: endsInHigh(event.delta), preview: isSame ? preview : {} };
  return replaceItem(scope, grown);
}

/** The whole arguments replace what the pieces added up to. */
export function argsCame<S extends Scope>(scope: S, event: EventOf<'tool_args'>): S {
  const call = callOf(scope, event.callId);
  if (!call) return openNameless(scope, event, argsCame);
  const filled = withArgs(call, event.args);
  return filled === call ? scope : replaceItem(scope, filled);
}

function withArgs(call: ToolCall, args: unknown): ToolCall {
  const isSettled = args === undefined || args === call.args || call.result !== undefined || keepsOrder(call, args);
  if (isSettled) return call;
  const filled = copyCall(call);
  filled.args = args;
  filled[reading] = { preview: {} };
  return filled;
}

/** A text that says the same in another order was written in that order: it stays (SPEC R3.1). */
function keepsOrder(call: ToolCall, args: unknown): boolean {
  if (typeof call.args !== 'string' || typeof args !== 'object' || args === null) return false;
  const reader = call[reading].reader ?? readOn(newReader, call.args);
  const names = Object.keys(args);
  const isReordered = [...reader.members].some(([name], i) => name !== names[i]);
  const whole = isReordered ? writeJson(args) : undefined;
  return whole !== undefined && whole === writeJson(parseJson(call.args));
}

/** The tool runs now: its row in preparation is over. */
export function callReady<S extends Scope>(scope: S, event: EventOf<'tool_call_ready'> | Started): S {
  const call = callOf(scope, event.callId);
  if (!call) return scope;
  const filled = withArgs(call, event.args);
  if (call.status !== 'preparing') return filled === call ? scope : replaceItem(scope, filled);
  const running = copyCall(filled);
  running.status = 'running';
  forgetReader(running);
  const preparing = withoutKey(scope[state].preparing, call.key);
  return closeApprovalsOf(withState(replaceItem(scope, running), { preparing }), event.callId, event);
}

/** Nothing more is expected of the arguments: what was read of them is kept as the preview, and read again if asked for. */
function forgetReader(call: Draft<ToolCall>): void {
  if (!call[reading].reader) return;
  settle(call.args);
  call[reading] = { preview: { text: toolPreview(call) } };
}

/** A piece of what the tool prints, or all of it so far. */
export function outputCame<S extends Scope>(scope: S, event: EventOf<'tool_output_delta'> | EventOf<'tool_output'>): S {
  const call = callOf(scope, event.callId);
  if (!call || call.result !== undefined || (call.status !== 'running' && call.status !== 'preparing')) return scope;
  if (event.type === 'tool_output_delta' && event.delta === '') return scope;
  const more = copyCall(call);
  if (event.type === 'tool_output') more.output = event.output;
  else more.output = (typeof call.output === 'string' ? call.output : '') + event.delta;
  return replaceItem(scope, more);
}

/** The first result of a call stands; one that comes before its call waits for it (SPEC R5.4). */
export function callFinished<S extends Scope>(scope: S, event: EventOf<'tool_call_finished'>): S {
  const { callId, result, isError } = event;
  const { results } = scope[state];
  const call = callOf(scope, callId);
  if (!call) {
    const isLate = results.get(callId) !== undefined || isTakenOut(scope, idOf('call', callId));
    return isLate ? scope : withState(scope, { results: results.set(callId, event) });
  }
  const ended = copyCall(call);
  ended.result = result ?? call.result;
  if (call.status === 'aborted')
    return call.result === undefined && result !== undefined ? replaceItem(scope, ended) : scope;
  if (call.status === 'done' || call.status === 'failed') return scope;
  ended.status = isError ? 'failed' : 'done';
  forgetReader(ended);
  settle(ended.output);
  return withState(closeCall(scope, ended, event), { answered: true });
}

/** A marker belongs to the open row of its name with the largest count not above its own (SPEC R4.6). */
export function rowOf(scope: Scope, { toolName, byteCount }: EventOf<'tool_preparing'>): ToolCall | undefined {
  const [row] = openItems(scope, 'preparing')
    .filter((call) => call.name === toolName && call.byteCount <= byteCount)
    .sort((a, b) => b.byteCount - a.byteCount);
  return row;
}

/** What a marker tells of its row, or a new row. */
export function preparingCame<S extends Scope>(scope: S, event: EventOf<'tool_preparing'>): S {
  const { toolName: name, byteCount } = event;
  const row = rowOf(scope, event);
  if (!row) return openCall(scope, { ...event, callId: '', name }, byteCount);
  // The bytes of arguments that stream in are counted here.
  if (row.args !== undefined || row.byteCount === byteCount) return scope;
  const counted = copyCall(row);
  counted.byteCount = byteCount;
  return replaceItem(scope, counted);
}

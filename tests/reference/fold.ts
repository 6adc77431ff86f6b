import type { AgentEvent, Outcome, Usage } from '../../src/logic/events.ts';
import { type Shown, shownScope, visibleItems } from './shown.ts';
import {
  type Call,
  type Delegation,
  type Finished,
  type Item,
  isLiveCall,
  isMarkerRow,
  isProse,
  newCall,
  newScope,
  type Prose,
  type RoundState,
  type Scope,
} from './state.ts';
import { isBlank } from './text.ts';

/**
 * The fold of SPEC.md once more, as slow and plain as can be: lists that are searched from end to
 * end, and every shown value worked out anew from them. It is what the real one is measured by.
 */
export class ReferenceFold {
  private readonly rounds: RoundState[] = [];
  private readonly unknown = new Map<string, number>();
  private seqs = new Set<string>();
  private readonly runIds = new Set<string>();

  push(event: AgentEvent): void {
    if (this.isRepeated(event)) return;
    if (event.type === 'run_started') this.runIds.add(event.runId);
    const newest = this.rounds.at(-1);
    switch (event.type) {
      case 'user_message':
        this.userSpoke(event);
        return;
      case 'run_started':
        if (newest && newest.runId === event.runId) {
          this.rounds[this.rounds.length - 1] = { ...newest, main: newScope() };
        } else if (newest?.main.status === 'running' && newest.runId === undefined) newest.runId = event.runId;
        else this.open(event.runId);
        return;
      case 'run_finished':
        runFinished(newest ?? this.open(event.runId), event);
        return;
      default:
        if (roundEvents.has(event.type)) takeInRound((newest ?? this.open()).main, event);
        else this.unknown.set(event.type, (this.unknown.get(event.type) ?? 0) + 1);
    }
  }

  shown(): Shown {
    return {
      rounds: this.rounds.map(({ user, main }) => ({ user: user?.text, ...shownScope(main) })),
      unknown: Object.fromEntries(this.unknown),
      malformed: 0,
    };
  }

  private isRepeated(event: AgentEvent): boolean {
    if (event.seq === undefined) return false;
    if (this.seqs.has(String(event.seq))) {
      if (event.type !== 'run_started' || this.runIds.has(event.runId)) return true;
      // A new run may count its events from the start again.
      this.seqs = new Set();
    }
    for (const seq of [event.seq, ...(event.merged?.seqs ?? [])]) this.seqs.add(String(seq));
    return false;
  }

  private userSpoke({ text, id }: { readonly text: string; readonly id?: string }): void {
    if (id !== undefined && this.rounds.some((each) => each.user?.id === id)) return;
    const user = { text, ...(id !== undefined && { id }) };
    const newest = this.rounds.at(-1);
    if (newest?.main.status === 'running') {
      const items = visibleItems(newest.main);
      const isFresh = items.length === 0;
      const onlyNotices = items.every(({ kind }) => kind === 'notice');
      const isSame = newest.user && newest.user.id === undefined && newest.user.text === text && onlyNotices;
      if (isSame || (!newest.user && (isFresh || newest.runId !== undefined))) {
        newest.user = user;
        return;
      }
    }
    this.open().user = user;
  }

  /** One that still runs is closed as aborted (SPEC R1.6). */
  private open(runId?: string): RoundState {
    const newest = this.rounds.at(-1);
    if (newest?.main.status === 'running') finish(newest.main, 'aborted');
    const round: RoundState = { runId, user: undefined, main: newScope() };
    this.rounds.push(round);
    return round;
  }
}

const roundEvents = new Set<string>([
  'turn_started',
  'thinking_delta',
  'text_delta',
  'thinking',
  'text',
  'tool_preparing',
  'tool_call_started',
  'tool_args_delta',
  'tool_args',
  'tool_call_ready',
  'tool_output_delta',
  'tool_output',
  'tool_call_finished',
  'approval_requested',
  'approval_resolved',
  'delegation_started',
  'delegation_finished',
  'usage',
  'notice',
]);

/** What is told of a run after its end; late words, starts and markers are dropped (SPEC R5.7). */
function isToldLate({ type }: AgentEvent): boolean {
  return type === 'usage' || type === 'notice' || type === 'tool_call_finished';
}

type RunFinished = { readonly outcome: Outcome; readonly runId?: string; readonly error?: string };

/** The first end stands, and the end of another run is not this one's (SPEC R5.4). */
function runFinished({ runId, main }: RoundState, event: RunFinished): void {
  if (main.status !== 'running') return;
  if (event.runId !== undefined && runId !== undefined && event.runId !== runId) return;
  const last = visibleItems(main).at(-1);
  const isTold = last?.kind === 'notice' && last.text === event.error;
  if (event.error !== undefined && !isTold) main.items.push({ kind: 'notice', level: 'error', text: event.error });
  finish(main, event.outcome);
}

/** The end of a run or a delegation: what is open closes as aborted, rows without a call vanish (R4.7, R5.7). */
function finish(scope: Scope, outcome: Outcome): void {
  scope.status = outcome;
  scope.items = scope.items.filter((item) => !isMarkerRow(item));
  quiet(scope);
  for (const item of scope.items) {
    if (isLiveCall(item)) item.status = 'aborted';
    else if (item.kind === 'approval') item.open = false;
    else if (item.kind === 'delegation' && item.scope.status === 'running') finish(item.scope, 'aborted');
  }
}

function takeInRound(main: Scope, event: AgentEvent): void {
  if (main.status !== 'running' && !isToldLate(event)) return;
  if (event.agentId !== undefined && isGone(main, 'agent', event.agentId)) {
    if (event.type === 'delegation_started') main.gone.add(`agent ${event.childId}`);
    return;
  }
  if (event.type === 'delegation_started' && isGone(main, 'agent', event.childId)) return;
  if (event.type === 'delegation_finished') {
    const child = scopeOf(main, event.childId);
    if (child?.status === 'running') finish(child, event.outcome);
    return;
  }
  if (event.type === 'delegation_started') {
    // An agent that delegates to itself is one agent.
    const isKnown = delegationOf(main, event.childId) !== undefined;
    const parent = isKnown ? undefined : agentScope(main, event.agentId);
    const known = delegationOf(main, event.childId);
    if (known) moreOfDelegation(known, event);
    else if (parent?.status === 'running') addDelegation(parent, event);
    // What an agent starts after its end is late, and so is all that comes of it.
    else main.gone.add(`agent ${event.childId}`);
    return;
  }
  const scope = agentScope(main, event.agentId);
  if (!scope || (scope.status !== 'running' && !isToldLate(event))) return;
  takeInScope(scope, event);
}

type DelegationStarted = { readonly childId: string; readonly callId?: string; readonly title?: string };

function moreOfDelegation({ delegation }: Place, { title, callId }: DelegationStarted): void {
  delegation.title = title ?? delegation.title;
  delegation.callId = callId ?? delegation.callId;
}

type Place = { readonly parent: Scope; readonly delegation: Delegation };

/** Where the delegation to an agent is. */
function delegationOf(scope: Scope, id: string): Place | undefined {
  for (const item of scope.items) {
    if (item.kind !== 'delegation') continue;
    const found = item.scope.id === id ? { parent: scope, delegation: item } : delegationOf(item.scope, id);
    if (found) return found;
  }
  return undefined;
}

function scopeOf(main: Scope, id: string | undefined): Scope | undefined {
  return id === undefined ? main : delegationOf(main, id)?.delegation.scope;
}

/** An agent that nobody announced is one of the main agent's. */
function agentScope(main: Scope, id: string | undefined): Scope | undefined {
  const found = scopeOf(main, id);
  if (found || id === undefined || main.status !== 'running') return found;
  return addDelegation(main, { childId: id });
}

function addDelegation(parent: Scope, { childId, callId, title }: DelegationStarted): Scope {
  quiet(parent);
  const scope = newScope(childId);
  parent.items.push({ kind: 'delegation', callId, title, scope });
  return scope;
}

function takeInScope(scope: Scope, event: AgentEvent): void {
  switch (event.type) {
    case 'turn_started':
      takeTurn(scope, event.turnId, event.retryOf);
      return;
    case 'thinking_delta':
      takeProse(scope, 'thinking', event.delta, false, event);
      return;
    case 'text_delta':
      takeProse(scope, 'assistant_text', event.delta, false, event);
      return;
    case 'thinking':
      takeProse(scope, 'thinking', event.text, true, event);
      return;
    case 'text':
      takeProse(scope, 'assistant_text', event.text, true, event);
      return;
    case 'tool_preparing':
      takeMarker(scope, event.toolName, event.byteCount);
      return;
    case 'notice':
      scope.items.push({ kind: 'notice', level: event.level, text: event.text });
      return;
    case 'usage':
      takeUsage(scope, event);
      return;
    case 'approval_requested':
      takeRequest(scope, event);
      return;
    case 'approval_resolved':
      takeDecision(scope, event);
      return;
    case 'tool_call_started':
      takeCall(scope, event);
      return;
    case 'tool_args_delta':
    case 'tool_args': {
      const call = anyCall(scope, event.callId);
      if (!call) return;
      if (event.type === 'tool_args') takeWhole(scope, call, event.args, false);
      else takeDelta(call, event.delta);
      takeResult(scope, call);
      return;
    }
    case 'tool_call_ready': {
      const call = callOf(scope, event.callId);
      if (call) takeWhole(scope, call, event.args, true);
      return;
    }
    case 'tool_output_delta':
    case 'tool_output': {
      const call = callOf(scope, event.callId);
      if (!call || !isLiveCall(call)) return;
      if (event.type === 'tool_output') call.output = event.output;
      else if (event.delta !== '') call.output = textOf(call.output) + event.delta;
      return;
    }
    case 'tool_call_finished': {
      const call = callOf(scope, event.callId);
      if (call) takeEnd(scope, call, event);
      else if (!isGone(scope, 'tool_call', event.callId) && !scope.results.has(event.callId)) {
        scope.results.set(event.callId, event);
      }
      return;
    }
  }
}

/** The thought is over: a call, a text of its turn, another turn follows (SPEC R2.1). */
function quiet(scope: Scope): void {
  for (const item of scope.items) if (item.kind === 'thinking') item.live = false;
}

function takeTurn(scope: Scope, turnId: string | undefined, retryOf?: string): void {
  if (turnId !== undefined && scope.turns.includes(turnId)) return;
  quiet(scope);
  // No row outlives its turn, nor does text that nobody has seen.
  scope.items = scope.items.filter((item) => !isMarkerRow(item) && !isUnseen(item));
  for (const item of scope.items) {
    if (item.kind === 'tool_call' && item.status === 'preparing') end(scope, item, 'aborted');
  }
  if (turnId !== undefined) scope.turns.push(turnId);
  scope.turn = turnId;
  scope.answered = false;
  if (retryOf !== undefined && retryOf !== turnId) voidTurn(scope, retryOf);
}

/** Takes out what a void attempt said and prepared; the tools that it ran did run (SPEC R5.4). */
function voidTurn(scope: Scope, turnId: string): void {
  scope.voided.add(turnId);
  const isOut = (item: Item) =>
    'turn' in item && item.turn === turnId && (item.kind !== 'tool_call' || item.status === 'aborted');
  for (const item of scope.items.filter(isOut)) {
    if (item.kind === 'tool_call') scope.gone.add(`tool_call ${item.callId}`);
    else if (isProse(item) && item.itemId !== undefined) scope.gone.add(`${item.kind} ${item.itemId}`);
  }
  scope.items = scope.items.filter((item) => !isOut(item));
}

function isVoid(scope: Scope, turnId: string | undefined): boolean {
  return turnId !== undefined && turnId !== scope.turn && scope.voided.has(turnId);
}

function isGone(scope: Scope, kind: string, id: string): boolean {
  return scope.gone.has(`${kind} ${id}`);
}

/** An event of a turn that nobody announced begins it. */
function nameTurn(scope: Scope, turnId: string | undefined): void {
  if (turnId !== undefined) takeTurn(scope, turnId);
}

function isUnseen(item: Item): boolean {
  return isProse(item) && isBlank(item.text);
}

type Told = { readonly turnId?: string; readonly itemId?: string };

/** A piece or a whole of what an agent thinks or writes (SPEC R5.1, R5.5). */
function takeProse(scope: Scope, kind: Prose['kind'], text: string, isWhole: boolean, told: Told): void {
  const { itemId } = told;
  if (isVoid(scope, told.turnId)) return;
  const ofKind = (item: Item): item is Prose => isProse(item) && item.kind === kind;
  const named = scope.items.find((item) => itemId !== undefined && ofKind(item) && item.itemId === itemId);
  if (named && ofKind(named) && !isUnseen(named)) {
    continueProse(scope, named, text, isWhole);
    return;
  }
  if (itemId !== undefined && isGone(scope, kind, itemId)) return;
  // Where a format has no turns, a message after a tool's result begins one.
  if (told.turnId === undefined && scope.turn === undefined && scope.answered) takeTurn(scope, undefined);
  nameTurn(scope, told.turnId);
  const turn = told.turnId ?? scope.turn;
  const newest = visibleItems(scope).at(-1);
  const goesOn = newest && ofKind(newest) && newest.turn === turn && !(isWhole && newest.isWhole);
  if (itemId === undefined && goesOn) {
    continueProse(scope, newest, text, isWhole);
    return;
  }
  if (!isWhole && text === '') return;
  // What cannot be seen waits for more of its item.
  const unseen = scope.items.find((item) => ofKind(item) && isUnseen(item));
  const before = unseen && ofKind(unseen) && unseen.itemId === itemId && !isWhole ? unseen.text : '';
  scope.items = scope.items.filter((item) => item !== unseen);
  const prose: Prose = { kind, text: before + text, itemId, turn, live: false, isWhole };
  scope.items.push(prose);
  nowWriting(scope, prose);
}

/** A blank whole takes back nothing that was said. */
function continueProse(scope: Scope, item: Prose, text: string, isWhole: boolean): void {
  if (isWhole) {
    item.isWhole = true;
    if (!isBlank(text)) item.text = text;
  } else if (text !== '') {
    item.isWhole = false;
    item.text += text;
    nowWriting(scope, item);
  }
}

function nowWriting(scope: Scope, item: Prose): void {
  if (isUnseen(item)) return;
  if (item.kind === 'thinking') {
    quiet(scope);
    item.live = true;
    return;
  }
  for (const each of scope.items) if (each.kind === 'thinking' && each.turn === item.turn) each.live = false;
}

function callOf(scope: Scope, callId: string): Call | undefined {
  for (const item of scope.items) if (item.kind === 'tool_call' && item.callId === callId) return item;
  return undefined;
}

/** The call of an id; arguments may come before it has a name (SPEC R4.2a). */
function anyCall(scope: Scope, callId: string): Call | undefined {
  if (isGone(scope, 'tool_call', callId)) return undefined;
  return callOf(scope, callId) ?? addCall(scope, callId, '');
}

function addCall(scope: Scope, callId: string, name: string): Call {
  quiet(scope);
  const call = newCall(callId, name, scope.turn);
  scope.items.push(call);
  return call;
}

type Started = Told & {
  readonly callId: string;
  readonly name: string;
  readonly title?: string;
  readonly args?: unknown;
};

function takeCall(scope: Scope, { callId, name, title, turnId, args }: Started): void {
  const known = callOf(scope, callId);
  if (known) {
    // Arguments that came before the name are this start's; else they are told again.
    if (known.name === '') known.name = name;
    else if (known.status === 'preparing' && known.args !== undefined && args === undefined) known.restarted = true;
    known.title = title ?? known.title;
    if (args !== undefined) takeWhole(scope, known, args, true);
    return;
  }
  if (isVoid(scope, turnId) || isGone(scope, 'tool_call', callId)) return;
  nameTurn(scope, turnId);
  quiet(scope);
  const row = scope.items.find((item) => isMarkerRow(item) && item.name === name);
  const call = row && isMarkerRow(row) ? row : addCall(scope, callId, name);
  call.callId = callId;
  call.title = title;
  if (args !== undefined) takeWhole(scope, call, args, true);
  takeResult(scope, call);
}

function takeDelta(call: Call, delta: string): void {
  if (delta === '' || call.status !== 'preparing' || (call.isWhole && !call.restarted)) return;
  call.args = (call.restarted ? '' : textOf(call.args)) + delta;
  call.restarted = false;
  call.isWhole = false;
  call.bytes = new TextEncoder().encode(textOf(call.args)).length;
}

/** Arguments that come whole; with a start or as ready they let the call run (SPEC R4.7). */
function takeWhole(scope: Scope, call: Call, args: unknown, runs: boolean): void {
  if (args !== undefined && call.result === undefined) {
    call.args = args;
    call.isWhole = true;
    call.restarted = false;
  }
  if (!runs || call.status !== 'preparing') return;
  call.status = 'running';
  closeApprovals(scope, call);
}

/** An approval closes when its call runs or ends (SPEC R5.4). */
function closeApprovals(scope: Scope, { callId }: Call): void {
  for (const item of scope.items) if (item.kind === 'approval' && item.callId === callId) item.open = false;
}

function end(scope: Scope, call: Call, status: Call['status']): void {
  call.status = status;
  closeApprovals(scope, call);
}

/** The first result stands. */
function takeEnd(scope: Scope, call: Call, { result, isError }: Finished): void {
  if (call.status === 'done' || call.status === 'failed') return;
  call.result ??= result;
  if (!isLiveCall(call)) return;
  end(scope, call, isError === true ? 'failed' : 'done');
  scope.answered = true;
}

/** A result that came before its call. */
function takeResult(scope: Scope, call: Call): void {
  const kept = scope.results.get(call.callId);
  if (kept) takeEnd(scope, call, kept);
}

/** A marker belongs to the open row of its name with the largest count that is not above its own (SPEC R4.6). */
function takeMarker(scope: Scope, name: string, bytes: number): void {
  let row: Call | undefined;
  for (const item of scope.items) {
    if (item.kind !== 'tool_call' || item.status !== 'preparing' || item.name !== name || item.bytes > bytes) continue;
    if (!row || item.bytes > row.bytes) row = item;
  }
  // Bytes of arguments that stream in are counted, not told.
  if (row?.args === undefined) (row ?? addCall(scope, '', name)).bytes = bytes;
}

type Request = {
  readonly approvalId: string;
  readonly name: string;
  readonly callId?: string;
  readonly args?: unknown;
};

function takeRequest(scope: Scope, { approvalId, name, callId, args }: Request): void {
  if (scope.items.some((item) => item.kind === 'approval' && item.approvalId === approvalId)) return;
  const call = callId === undefined ? undefined : callOf(scope, callId);
  quiet(scope);
  scope.items.push({
    kind: 'approval',
    approvalId,
    callId,
    name: name || (call?.name ?? ''),
    args: args ?? call?.args,
    open: true,
    decision: undefined,
  });
}

/** A denied call is aborted (SPEC R5.7). */
function takeDecision(scope: Scope, event: { readonly approvalId: string; readonly decision: string }): void {
  const item = scope.items.find((each) => each.kind === 'approval' && each.approvalId === event.approvalId);
  if (item?.kind !== 'approval' || item.decision !== undefined) return;
  item.open = false;
  item.decision = event.decision;
  const call = item.callId === undefined ? undefined : callOf(scope, item.callId);
  if (event.decision === 'denied' && call && isLiveCall(call)) end(scope, call, 'aborted');
}

function takeUsage(
  scope: Scope,
  { turnId, contextWindow, model, ...event }: { readonly turnId?: string } & Usage,
): void {
  const { inputTokens, outputTokens, cachedTokens, reasoningTokens, cost, latencyMs, attempts } = event;
  const fields = { inputTokens, outputTokens, cachedTokens, reasoningTokens, cost, latencyMs, attempts };
  const told: Usage = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  scope.latest = {
    ...scope.latest,
    ...(contextWindow !== undefined && { contextWindow }),
    ...(model !== undefined && { model }),
  };
  if (turnId === undefined) scope.total = { ...scope.total, ...told };
  else scope.turnUsage.set(turnId, { ...scope.turnUsage.get(turnId), ...told });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

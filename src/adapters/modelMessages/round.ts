import type { AgentEvent } from '../../logic/events.ts';
import type { Call, Denial, ModelTurn, Prose } from './parts.ts';
import { createTurn, type EventOf, type OpenTurn, type ProseEvent } from './turn.ts';

/** What one prompt led to, while its events come in. */
export interface OpenRound {
  take(event: AgentEvent): void;
  isEmpty(): boolean;
  close(): ModelTurn[];
}

export function createRound(): OpenRound {
  const turns = new Set<OpenTurn>();
  const byId = new Map<string, OpenTurn>();
  const voided = new Set<string>();
  let current: OpenTurn | undefined;
  let currentId: string | undefined;
  const prose = new Map<string, { readonly turn: OpenTurn; readonly said: Prose }>();
  const calls = new Map<string, { readonly turn: OpenTurn; readonly call: Call }>();
  /** Results that came before their calls; the calls that approvals are about; those that were denied. */
  const early = new Map<string, EventOf<'tool_call_finished'>>();
  const approvals = new Map<string, { readonly callId: string | undefined; isOpen: boolean }>();
  const asked = new Set<string>();
  const denials = new Map<string, Denial>();

  function beginTurn(turnId: string | undefined): OpenTurn {
    current = createTurn();
    currentId = turnId;
    turns.add(current);
    if (turnId !== undefined) byId.set(turnId, current);
    return current;
  }

  const isVoid = (turnId: string | undefined) => turnId !== undefined && turnId !== currentId && voided.has(turnId);

  /** `begins`: where turns have no names, what tells that the model answered to results: another turn (SPEC R5.1). */
  function turnOf(turnId: string | undefined, begins: (turn: OpenTurn) => boolean): OpenTurn {
    if (turnId !== undefined) return byId.get(turnId) ?? beginTurn(turnId);
    return current && !(currentId === undefined && begins(current)) ? current : beginTurn(undefined);
  }

  function turnStarted({ turnId, retryOf = turnId }: EventOf<'turn_started'>): void {
    if (byId.has(turnId)) return;
    beginTurn(turnId);
    if (retryOf === turnId) return;
    voided.add(retryOf);
    const attempt = byId.get(retryOf);
    if (attempt) turns.delete(attempt);
  }

  function proseCame(event: ProseEvent): void {
    if (isVoid(event.turnId)) return;
    const key = `${event.type.replace('_delta', '')} ${event.itemId}`;
    const known = event.itemId === undefined ? undefined : prose.get(key);
    if (known) {
      known.turn.sayMore(known.said, event);
      return;
    }
    const turn = turnOf(event.turnId, ({ isAnswered }) => isAnswered());
    const said = turn.say(event);
    if (event.itemId !== undefined) prose.set(key, { turn, said });
  }

  function callOf(callId: string, name: string, turnId?: string): Call {
    const known = calls.get(callId)?.call;
    if (known) {
      // A name may come in pieces: each start has all of it so far (SPEC R4.2).
      if (name.startsWith(known.name)) known.name = name;
      return known;
    }
    const call: Call = {
      ...{ kind: 'call', callId, name, args: undefined, argsAre: 'pieces', isRunning: false, output: undefined },
      isAsked: asked.has(callId),
      denial: denials.get(callId),
      answer: undefined,
    };
    const turn = turnOf(turnId, ({ isAllAnswered }) => isAllAnswered());
    turn.add(call);
    calls.set(callId, { turn, call });
    const result = early.get(callId);
    if (result) callFinished(result);
    return call;
  }

  function callStarted({ callId, name, turnId, args }: EventOf<'tool_call_started'>): void {
    if (!calls.has(callId) && isVoid(turnId)) return;
    const before = calls.get(callId)?.call.name ?? '';
    const call = callOf(callId, name, turnId);
    const wasNamed = before !== '' && before === call.name;
    // Arguments that came before the name belong to this start; others begin anew with it (SPEC R4.2a).
    if (wasNamed && args === undefined && call.argsAre === 'pieces' && call.args !== undefined && !call.isRunning)
      call.argsAre = 'restarted';
    if (args === undefined) return;
    setArgs(call, args);
    call.isRunning = true;
  }

  function argsDelta({ callId, delta }: EventOf<'tool_args_delta'>): void {
    const call = callOf(callId, '');
    if (delta === '' || call.isRunning || call.answer || call.argsAre === 'whole') return;
    const before = call.argsAre === 'pieces' && typeof call.args === 'string' ? call.args : '';
    call.args = before + delta;
    call.argsAre = 'pieces';
  }

  function callFinished(event: EventOf<'tool_call_finished'>): void {
    const { callId, result, isError = false } = event;
    const known = calls.get(callId);
    if (known) known.turn.answer(known.call, { result, isError });
    else if (!early.has(callId)) early.set(callId, event);
  }

  function approvalRequested({ approvalId, callId }: EventOf<'approval_requested'>): void {
    if (approvals.has(approvalId)) return;
    approvals.set(approvalId, { callId, isOpen: true });
    if (callId === undefined) return;
    asked.add(callId);
    const call = calls.get(callId)?.call;
    if (call) call.isAsked = true;
  }

  function approvalResolved({ approvalId, decision, reason }: EventOf<'approval_resolved'>): void {
    const approval = approvals.get(approvalId);
    if (!approval?.isOpen) return;
    approval.isOpen = false;
    if (decision !== 'denied' || approval.callId === undefined) return;
    denials.set(approval.callId, { reason });
    const call = calls.get(approval.callId)?.call;
    if (call && !call.answer) call.denial = { reason };
  }

  function take(event: AgentEvent): void {
    switch (event.type) {
      case 'turn_started':
        turnStarted(event);
        return;
      case 'text_delta':
      case 'thinking_delta':
      case 'text':
      case 'thinking':
        proseCame(event);
        return;
      case 'tool_call_started':
        callStarted(event);
        return;
      case 'tool_args_delta':
        argsDelta(event);
        return;
      case 'tool_args':
        setArgs(callOf(event.callId, ''), event.args);
        return;
      case 'tool_call_ready':
        callReady(calls.get(event.callId)?.call, event.args);
        return;
      case 'tool_output_delta':
      case 'tool_output':
        outputCame(calls.get(event.callId)?.call, event);
        return;
      case 'tool_call_finished':
        callFinished(event);
        return;
      case 'approval_requested':
        approvalRequested(event);
        return;
      case 'approval_resolved':
        approvalResolved(event);
        return;
      // Markers, usage, notices and delegations are nobody's words.
    }
  }

  return {
    take,
    isEmpty: () => turns.size === 0,
    close: () => [...turns].map((turn) => turn.close()).filter(({ parts }) => parts.length > 0),
  };
}

function setArgs(call: Call, args: unknown): void {
  if (args === undefined || call.answer) return;
  call.args = args;
  call.argsAre = 'whole';
}

function callReady(call: Call | undefined, args: unknown): void {
  if (!call) return;
  setArgs(call, args);
  call.isRunning = true;
}

function outputCame(call: Call | undefined, event: EventOf<'tool_output_delta'> | EventOf<'tool_output'>): void {
  if (!call || call.answer) return;
  if (event.type === 'tool_output') call.output = event.output;
  else call.output = (typeof call.output === 'string' ? call.output : '') + event.delta;
}

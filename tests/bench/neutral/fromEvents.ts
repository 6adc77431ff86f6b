import { member } from '../../../src/adapters/json.ts';
import type { AgentEvent } from '../../../src/logic/index.ts';
import type { NeutralEvent, NeutralLog, ProseKind } from './log.ts';

type Of<T extends AgentEvent['type']> = Extract<AgentEvent, { readonly type: T }>;

/**
 * The neutral log of a decoded run. Left out is what not every library has a place for: sub-agents, approvals, usage,
 * notices, output before the result, and whether a call failed.
 */
export function neutralLog(events: Iterable<AgentEvent>): NeutralLog {
  const log: NeutralEvent[] = [];
  const prose = proseWriter(log);
  const calls = callWriter(log);
  for (const event of events) {
    if (event.agentId !== undefined) continue;
    if (event.type === 'thinking_delta' || event.type === 'text_delta') prose.delta(event);
    else if (event.type === 'thinking' || event.type === 'text') prose.whole(event);
    else {
      if (event.type === 'turn_started' || event.type === 'tool_call_started') prose.close();
      if (event.type === 'turn_started') log.push({ type: 'step', id: event.turnId });
      else calls.read(event);
    }
  }
  prose.close();
  return log;
}

/** Texts and thoughts: deltas of one kind and item that follow each other are one part. */
function proseWriter(log: NeutralEvent[]) {
  let open: { readonly of: ProseKind; readonly id: string; readonly key: string } | undefined;
  let count = 0;
  const told = new Set<string>();

  function close(): void {
    if (open) log.push({ type: 'close', of: open.of, id: open.id });
    open = undefined;
  }
  function add(of: ProseKind, key: string, delta: string): void {
    if (open?.of !== of || open.key !== key) {
      close();
      open = { of, key, id: `p${++count}` };
      log.push({ type: 'open', of, id: open.id });
      told.add(`${of} ${key}`);
    }
    log.push({ type: 'delta', of, id: open.id, delta });
  }
  return {
    close,
    delta: (event: Of<'thinking_delta' | 'text_delta'>) =>
      add(event.type === 'text_delta' ? 'text' : 'thinking', event.itemId ?? event.turnId ?? '', event.delta),
    /** A whole repeats what deltas of its item told. */
    whole(event: Of<'thinking' | 'text'>): void {
      const key = event.itemId ?? event.turnId ?? '';
      if (!told.has(`${event.type} ${key}`)) add(event.type, key, event.text);
    },
  };
}

interface Call {
  readonly name: string;
  text: string;
  runs: boolean;
}

/** Calls: arguments that come whole are one delta. */
function callWriter(log: NeutralEvent[]) {
  const calls = new Map<string, Call>();

  function delta(id: string, call: Call, text: string): void {
    call.text += text;
    log.push({ type: 'args', id, delta: text });
  }
  function run(id: string, call: Call, args?: unknown): void {
    if (call.runs) return;
    call.runs = true;
    if (call.text === '') delta(id, call, JSON.stringify(args ?? {}));
    log.push({ type: 'run', id, name: call.name, args: JSON.parse(call.text) });
  }
  function start({ callId, name, args }: Of<'tool_call_started'>): void {
    const call = calls.get(callId) ?? { name, text: '', runs: false };
    if (!calls.has(callId)) log.push({ type: 'call', id: callId, name });
    calls.set(callId, call);
    if (args !== undefined) run(callId, call, args);
  }
  function read(event: AgentEvent): void {
    if (event.type === 'tool_call_started') start(event);
    const id = 'callId' in event ? event.callId : undefined;
    const call = calls.get(id ?? '');
    if (id === undefined || !call) return;
    if (event.type === 'tool_args_delta') delta(id, call, event.delta);
    if (event.type === 'tool_args' || event.type === 'tool_call_ready') run(id, call, event.args);
    if (event.type !== 'tool_call_finished') return;
    run(id, call);
    log.push({ type: 'result', id, result: member(event.result, 'raw') ?? event.result ?? null });
    calls.delete(id);
  }
  return { read };
}

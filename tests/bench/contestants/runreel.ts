import {
  type AgentEvent,
  callArguments,
  emptyThread,
  type Item,
  type Thread,
  type ToolCall,
} from '../../../src/logic/index.ts';
import { type EndState, type NeutralEvent, type ProseKind, spokenIn } from '../neutral/log.ts';
import { foldShown } from '../shown.ts';
import type { Contestant, Folded } from './contestant.ts';

/** This kit: the reducer and the four projections, asked after every event. */
export const runreel: Contestant = {
  name: 'runreel',
  entry: 'reduce, lastAnswer, isPending, currentStep, traceEvents',
  open: async () => (log) => {
    const events = [...toEvents(log)];
    return (tick) => fold(events, tick);
  },
};

function fold(events: readonly AgentEvent[], tick: () => void): Folded {
  let thread = emptyThread;
  for (const event of events) {
    const next = foldShown(thread, event);
    if (next !== thread) tick();
    thread = next;
  }
  const last = thread;
  return { parts: itemsOf(last).length, end: () => endState(last) };
}

/** The kit's events, one by one, for logs that are too long to be held. */
export function* toEvents(log: Iterable<NeutralEvent>, runId = 'r'): Iterable<AgentEvent> {
  yield { type: 'run_started', runId };
  let turnId = '';
  for (const event of log) {
    if (event.type === 'step') turnId = event.id;
    const mapped = toEvent(event, turnId);
    if (mapped) yield mapped;
  }
  yield { type: 'run_finished', outcome: 'completed' };
}

function toEvent(event: NeutralEvent, turnId: string): AgentEvent | undefined {
  switch (event.type) {
    case 'step':
      return { type: 'turn_started', turnId };
    case 'delta': {
      const { id: itemId, delta } = event;
      return { type: event.of === 'text' ? 'text_delta' : 'thinking_delta', delta, turnId, itemId };
    }
    case 'call':
      return { type: 'tool_call_started', callId: event.id, name: event.name, turnId };
    case 'args':
      return { type: 'tool_args_delta', callId: event.id, delta: event.delta };
    case 'run':
      return { type: 'tool_call_ready', callId: event.id, args: event.args };
    case 'result':
      return { type: 'tool_call_finished', callId: event.id, result: event.result };
    default:
      return undefined;
  }
}

const itemsOf = (thread: Thread): Item[] => [...thread.rounds].flatMap(({ items }) => [...items]);

function endState(thread: Thread): EndState {
  const items = itemsOf(thread);
  return { ...spokenIn(items.flatMap(proseOf)), tools: items.flatMap(toolOf) };
}

function proseOf(item: Item): { of: ProseKind; text: string }[] {
  if (item.kind === 'assistant_text') return [{ of: 'text', text: item.text }];
  return item.kind === 'thinking' ? [{ of: 'thinking', text: item.text }] : [];
}

const toolOf = (item: Item) =>
  item.kind === 'tool_call' ? [{ name: item.name, args: argsOf(item), result: item.result }] : [];

const argsOf = (call: ToolCall): unknown =>
  typeof call.args === 'object' ? call.args : Object.fromEntries(callArguments(call));

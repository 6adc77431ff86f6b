import type { EventBody, ToolResult } from '../../logic/events.ts';
import { writeJson } from '../../logic/json.ts';
import type { Body, EventSink } from '../decoder.ts';
import { errorText } from '../endings.ts';
import { known, list, text } from '../json.ts';
import { type CodexCall, codexCall, hasFailed } from './calls.ts';
import type { Delegations } from './delegations.ts';
import type { CodexItem } from './item.ts';
import type { Turns } from './turns.ts';

/** Reads the items of one agent; a piece of an item may come before its whole, which wins (SPEC R5.5). */
export interface ItemReader {
  started(item: CodexItem): void;
  updated(item: CodexItem): void;
  completed(item: CodexItem): void;
  textDelta(itemId: string, delta: string): void;
  /** `part`: the number of the paragraph of the summary. */
  thoughtDelta(itemId: string, delta: string, part: number): void;
  /** A thought that is told whole; `signature`: what the model wants back with it (SPEC R5.2). */
  thought(itemId: string, said: string, signature?: string): void;
  startCall(callId: string, call: Omit<CodexCall, 'result'>): void;
  /** Whether a call was started that has not ended. */
  isOpen(callId: string): boolean;
  /** A call ends that was started before. */
  finishCall(callId: string, result: ToolResult, isError: boolean): void;
  /** A plan, which is told again with each step that is done. */
  plan(id: string, plan: unknown): void;
  /** Another run begins. */
  restart(name: string): void;
  readonly turns: Turns;
}

/** What says nothing that a reader would miss. */
const SILENT: ReadonlySet<string> = new Set(['entered_review_mode', 'hook_prompt']);

export function createItemReader(
  sink: EventSink,
  turns: Turns,
  delegations: Delegations,
  agentId: () => string | undefined,
): ItemReader {
  /** The turn and the paragraph of each text or thought that is being told. */
  const open = new Map<string, { readonly turnId: string; part: number }>();
  const calls = new Set<string>();
  const plans = new Map<string, { count: number; told: string }>();
  let answer = '';
  /** Nothing was said or called since the context was compacted, which may be told twice. */
  let isCompacted = false;

  const emit = (body: EventBody): void => sink.emit(body, agentId());

  function openWords(itemId: string): { readonly turnId: string; part: number } {
    const found = open.get(itemId) ?? { turnId: turns.ofWords(), part: 0 };
    open.set(itemId, found);
    isCompacted = false;
    return found;
  }

  function words(itemId: string, said: string): void {
    if (said !== '') emit({ type: 'text', text: said, itemId, turnId: openWords(itemId).turnId });
    open.delete(itemId);
  }

  function thought(itemId: string, said: string, signature?: string): void {
    const { turnId } = openWords(itemId);
    emit(known<Body<'thinking'>>({ type: 'thinking', text: said, itemId, turnId, signature }));
    open.delete(itemId);
  }

  function startCall(callId: string, { name, kind, args }: Omit<CodexCall, 'result'>): void {
    if (calls.has(callId)) return;
    calls.add(callId);
    isCompacted = false;
    const turnId = turns.ofCall();
    emit(known<Body<'tool_call_started'>>({ type: 'tool_call_started', callId, name, kind, turnId, args }));
    if (args === undefined) emit({ type: 'tool_call_ready', callId });
  }

  function finishCall(callId: string, result: ToolResult, isError: boolean): void {
    calls.delete(callId);
    emit({ type: 'tool_call_finished', callId, result, isError });
    turns.toolEnded();
  }

  function completeCall(item: CodexItem, call: CodexCall): void {
    const { id: callId, type } = item;
    startCall(callId, call);
    // What is looked for, and who was started, may be known only now.
    if (type === 'web_search' || type.startsWith('collab')) emit({ type: 'tool_args', callId, args: call.args ?? {} });
    finishCall(callId, call.result, hasFailed(item));
    if (type.startsWith('collab')) delegations.collab(item, agentId());
  }

  /** Each state of a plan is a call of its own that is over at once: the step of a run is what it does meanwhile. */
  function plan(id: string, args: unknown): void {
    const told = writeJson(args) ?? '';
    const before = plans.get(id);
    if (before?.told === told) return;
    const count = (before?.count ?? 0) + 1;
    plans.set(id, { count, told });
    const callId = count === 1 ? id : `${id}#${count}`;
    emit({ type: 'tool_call_started', callId, name: 'update_plan', kind: 'plan', turnId: turns.ofCall(), args });
    emit({ type: 'tool_call_finished', callId, result: { raw: args }, isError: false });
  }

  function reasoning(id: string, summary: string, raw: string): void {
    if (summary !== '') thought(id, summary);
    if (raw !== '') thought(rawThought(id), raw);
    open.delete(id);
    open.delete(rawThought(id));
  }

  function compacted(): void {
    if (!isCompacted) emit({ type: 'notice', level: 'info', code: 'compaction', text: 'The context was compacted.' });
    isCompacted = true;
  }

  function told(item: CodexItem): void {
    const { id, type, fields } = item;
    const said = text(fields, 'text') ?? text(fields, 'review') ?? '';
    switch (type) {
      case 'agent_message':
      case 'plan':
        answer = said;
        words(id, said);
        return;
      case 'exited_review_mode':
        if (said !== answer) words(id, said);
        return;
      case 'reasoning':
        reasoning(id, said === '' ? paragraphs(fields.summary) : said, paragraphs(fields.content));
        return;
      case 'todo_list':
        plan(id, { items: list(fields, 'items') });
        return;
      case 'error':
        emit({ type: 'notice', level: 'warning', text: errorText(fields.message) });
        return;
      case 'context_compaction':
        compacted();
        return;
      default:
        if (!SILENT.has(type)) sink.unknown(`item ${type}`);
    }
  }

  return {
    turns,
    started(item) {
      const call = codexCall(item);
      if (call) startCall(item.id, call);
      else if (item.type === 'todo_list') told(item);
    },
    updated(item) {
      const call = codexCall(item);
      if (call) startCall(item.id, call);
      else if (item.type === 'todo_list') told(item);
    },
    completed(item) {
      const call = codexCall(item);
      if (call) completeCall(item, call);
      else told(item);
    },
    textDelta(itemId, delta) {
      emit({ type: 'text_delta', delta, itemId, turnId: openWords(itemId).turnId });
    },
    thoughtDelta(itemId, delta, part) {
      const thought = openWords(itemId);
      const gap = part > thought.part ? '\n\n' : '';
      thought.part = Math.max(part, thought.part);
      emit({ type: 'thinking_delta', delta: gap + delta, itemId, turnId: thought.turnId });
    },
    thought,
    startCall,
    isOpen: (callId) => calls.has(callId),
    finishCall,
    plan,
    restart(name) {
      turns.restart(name);
      open.clear();
      calls.clear();
      plans.clear();
      answer = '';
    },
  };
}

/** A thought may be told beside its summary, as an item of its own. */
export function rawThought(itemId: string): string {
  return `${itemId}#raw`;
}

/** The paragraphs of a thought: texts, or objects that hold one. */
function paragraphs(parts: unknown): string {
  if (!Array.isArray(parts)) return '';
  const said = parts.map((part) => (typeof part === 'string' ? part : (text(part, 'text') ?? '')));
  return said.filter((paragraph) => paragraph !== '').join('\n\n');
}

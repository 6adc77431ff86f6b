import type { Outcome } from '../../logic/events.ts';
import type { Body, EventSink } from '../decoder.ts';
import { known, list, text } from '../json.ts';
import { type CodexItem, snake } from './item.ts';

/** The agents that others start; Codex names each by its thread. */
export interface Delegations {
  /** The agent id under which a thread is shown now; `undefined` for one that nobody started. */
  agentOf(threadId: string): string | undefined;
  started(threadId: string, told: Told): void;
  /** What the starting agent learns of one that it started: `completed`, `errored`, `running` … */
  state(threadId: string, status: string, message: string | undefined): void;
  finished(threadId: string, outcome: Outcome): void;
  /** A thread begins to work; one that had finished is shown as another delegation. */
  runs(threadId: string): void;
  /** The thread's own words are in the stream: nobody else needs to tell them. */
  speaks(threadId: string): void;
  /** Reads a call by which an agent starts others, writes to them or waits for them. */
  collab(item: CodexItem, by: string | undefined): void;
  /** Another run begins: what the one before left open is over. */
  restart(): void;
}

export interface Told {
  readonly by?: string | undefined;
  readonly callId?: string | undefined;
  readonly prompt?: string | undefined;
  readonly title?: string | undefined;
}

interface Child {
  agentId: string;
  by: string | undefined;
  times: number;
  isOpen: boolean;
  speaks: boolean;
}

const OUTCOMES: ReadonlyMap<string, Outcome> = new Map([
  ['completed', 'completed'],
  ['errored', 'failed'],
  ['not_found', 'failed'],
  ['interrupted', 'aborted'],
  ['shutdown', 'aborted'],
]);

export function createDelegations(sink: EventSink): Delegations {
  const children = new Map<string, Child>();

  function start(child: Child, { callId, prompt, title }: Told): void {
    const { agentId: childId, by } = child;
    sink.emit(known<Body<'delegation_started'>>({ type: 'delegation_started', childId, callId, title, prompt }), by);
  }

  function started(threadId: string, told: Told): void {
    const child = children.get(threadId) ?? { agentId: threadId, by: told.by, times: 1, isOpen: true, speaks: false };
    children.set(threadId, child);
    start(child, told);
  }

  function runs(threadId: string, told: Told = {}): void {
    const child = children.get(threadId);
    if (!child || child.isOpen) return;
    child.times++;
    child.agentId = `${threadId}#${child.times}`;
    child.isOpen = true;
    start(child, told);
  }

  function finished(threadId: string, outcome: Outcome): void {
    const child = children.get(threadId);
    if (!child?.isOpen) return;
    child.isOpen = false;
    sink.emit({ type: 'delegation_finished', childId: child.agentId, outcome }, child.by);
  }

  function state(threadId: string, status: string, message: string | undefined): void {
    const outcome = OUTCOMES.get(status);
    if (outcome === undefined) return;
    const child = children.get(threadId);
    if (child?.isOpen && !child.speaks && message !== undefined) {
      sink.emit({ type: 'text', text: message }, child.agentId);
    }
    finished(threadId, outcome);
  }

  return {
    agentOf: (threadId) => children.get(threadId)?.agentId,
    started,
    state,
    finished,
    runs,
    speaks(threadId) {
      const child = children.get(threadId);
      if (child) child.speaks = true;
    },
    collab({ id: callId, fields }, by) {
      const tool = snake(text(fields, 'tool') ?? '');
      const prompt = text(fields, 'prompt');
      for (const threadId of list(fields, 'receiver_thread_ids')) {
        if (typeof threadId !== 'string') continue;
        if (tool === 'spawn_agent') started(threadId, { by, callId, prompt });
        else if (prompt !== undefined) runs(threadId, { callId, prompt });
      }
      for (const [threadId, told] of Object.entries(fields.agents_states ?? {})) {
        state(threadId, snake(text(told, 'status') ?? ''), text(told, 'message'));
      }
    },
    restart() {
      for (const child of children.values()) child.isOpen = false;
    },
  };
}

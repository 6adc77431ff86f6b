import type { AgentEvent } from '../../logic/events.ts';
import { hear, noneHeard } from '../../logic/fold/seen.ts';
import type { ModelRound } from './parts.ts';
import { createRound, type OpenRound } from './round.ts';
import type { EventOf } from './turn.ts';

interface Open {
  content: OpenRound;
  prompt: string | undefined;
  promptId: string | undefined;
  runId: string | undefined;
  isOver: boolean;
}

/**
 * What the user and the model of the main agent said to each other, out of the kit's events (SPEC R5.2 b). Rounds,
 * turns, voided attempts and what comes twice or late are told apart as the reducer does it; what no model said or was
 * told is left out: markers, notices, usage, and all of delegated agents but their caller's call and its result.
 */
export function conversationOf(events: Iterable<AgentEvent>): ModelRound[] {
  const rounds: Open[] = [];
  const promptIds = new Set<string>();
  let heard = noneHeard;

  function open(prompt?: string, promptId?: string, runId?: string): Open {
    const round = { content: createRound(), prompt, promptId, runId, isOver: false };
    rounds.push(round);
    return round;
  }

  function userSpoke({ text, id }: EventOf<'user_message'>): void {
    if (id !== undefined && promptIds.has(id)) return;
    if (id !== undefined) promptIds.add(id);
    const newest = rounds.at(-1);
    if (newest && joins(newest, text)) {
      newest.prompt = text;
      newest.promptId = id;
    } else open(text, id);
  }

  function runStarted({ runId }: EventOf<'run_started'>): void {
    const newest = rounds.at(-1);
    if (newest && newest.runId === runId) {
      // It starts again under its own id: its content begins anew (SPEC R5.4).
      newest.content = createRound();
      newest.isOver = false;
    } else if (!newest || newest.isOver || newest.runId !== undefined) open(undefined, undefined, runId);
    else newest.runId = runId;
  }

  function take(event: AgentEvent): void {
    const newest = rounds.at(-1);
    if (event.type === 'user_message') userSpoke(event);
    else if (event.type === 'run_started') runStarted(event);
    else if (event.type === 'run_finished') {
      if (newest && (event.runId ?? newest.runId) === (newest.runId ?? event.runId)) newest.isOver = true;
    } else if (event.agentId === undefined && !(newest?.isOver && event.type !== 'tool_call_finished'))
      (newest ?? open()).content.take(event);
  }

  for (const event of events) {
    const now = hear(heard, event);
    if (!now) continue;
    heard = now;
    take(event);
  }
  return rounds.map(({ prompt, content }) => ({ prompt, turns: content.close() }));
}

/** As in the reducer (SPEC R1.6): a prompt joins the round that its run opened, and one that is told twice is one. */
function joins({ isOver, prompt, promptId, runId, content }: Open, text: string): boolean {
  if (isOver) return false;
  if (prompt === undefined) return content.isEmpty() || runId !== undefined;
  return content.isEmpty() && promptId === undefined && prompt === text;
}

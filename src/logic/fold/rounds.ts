import type { EventStamp, Outcome } from '../events.ts';
import { Sequence } from '../sequence.ts';
import type { Round, Scope, Thread, UserMessage } from '../thread.ts';
import { closeScope } from './closing.ts';
import { copyRound } from './copies.ts';
import { appendItem, type EventOf, withState } from './scope.ts';
import { emptyScopeState, state } from './state.ts';

/** The round that a thread is in. */
export function newestRound(thread: Thread): Round | undefined {
  return thread.rounds.at(-1);
}

export function replaceNewest(thread: Thread, round: Round): Thread {
  return withRounds(thread, thread.rounds.with(thread.rounds.length - 1, round));
}

function withRounds({ diagnostics, [state]: known }: Thread, rounds: Thread['rounds']): Thread {
  return { rounds, diagnostics, [state]: known };
}

/** A round begins; one that still runs is closed as aborted (SPEC R1.6). */
export function openRound(thread: Thread, stamp: EventStamp, user?: UserMessage, runId?: string): Thread {
  const newest = newestRound(thread);
  const closed = newest?.status === 'running' ? replaceNewest(thread, endRound(newest, 'aborted', stamp)) : thread;
  const round = emptyRound(`round-${thread.rounds.length + 1}`, runId, user, stamp.at);
  return withRounds(closed, closed.rounds.append(round));
}

function emptyRound(id: string, runId?: string, user?: UserMessage, startedAt?: number): Round {
  return {
    id,
    user,
    items: Sequence.empty(),
    status: 'running',
    startedAt,
    endedAt: undefined,
    lastProgressAt: undefined,
    usage: undefined,
    waitedMs: 0,
    waitingSince: undefined,
    steps: 0,
    [state]: { ...emptyScopeState, runId },
  };
}

/** A prompt joins the round that `run_started` opened, else it opens one (SPEC R1.6). */
export function userSpoke(thread: Thread, event: EventOf<'user_message'>): Thread {
  const { text, id } = event;
  const { messages } = thread[state];
  if (id !== undefined && messages.get(id)) return thread;
  const user = { text, id };
  const newest = newestRound(thread);
  const joined = newest && joins(newest, text) && replaceNewest(thread, Object.assign(copyRound(newest), { user }));
  const spoken = joined || openRound(thread, event, user);
  return id === undefined ? spoken : { ...spoken, [state]: { ...spoken[state], messages: messages.set(id, true) } };
}

function joins({ status, items, user, [state]: { runId } }: Round, text: string): boolean {
  if (status !== 'running') return false;
  if (!user) return items.length === 0 || runId !== undefined;
  // An app that gave the prompt and a stream that repeats it tell of one message; a program may warn in between.
  return user.id === undefined && user.text === text && onlyNotices(items);
}

function onlyNotices(items: Round['items']): boolean {
  for (const { kind } of items) if (kind !== 'notice') return false;
  return true;
}

/** A run joins the round that its prompt opened; one that starts again begins anew (SPEC R1.6, R5.4). */
export function runStarted(thread: Thread, event: EventOf<'run_started'>): Thread {
  const { runId } = event;
  const newest = newestRound(thread);
  const known = newest?.[state].runId;
  if (newest && known === runId) {
    return replaceNewest(thread, emptyRound(newest.id, runId, newest.user, newest.startedAt ?? event.at));
  }
  if (newest?.status !== 'running' || known !== undefined) return openRound(thread, event, undefined, runId);
  return replaceNewest(thread, withState(newest, { runId }));
}

/** The first end of a run stands, and the end of another run is not this one's (SPEC R5.4). */
export function runFinished(thread: Thread, event: EventOf<'run_finished'>): Thread {
  const newest = newestRound(thread);
  if (!newest) return runFinished(openRound(thread, event, undefined, event.runId), event);
  const { runId = event.runId } = newest[state];
  if (newest.status !== 'running' || (event.runId ?? runId) !== runId) return thread;
  const { error: text, at, outcome } = event;
  const last = newest.items.at(-1);
  const isTold = text === undefined || (last?.kind === 'notice' && last.text === text);
  const told = isTold
    ? newest
    : noticeCame(newest, { type: 'notice', level: 'error', code: 'error', text, ...(at !== undefined && { at }) });
  return replaceNewest(thread, endRound(told, outcome, event));
}

function endRound(round: Round, status: Outcome, stamp: EventStamp): Round {
  const ended = copyRound(closeScope(round, stamp));
  ended.status = status;
  ended.endedAt = stamp.at;
  return waited(ended, stamp);
}

/** Keeps the time that a round waits for its reader (SPEC R2.7). */
export function waited(round: Round, { at }: EventStamp): Round {
  const waits = round[state].approvals !== undefined;
  if (waits === (round.waitingSince !== undefined) || at === undefined) return round;
  const next = copyRound(round);
  if (!waits) next.waitedMs += Math.max(0, at - (round.waitingSince ?? at));
  next.waitingSince = waits ? at : undefined;
  return next;
}

export function noticeCame<S extends Scope>(scope: S, event: EventOf<'notice'>): S {
  const { level, text, code, retry } = event;
  const key = scope[state].nextKey;
  return appendItem(scope, { kind: 'notice', key, startedAt: event.at, level, text, code, retry }, []);
}

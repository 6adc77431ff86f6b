import type { EventStamp } from '../events.ts';
import { Sequence } from '../sequence.ts';
import type { Item, Notice, Round, Thread, UserMessage } from '../thread.ts';
import { closeScope } from './closing.ts';
import { appendItem, type EventOf, endOf, type Scope, startOf } from './scope.ts';
import { emptyRoundState, type RoundState, state } from './state.ts';

/** The round that a thread is in. */
export function newestRound(thread: Thread): Round | undefined {
  return thread.rounds.at(-1);
}

export function replaceNewest(thread: Thread, round: Round): Thread {
  return { ...thread, rounds: thread.rounds.with(thread.rounds.length - 1, round) };
}

/** A round begins; one that still runs is closed as aborted (SPEC R1.6). */
export function openRound(thread: Thread, stamp: EventStamp, user?: UserMessage, runId?: string): Thread {
  const newest = newestRound(thread);
  const closed = newest?.status === 'running' ? replaceNewest(thread, endRound(newest, 'aborted', stamp)) : thread;
  const round = { ...emptyRound(`round-${thread.rounds.length + 1}`, runId), ...(user && { user }), ...startOf(stamp) };
  return { ...closed, rounds: closed.rounds.append(round) };
}

function emptyRound(id: string, runId: string | undefined): Round {
  const known: RoundState = { ...emptyRoundState, runId };
  return { id, items: Sequence.empty<Item>(), status: 'running', waitedMs: 0, steps: 0, [state]: known };
}

/** A prompt joins the round that `run_started` opened, else it opens one (SPEC R1.6). */
export function userSpoke(thread: Thread, event: EventOf<'user_message'>): Thread {
  const { messages } = thread[state];
  if (event.id !== undefined && messages.get(event.id)) return thread;
  const user: UserMessage = { text: event.text, ...(event.id !== undefined && { id: event.id }) };
  const newest = newestRound(thread);
  const spoken =
    newest && joins(newest, event.text) ? replaceNewest(thread, { ...newest, user }) : openRound(thread, event, user);
  if (event.id === undefined) return spoken;
  return { ...spoken, [state]: { ...spoken[state], messages: messages.set(event.id, true) } };
}

function joins({ status, items, user, [state]: { runId } }: Round, text: string): boolean {
  if (status !== 'running') return false;
  if (!user) return items.length === 0 || runId !== undefined;
  // An app that gave the prompt and a stream that repeats it tell of one message.
  return items.length === 0 && user.id === undefined && user.text === text;
}

/** A run joins the round that its prompt opened; one that starts again begins anew (SPEC R1.6, R5.4). */
export function runStarted(thread: Thread, event: EventOf<'run_started'>): Thread {
  const newest = newestRound(thread);
  const runId = newest?.[state].runId;
  if (newest && runId === event.runId) {
    const { user, startedAt = event.at } = newest;
    const again = emptyRound(newest.id, runId);
    return replaceNewest(thread, { ...again, ...(user && { user }), ...(startedAt !== undefined && { startedAt }) });
  }
  if (newest?.status === 'running' && runId === undefined) {
    return replaceNewest(thread, { ...newest, [state]: { ...newest[state], runId: event.runId } });
  }
  return openRound(thread, event, undefined, event.runId);
}

/** The first end of a run stands, and the end of another run is not this one's (SPEC R5.4). */
export function runFinished(thread: Thread, event: EventOf<'run_finished'>): Thread {
  const newest = newestRound(thread);
  if (!newest) return runFinished(openRound(thread, event, undefined, event.runId), event);
  if (newest.status !== 'running') return thread;
  const { runId } = newest[state];
  if (event.runId !== undefined && runId !== undefined && event.runId !== runId) return thread;
  const told =
    event.error === undefined || isTold(newest, event.error) ? newest : noticeCame(newest, errorOf(event, event.error));
  return replaceNewest(thread, endRound(told, event.outcome, event));
}

function errorOf(event: EventStamp, text: string): EventOf<'notice'> {
  return { ...(event.at !== undefined && { at: event.at }), type: 'notice', level: 'error', code: 'error', text };
}

function isTold(round: Round, error: string): boolean {
  const newest = round.items.at(-1);
  return newest?.kind === 'notice' && newest.text === error;
}

function endRound(round: Round, status: 'completed' | 'aborted' | 'failed', stamp: EventStamp): Round {
  return waited({ ...closeScope(round, stamp), status, ...endOf(stamp) }, stamp);
}

/** Keeps the time that a round waits for its reader (SPEC R2.7). */
export function waited(round: Round, { at }: EventStamp): Round {
  const waits = round[state].approvals !== undefined;
  if (waits === (round.waitingSince !== undefined) || at === undefined) return round;
  if (waits) return { ...round, waitingSince: at };
  const { waitingSince, ...rest } = round;
  return { ...rest, waitedMs: round.waitedMs + Math.max(0, at - (waitingSince ?? at)) };
}

export function noticeCame<S extends Scope>(scope: S, event: EventOf<'notice'>): S {
  const notice: Notice = {
    kind: 'notice',
    key: scope[state].nextKey,
    level: event.level,
    text: event.text,
    ...(event.code && { code: event.code }),
    ...(event.retry && { retry: event.retry }),
    ...startOf(event),
  };
  return appendItem(scope, notice, []);
}

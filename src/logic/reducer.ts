import type { AgentEvent } from './events.ts';
import { approvalRequested, approvalResolved } from './fold/approvals.ts';
import { argsCame, argsDelta, callFinished, callReady, callStarted, outputCame, preparingCame } from './fold/calls.ts';
import { copyRound, type Draft } from './fold/copies.ts';
import { finishDelegation, startDelegation, withinAgent } from './fold/delegations.ts';
import { proseCame } from './fold/prose.ts';
import {
  newestRound,
  noticeCame,
  openRound,
  replaceNewest,
  runFinished,
  runStarted,
  userSpoke,
  waited,
} from './fold/rounds.ts';
import { hear } from './fold/seen.ts';
import { state } from './fold/state.ts';
import { turnStarted } from './fold/turns.ts';
import { usageCame } from './fold/usage.ts';
import type { Round, Scope, Thread } from './thread.ts';

/**
 * Folds one event into a thread. Pure: the thread is not changed, the new one shares all that did
 * not change, and an event that changes nothing gives the very thread back. The cost does not
 * depend on how long the thread, a text or an argument already is.
 */
export function reduce(thread: Thread, event: AgentEvent): Thread {
  const heard = hear(thread[state].heard, event);
  if (!heard) return thread;
  const folded = fold(thread, event);
  if (heard === thread[state].heard) return folded;
  return { rounds: folded.rounds, diagnostics: folded.diagnostics, [state]: { ...folded[state], heard } };
}

/** Folds many events, one after the other. */
export function reduceAll(thread: Thread, events: Iterable<AgentEvent>): Thread {
  let folded = thread;
  for (const event of events) folded = reduce(folded, event);
  return folded;
}

function fold(thread: Thread, event: AgentEvent): Thread {
  switch (event.type) {
    case 'user_message':
      return newestProgressed(thread, userSpoke(thread, event), event);
    case 'run_started':
      return newestProgressed(thread, runStarted(thread, event), event);
    case 'run_finished':
      return newestProgressed(thread, runFinished(thread, event), event);
    default:
      return KNOWN.has(event.type) ? foldIntoRound(thread, event) : unknownCame(thread, event);
  }
}

type RoundEvent = Exclude<AgentEvent, { readonly type: 'user_message' | 'run_started' | 'run_finished' }>;

/** What comes after the end: late words are dropped, what is told of the run is kept (SPEC R5.7). */
const TOLD_LATE: ReadonlySet<string> = new Set(['usage', 'notice', 'tool_call_finished']);

function foldIntoRound(thread: Thread, event: RoundEvent): Thread {
  const newest = newestRound(thread);
  if (!newest) return foldIntoRound(openRound(thread, event), event);
  if (newest.status !== 'running' && !TOLD_LATE.has(event.type)) return thread;
  const round = foldRound(newest, event);
  return round === newest ? thread : replaceNewest(thread, progressed(waited(round, event), event));
}

function foldRound(round: Round, event: RoundEvent): Round {
  if (event.type === 'delegation_started') return startDelegation(round, event);
  if (event.type === 'delegation_finished') return finishDelegation(round, event);
  if (event.agentId === undefined) return foldScope(round, event);
  return withinAgent(round, event.agentId, (scope) => foldScope(scope, event));
}

type ScopeEvent = Exclude<RoundEvent, { readonly type: 'delegation_started' | 'delegation_finished' }>;

function foldScope<S extends Scope>(scope: S, event: ScopeEvent): S {
  if (scope.status !== 'running' && !TOLD_LATE.has(event.type)) return scope;
  switch (event.type) {
    case 'text_delta':
    case 'thinking_delta':
    case 'text':
    case 'thinking':
      return proseCame(scope, event);
    case 'tool_args_delta':
      return argsDelta(scope, event);
    case 'tool_preparing':
      return preparingCame(scope, event);
    case 'tool_call_started':
      return callStarted(scope, event);
    case 'tool_args':
      return argsCame(scope, event);
    case 'tool_call_ready':
      return callReady(scope, event);
    case 'tool_output_delta':
    case 'tool_output':
      return outputCame(scope, event);
    case 'tool_call_finished':
      return callFinished(scope, event);
    case 'turn_started':
      return turnStarted(scope, event);
    case 'approval_requested':
      return approvalRequested(scope, event);
    case 'approval_resolved':
      return approvalResolved(scope, event);
    case 'usage':
      return usageCame(scope, event);
    case 'notice':
      return noticeCame(scope, event);
    default:
      return event satisfies never;
  }
}

/** A round that got something new (SPEC R2.8). It was made for this event, so that it may still be changed. */
function progressed(round: Draft<Round>, { at, merged }: AgentEvent): Round {
  const last = merged?.until ?? at;
  if (last !== undefined && last > (round.lastProgressAt ?? Number.NEGATIVE_INFINITY)) round.lastProgressAt = last;
  return round;
}

function newestProgressed(before: Thread, after: Thread, event: AgentEvent): Thread {
  const newest = newestRound(after);
  return after === before || !newest ? after : replaceNewest(after, progressed(copyRound(newest), event));
}

const KNOWN: ReadonlySet<string> = new Set<RoundEvent['type']>([
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

/** Kinds of unknown events are counted one by one up to this many, the others together. */
const MAX_KINDS = 100;

/** An event that nobody knows is counted and changes nothing else (SPEC R5.4). */
function unknownCame(thread: Thread, { type }: { readonly type: string }): Thread {
  const { unknown, malformed } = thread.diagnostics;
  const isListed = Object.hasOwn(unknown, type) || Object.keys(unknown).length < MAX_KINDS;
  const kind = isListed ? type : 'other';
  const count = Object.hasOwn(unknown, kind) ? (unknown[kind] ?? 0) : 0;
  return { ...thread, diagnostics: { malformed, unknown: { ...unknown, [kind]: count + 1 } } };
}

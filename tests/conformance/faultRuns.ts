import type { AgentEvent } from '../../src/logic/events.ts';
import { reduceAll } from '../../src/logic/reducer.ts';
import { emptyThread, type Thread } from '../../src/logic/thread.ts';
import { createFindings } from '../../src/reel/check/findings.ts';
import { createInvariants } from '../../src/reel/check/invariants.ts';
import { decoderOf } from '../../src/reel/decoderOf.ts';
import { check, createLineMaker, type Fault, isLossless, type Reel, timelineOf } from '../../src/reel/index.ts';

/** What a client got of a stream. */
export interface Received {
  readonly status: number;
  readonly chunks: readonly Uint8Array[];
  /** The body errored. */
  readonly isCut: boolean;
}

/** What came of a stream: its events and the thread, before its end and after it. */
interface Outcome {
  readonly events: readonly AgentEvent[];
  /** Those before its end. */
  readonly told: readonly AgentEvent[];
  readonly beforeEnd: Thread;
  readonly thread: Thread;
}

const plainOutcomes = new WeakMap<Reel, Outcome>();

/**
 * What is wrong with what a client makes of a stream with a fault; empty where all is as the rules say:
 * - where the fault loses nothing, the events are those of the plain replay, and so is the thread (no times but the
 *   wire's own are in either); where the recorded stream was cut and the browser dropped its last bytes, the first are;
 * - where it cuts, the round has failed with the notice "interrupted" (R5.7), or "error" for a refused request, unless
 *   the end had been told before;
 * - a message twice, two in each other's place, a line without its end: the round ends. A repeated delta without an id
 *   is legitimate text (R5.4), so what is shown may differ;
 * - and whatever the fault, the rules of R7.4 hold at every prefix, with nothing open in a round that has ended. `deep`
 *   compares reloads and late windows too (R5.3).
 */
export function problemsOf(reel: Reel, fault: Fault, received: Received, deep: boolean): string[] {
  const plain = plainOutcomes.get(reel) ?? outcomeOf(reel);
  plainOutcomes.set(reel, plain);
  const run = reelOf(reel, received);
  const outcome = outcomeOf(run);
  if (isLossless(fault)) return received.isCut ? sameUntilCut(plain, outcome) : sameAs(plain, outcome);
  return [...endProblems(fault, plain, outcome), ...(deep ? deepFindings(run) : findingsOf(outcome))];
}

/** What came, as a reel without times. */
function reelOf({ header: { expect: _, ...header } }: Reel, { status, chunks, isCut }: Received): Reel {
  const make = createLineMaker();
  const headers = make.headers(0, status, {});
  const output = chunks.map((bytes) => make.output(0, bytes));
  return { header, lines: [headers, ...output, make.end(0, isCut ? 'reset' : 'eof')], truncated: false };
}

function outcomeOf(reel: Reel): Outcome {
  const decoder = decoderOf(reel);
  const { chunks, end } = timelineOf(reel);
  const { prompt } = reel.header;
  const events: AgentEvent[] = prompt === undefined ? [] : [{ type: 'user_message', text: prompt }];
  for (const { bytes } of chunks) events.push(...decoder.push(bytes));
  const beforeEnd = reduceAll(emptyThread, events);
  const last = decoder.end(end.cause !== 'eof' && end.cause !== 'exit');
  return { events: [...events, ...last], told: events, beforeEnd, thread: reduceAll(beforeEnd, last) };
}

function sameAs(plain: Outcome, outcome: Outcome): string[] {
  const [wanted, got] = [plain, outcome].map(({ events }) => events.map((event) => JSON.stringify(event)));
  const at = wanted?.findIndex((event, i) => event !== got?.[i]) ?? -1;
  if (at !== -1 || wanted?.length !== got?.length) {
    return [`event ${at + 1} of ${wanted?.length} is ${got?.[at]}, not ${wanted?.[at]}`];
  }
  return JSON.stringify(plain.thread) === JSON.stringify(outcome.thread) ? [] : ['the thread is another one'];
}

/** All but what the last chunk told, and the end that every cut has. */
function sameUntilCut(plain: Outcome, outcome: Outcome): string[] {
  if (plain.events.length === outcome.events.length) return sameAs(plain, outcome);
  const told = outcome.told.map((event) => JSON.stringify(event));
  const at = told.findIndex((event, i) => event !== JSON.stringify(plain.events[i]));
  if (at !== -1) return [`event ${at + 1} is ${told[at]}, not ${JSON.stringify(plain.events[at])}`];
  return endProblems({ name: 'reset' }, plain, outcome);
}

function endProblems(fault: Fault, plain: Outcome, { beforeEnd, thread }: Outcome): string[] {
  const [before, round] = [beforeEnd.rounds.at(-1), thread.rounds.at(-1)];
  if (!round) return plain.thread.rounds.length === 0 || fault.name === 'http-error' ? [] : ['there is no round'];
  if (round.status === 'running') return ['the round never ends'];
  const code = codeOf(fault);
  if (code === undefined || (before && before.status !== 'running')) return [];
  const codes = [...round.items].flatMap((item) => (item.kind === 'notice' ? [item.code] : []));
  const isRight = round.status === 'failed' && codes.includes(code);
  return isRight ? [] : [`the round is ${round.status}, its notices are ${codes.join(', ') || 'none'}`];
}

/** What the notice says of a stream that was cut. */
function codeOf({ name }: Fault): 'interrupted' | 'error' | undefined {
  if (name === 'http-error') return 'error';
  return name === 'reset' || name === 'truncate' ? 'interrupted' : undefined;
}

/** A line that a cut left half told is no finding: it was half told. */
function deepFindings(run: Reel): string[] {
  const findings = check(run).findings.filter(({ rule }) => rule !== 'section 8');
  return findings.map(({ rule, text }) => `${rule}: ${text}`);
}

function findingsOf({ events }: Outcome): string[] {
  let count = 0;
  const findings = createFindings(() => ({ line: 1, event: count }));
  const invariants = createInvariants(findings.report);
  let thread = emptyThread;
  for (const event of events) {
    count += 1;
    const before = thread;
    thread = reduceAll(before, [event]);
    invariants.see(before, event, thread);
  }
  return findings.list().map(({ rule, text }) => `${rule}: ${text}`);
}

import { currentStep, type Step } from '../logic/currentStep.ts';
import type { AgentEvent, Outcome } from '../logic/events.ts';
import { openItems } from '../logic/fold/scope.ts';
import { lastAnswer } from '../logic/lastAnswer.ts';
import { reduceAll } from '../logic/reducer.ts';
import { emptyThread, type Item, type Round, type Thread } from '../logic/thread.ts';
import { decoderOf } from './decoderOf.ts';
import { isCut, type Reel } from './format.ts';
import { timelineOf } from './timeline.ts';

/** A moment of a run at which something else is shown than before, in kind: not one more word of it. */
export interface KeyFrame {
  /** How many chunks have come when it is seen: the position to seek. */
  readonly chunk: number;
  /** Milliseconds in the reel. */
  readonly time: number;
  /**
   * What is new, as a short key: `thinking`, `preparing:Write`, `tool:Bash`, `approval:Bash`, `working`,
   * `answered`, `notice:retry`, `delegated`, `returned`, and at the end `done`, `aborted` or `failed`.
   */
  readonly label: string;
  /** What the run line names; absent once the run has ended. */
  readonly step?: Step;
}

/**
 * One moment for each distinct state of a run, in order. The states are those of the newest round: its status,
 * its dots or answer, its step by kind and tool, open approvals, rows in preparation, notices, delegations.
 * @throws {ReelError} where the reel's format is not known.
 */
export function keyFrames(reel: Reel): readonly KeyFrame[] {
  const decoder = decoderOf(reel);
  const { chunks, end } = timelineOf(reel);
  const frames: KeyFrame[] = [];
  let thread: Thread = emptyThread;
  let shown: Shown | undefined;
  const see = (events: readonly AgentEvent[], chunk: number, time: number) => {
    thread = reduceAll(thread, events);
    const round = thread.rounds.at(-1);
    if (!round) return;
    const before = shown?.rounds === thread.rounds.length ? shown.counts : noCounts;
    const next: Shown = {
      rounds: thread.rounds.length,
      status: round.status,
      answer: lastAnswer(round)?.key,
      step: currentStep(round),
      counts: countOn(before, round),
    };
    const label = whatIsNew(shown, next);
    shown = next;
    if (label) frames.push({ chunk, time, label, ...(next.step && { step: next.step }) });
  };
  chunks.forEach(({ bytes, time }, index) => {
    const last = index === chunks.length - 1;
    const events = decoder.push(bytes);
    // The end comes with the last chunk, as it does for who seeks there.
    see(last ? [...events, ...decoder.end(isCut(end.cause))] : events, index + 1, last ? end.time : time);
  });
  return frames;
}

/** What a state is, as far as it makes another picture. */
interface Shown {
  readonly rounds: number;
  readonly status: Round['status'];
  /** The key of the answer's item; none while the dots show. */
  readonly answer: number | undefined;
  readonly step: Step | undefined;
  readonly counts: Counts;
}

interface Counts {
  /** The key of the newest item that is counted. */
  readonly newest: number;
  readonly preparing: number;
  readonly approvals: number;
  readonly delegations: number;
  readonly returned: number;
  readonly notices: number;
  /** The code or the level of the newest notice. */
  readonly notice?: string;
}

const noCounts: Counts = { newest: -1, preparing: 0, approvals: 0, delegations: 0, returned: 0, notices: 0 };

/** Counts on: of all items the new ones, and those that are open, so that a long round costs no more than a short one. */
function countOn(before: Counts, round: Round): Counts {
  const newest = round.items.at(-1)?.key ?? -1;
  // A run that starts again begins its items anew.
  const base = newest < before.newest ? noCounts : before;
  let { delegations, notices, notice } = base;
  for (const item of itemsAfter(round, base.newest)) {
    if (item.kind === 'delegation') delegations += 1;
    if (item.kind !== 'notice') continue;
    notices += 1;
    notice = item.code ?? item.level;
  }
  return {
    newest,
    preparing: openItems(round, 'calls').filter(({ status }) => status === 'preparing').length,
    approvals: openItems(round, 'approvals').length,
    delegations,
    returned: delegations - openItems(round, 'delegations').length,
    notices,
    ...(notice !== undefined && { notice }),
  };
}

/** The items whose key is above `key`, in order. */
function itemsAfter({ items }: Round, key: number): Item[] {
  const found: Item[] = [];
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items.at(i);
    if (!item || item.key <= key) break;
    found.push(item);
  }
  return found.reverse();
}

const endLabels: Readonly<Record<Outcome, string>> = { completed: 'done', aborted: 'aborted', failed: 'failed' };

/** The label of what tells the states apart, the most telling first; `undefined` where nothing does. */
function whatIsNew(before: Shown | undefined, now: Shown): string | undefined {
  const was = before?.rounds === now.rounds ? before : undefined;
  const { counts } = now;
  const ended = now.status === 'running' ? undefined : endLabels[now.status];
  if (ended && was?.status !== now.status) return ended;
  if (counts.notice && counts.notices !== (was?.counts.notices ?? 0)) return `notice:${counts.notice}`;
  if (counts.delegations > (was?.counts.delegations ?? 0)) return 'delegated';
  if (counts.returned > (was?.counts.returned ?? 0)) return 'returned';
  if (now.answer !== undefined && now.answer !== was?.answer) return 'answered';
  const step = stepLabel(now.step);
  const same =
    was !== undefined &&
    step === stepLabel(was.step) &&
    now.answer === was.answer &&
    counts.preparing === was.counts.preparing &&
    counts.approvals === was.counts.approvals;
  return same ? undefined : (step ?? ended);
}

function stepLabel(step: Step | undefined): string | undefined {
  return step && (step.tool === undefined ? step.kind : `${step.kind}:${step.tool}`);
}

import { createDecoder } from '../adapters/index.ts';
import { currentStep, type Step } from '../logic/currentStep.ts';
import type { AgentEvent, Outcome } from '../logic/events.ts';
import { lastAnswer } from '../logic/lastAnswer.ts';
import { reduceAll } from '../logic/reducer.ts';
import { emptyThread, type Item, type Round, type Thread } from '../logic/thread.ts';
import { isCut, type Reel } from './format.ts';
import { formatOf } from './formatOf.ts';
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
  const decoder = createDecoder(formatOf(reel));
  const { chunks, end } = timelineOf(reel);
  const frames: KeyFrame[] = [];
  let thread: Thread = emptyThread;
  let shown: Shown | undefined;
  const see = (events: readonly AgentEvent[], chunk: number, time: number) => {
    thread = reduceAll(thread, events);
    const round = thread.rounds.at(-1);
    if (!round) return;
    // Deltas add to an item that is there, so only other events are worth a look at all the items.
    const counts =
      shown && events.every(({ type }) => type.endsWith('_delta')) ? shown.counts : countItems(round.items);
    const next: Shown = {
      rounds: thread.rounds.length,
      status: round.status,
      answer: lastAnswer(round)?.key,
      step: currentStep(round),
      counts,
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
  readonly preparing: number;
  readonly approvals: number;
  readonly delegations: number;
  readonly returned: number;
  /** The codes or levels of the notices, in order. */
  readonly notices: readonly string[];
}

function countItems(items: Iterable<Item>): Counts {
  const counts = { preparing: 0, approvals: 0, delegations: 0, returned: 0, notices: [] as string[] };
  for (const item of items) {
    if (item.kind === 'tool_call' && item.status === 'preparing') counts.preparing += 1;
    if (item.kind === 'approval' && item.open) counts.approvals += 1;
    if (item.kind === 'delegation') counts.delegations += 1;
    if (item.kind === 'delegation' && item.status !== 'running') counts.returned += 1;
    if (item.kind === 'notice') counts.notices.push(item.code ?? item.level);
  }
  return counts;
}

const endLabels: Readonly<Record<Outcome, string>> = { completed: 'done', aborted: 'aborted', failed: 'failed' };

/** The label of what tells the states apart, the most telling first; `undefined` where nothing does. */
function whatIsNew(before: Shown | undefined, now: Shown): string | undefined {
  const was = before?.rounds === now.rounds ? before : undefined;
  const { counts } = now;
  const ended = now.status === 'running' ? undefined : endLabels[now.status];
  if (ended && was?.status !== now.status) return ended;
  const notice = counts.notices.at(-1);
  if (notice && counts.notices.length !== (was?.counts.notices.length ?? 0)) return `notice:${notice}`;
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

import type { Text } from '../../i18n/index.ts';
import { type Approval, currentStep, type Round, type Step, toolPreview } from '../../logic/index.ts';
import type { Shown } from '../../react/threadStore.ts';
import { printable } from '../Markdown/printable.ts';
import { openApprovals } from '../Round/openApprovals.ts';

/** Steps are spoken at most this often (SPEC R6.2). */
const stepPauseMs = 3000;

/** What speaks: `polite` waits until the reader's screen reader is silent, `assertive` interrupts it. */
export interface Voice {
  polite(words: string): void;
  assertive(words: string): void;
}

export interface Announcements {
  /** Looks at what is shown now and says what is new in it. What the first look finds is old. */
  look(shown: Shown, text: Text): void;
  dispose(): void;
}

/**
 * Says what happens in a thread, each thing once: the start and the end of a round, its steps at most once in three
 * seconds, an approval that waits at once. Never a text, a byte count or a sign of life.
 */
export function createAnnouncements(voice: Voice, clock: { now(): number }): Announcements {
  let epoch: number | undefined;
  let round: string | undefined;
  let status: Round['status'] | undefined;
  let step: string | undefined;
  let asked = new Set<string>();
  let spokenAt = Number.NEGATIVE_INFINITY;
  let waiting: { readonly words: string; readonly timer: ReturnType<typeof setTimeout> } | undefined;

  function silence(): void {
    clearTimeout(waiting?.timer);
    waiting = undefined;
  }

  function say(words: string): void {
    silence();
    spokenAt = clock.now();
    voice.polite(words);
  }

  /** Now, or when the pause is over, unless something newer comes. */
  function sayStep(words: string): void {
    silence();
    const pause = spokenAt + stepPauseMs - clock.now();
    if (pause <= 0) say(words);
    else waiting = { words, timer: setTimeout(() => say(words), pause) };
  }

  function ask(text: Text, approvals: readonly Approval[], aloud: boolean): void {
    const fresh = approvals.filter(({ approvalId }) => !asked.has(approvalId));
    asked = new Set(approvals.map(({ approvalId }) => approvalId));
    if (aloud && fresh.length > 0) voice.assertive(fresh.map((approval) => approvalWords(text, approval)).join('. '));
  }

  return {
    look(shown, text) {
      const newest = shown.thread.rounds.at(-1);
      const aloud = epoch === shown.epoch;
      epoch = shown.epoch;
      if (!aloud) silence();
      ask(text, newest?.status === 'running' ? openApprovals(newest.items) : [], aloud);
      const isNew = newest?.id !== round;
      const ended = newest !== undefined && newest.status !== 'running' && (isNew || newest.status !== status);
      const now = newest && stepWords(text, currentStep(newest));
      const stepped = now !== undefined && (isNew || now.key !== step);
      round = newest?.id;
      status = newest?.status;
      step = isNew ? now?.key : (now?.key ?? step);
      if (!aloud || newest === undefined) return;
      if (ended) say(text.t(`announce.${newest.status}`));
      else if (isNew) say(text.t('announce.started'));
      if (ended) return;
      // A step that is over is not news any more.
      if (now === undefined) silence();
      else if (stepped) sayStep(now.words);
    },
    dispose: silence,
  };
}

/** A step in words, without what still grows: it is spoken once, not word by word. */
function stepWords(text: Text, step: Step | undefined): { readonly key: string; readonly words: string } | undefined {
  if (step === undefined) return undefined;
  const { kind, preview = '' } = step;
  const tool = printable(step.tool ?? '');
  if (kind === 'thinking') return { key: kind, words: text.t('announce.thinking') };
  if (tool === '') return undefined;
  if (kind === 'preparing') return { key: `${kind} ${tool}`, words: text.t('announce.preparing', { tool }) };
  if (kind !== 'tool') return undefined;
  return {
    key: `${kind} ${tool} ${preview}`,
    words: preview === '' ? tool : text.t('announce.tool', { tool, preview }),
  };
}

function approvalWords(text: Text, approval: Approval): string {
  const preview = toolPreview(approval);
  const tool = printable(approval.name);
  return preview === '' ? text.t('announce.approvalOnly', { tool }) : text.t('announce.approval', { tool, preview });
}

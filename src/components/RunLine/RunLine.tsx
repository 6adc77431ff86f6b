import type { ReactNode } from 'react';
import { formatClock, formatDuration, type Text, useText } from '../../i18n/index.ts';
import {
  currentStep,
  type Delegation,
  formatBytes,
  lastAnswer,
  type Notice,
  type Round,
  runDuration,
} from '../../logic/index.ts';
import { useTime } from '../../react/RunreelProvider.tsx';
import { Icon, Spinner } from '../Icon/Icon.tsx';
import { StepText } from './StepText.tsx';
import { useSteadyStep } from './useSteadyStep.ts';
import './RunLine.css';

export interface RunLineProps {
  /** The run that the line tells of: a round, or the run of a delegated agent. */
  readonly run: Round | Delegation;
  readonly open?: boolean;
  /** Opens and closes the trace; without it the line is no button. */
  readonly onToggle?: () => void;
  /** The id of what the line opens. */
  readonly controls?: string;
}

/** The one line of a run: its current step while it runs, its outcome after that (SPEC section 2). */
export function RunLine({ run, open = false, onToggle, controls }: RunLineProps) {
  const content = run.status === 'running' ? <RunningLine run={run} /> : <EndedLine run={run} />;
  const state = { className: 'rr-line', 'data-status': run.status, 'data-nested': isDelegation(run) || undefined };
  if (onToggle === undefined) return <div {...state}>{content}</div>;
  return (
    <button type="button" {...state} aria-expanded={open} aria-controls={controls} onClick={onToggle}>
      {content}
      <Icon name="chevron" />
    </button>
  );
}

function isDelegation(run: Round | Delegation): run is Delegation {
  return 'childId' in run;
}

/** After how long without anything new a run says so (SPEC R2.8). */
const stalledAfterMs = 15_000;

/** How long nothing came, in whole seconds; undefined while all is well, or the reader is the one who is waited for. */
function silence(run: Round | Delegation, now: number): number | undefined {
  if (isDelegation(run) || run.lastProgressAt === undefined || run.waitingSince !== undefined) return undefined;
  const silent = now - run.lastProgressAt;
  return silent < stalledAfterMs ? undefined : Math.floor(silent / 1000);
}

/** The retry that the run is in: told last, nothing came after it. */
function retryOf(run: Round | Delegation): Notice['retry'] {
  const last = run.items.at(-1);
  return last?.kind === 'notice' && last.code === 'retry' ? last.retry : undefined;
}

function RunningLine({ run }: { readonly run: Round | Delegation }) {
  const text = useText();
  const step = useSteadyStep(currentStep(run) ?? { kind: 'working' });
  const silent = useTime(true, (now) => silence(run, now));
  const retry = retryOf(run);
  const shown = retry ? 'retrying' : step.kind;
  return (
    <>
      {step.kind === 'approval' ? <Icon name="alert" /> : silent === undefined ? <Spinner /> : <Icon name="clock" />}
      <span className="rr-line-text" data-step={shown} data-stalled={silent !== undefined || undefined}>
        {retry && step.kind !== 'approval' ? (
          <bdi className="rr-cut">{retryText(text, retry)}</bdi>
        ) : (
          <StepText step={step} />
        )}
        {silent !== undefined && (
          <>
            {' · '}
            <bdi className="rr-line-stalled">
              {text.t('runLine.stalled', { duration: formatDuration(text, silent * 1000) })}
            </bdi>
          </>
        )}
      </span>
      <Others count={step.others ?? 0} />
      {step.bytes !== undefined && <Figure hidden>{formatBytes(step.bytes, text.language)}</Figure>}
      {isDelegation(run) ? <Figure>{stepCount(text, run.steps)}</Figure> : <RunningClock round={run} />}
    </>
  );
}

function retryText(text: Text, { attempt, of }: NonNullable<Notice['retry']>): string {
  return of === undefined ? text.t('runLine.retrying', { attempt }) : text.t('runLine.retryingOf', { attempt, of });
}

function RunningClock({ round }: { readonly round: Round }) {
  const text = useText();
  const seconds = useTime(true, (now) => {
    const ms = runDuration(round, now);
    return ms === undefined ? undefined : Math.floor(ms / 1000);
  });
  return seconds !== undefined && <Figure hidden>{formatClock(text, seconds * 1000)}</Figure>;
}

/** What counts up is hidden from screen readers: some speak every change of the button that has the focus. */
function Figure({ children, hidden = false }: { readonly children: ReactNode; readonly hidden?: boolean }) {
  return (
    <span className="rr-number" dir="auto" aria-hidden={hidden || undefined}>
      {children}
    </span>
  );
}

function Others({ count }: { readonly count: number }) {
  const text = useText();
  if (count === 0) return null;
  return (
    <span className="rr-chip">
      <span dir="auto" aria-hidden="true">
        {text.t('runLine.others', { count })}
      </span>
      <span className="rr-hidden">{text.t('runLine.othersLabel', { count })}</span>
    </span>
  );
}

const stepCount = (text: Text, count: number) => (count === 0 ? undefined : text.t('runLine.steps', { count }));

function EndedLine({ run }: { readonly run: Round | Delegation }) {
  const text = useText();
  // A delegation's time stands in its row above the line, its answer may be the result of the call that made it.
  const isRound = !isDelegation(run);
  const isSilent = isRound && run.status === 'completed' && lastAnswer(run) === undefined;
  const parts = [
    outcome(text, run, isRound ? runDuration(run) : undefined),
    isSilent ? text.t('runLine.withoutAnswer') : undefined,
    stepCount(text, run.steps),
  ];
  return (
    <>
      <Icon name={run.status === 'completed' ? 'check' : 'x'} />
      <span className="rr-line-text">
        <bdi className="rr-cut">{parts.filter((part) => part !== undefined).join(' · ')}</bdi>
      </span>
    </>
  );
}

function outcome(text: Text, { status }: Round | Delegation, ms: number | undefined): string {
  const duration = ms === undefined ? undefined : formatDuration(text, ms);
  switch (status) {
    case 'completed':
      return duration === undefined ? text.t('runLine.completedUntimed') : text.t('runLine.completed', { duration });
    case 'aborted':
      return duration === undefined ? text.t('runLine.abortedUntimed') : text.t('runLine.aborted', { duration });
    case 'failed':
      return duration === undefined ? text.t('runLine.failedUntimed') : text.t('runLine.failed', { duration });
    case 'running':
      return text.t('runLine.working');
  }
}

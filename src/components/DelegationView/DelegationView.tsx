import { type ReactNode, useId, useState } from 'react';
import { formatClock, formatDuration, useText } from '../../i18n/index.ts';
import { type Delegation, lastAnswer, type ToolCall } from '../../logic/index.ts';
import { useTime } from '../../react/RunreelProvider.tsx';
import { Answer } from '../Answer/Answer.tsx';
import { Collapsible } from '../Collapsible/Collapsible.tsx';
import { Icon } from '../Icon/Icon.tsx';
import { printable } from '../Markdown/printable.ts';
import { RunLine } from '../RunLine/RunLine.tsx';
import { ToolCallView } from '../ToolCallView/ToolCallView.tsx';
import { EntryRow } from '../TraceEntry/EntryRow.tsx';
import { LongText } from '../TraceEntry/LongText.tsx';
import './DelegationView.css';

export interface DelegationViewProps {
  readonly delegation: Delegation;
  /** The call that started it: its result is shown where the agent itself wrote no answer. */
  readonly call?: ToolCall;
  /** The trace of the delegated agent, which its run line opens: `<Trace run={delegation} />`. */
  readonly children?: ReactNode;
}

/** A delegated agent: what it was asked, its own run line, trace and answer (SPEC R1.5). */
export function DelegationView({ delegation, call, children }: DelegationViewProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { title, prompt } = delegation;
  const answer = lastAnswer(delegation);
  return (
    <div className="rr-delegation" data-status={delegation.status}>
      <div className="rr-row">
        <Icon name="agent" />
        <span className="rr-row-label">{text.t('trace.agent')}</span>
        <span className="rr-row-text rr-delegation-title">
          <bdi className="rr-cut">{printable(title ?? prompt ?? delegation.childId)}</bdi>
        </span>
        <DelegationTime delegation={delegation} />
      </div>
      <div className="rr-trace">
        <RunLine run={delegation} open={open} onToggle={() => setOpen(!open)} controls={id} />
        <Collapsible id={id} open={open}>
          {prompt !== undefined && (
            <EntryRow
              icon="text"
              label={text.t('trace.agentTask')}
              preview={printable(prompt).replace(/\s+/g, ' ').trim()}
              details={<LongText>{prompt}</LongText>}
            />
          )}
          {children}
          {answer === undefined && call?.result !== undefined && (
            <div className="rr-delegation-result">
              <ToolCallView call={call} />
            </div>
          )}
          {answer !== undefined && (
            <div className="rr-delegation-answer">
              <Answer
                text={answer.text}
                streaming={delegation.status === 'running' && answer === delegation.items.at(-1)}
              />
            </div>
          )}
        </Collapsible>
      </div>
    </div>
  );
}

function DelegationTime({ delegation: { status, startedAt, endedAt } }: { readonly delegation: Delegation }) {
  const text = useText();
  const running = status === 'running';
  const seconds = useTime(running, (now) =>
    startedAt === undefined ? undefined : Math.floor((now - startedAt) / 1000),
  );
  if (startedAt === undefined) return null;
  if (running) {
    return (
      seconds !== undefined && (
        <span className="rr-number" dir="auto" aria-hidden="true">
          {formatClock(text, seconds * 1000)}
        </span>
      )
    );
  }
  return (
    endedAt !== undefined && (
      <span className="rr-number" dir="auto">
        {formatDuration(text, endedAt - startedAt)}
      </span>
    )
  );
}

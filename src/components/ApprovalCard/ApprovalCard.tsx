import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { type Approval, parseArguments, toolPreview } from '../../logic/index.ts';
import type { ApprovalAnswer } from '../../react/RunreelProvider.tsx';
import { Icon } from '../Icon/Icon.tsx';
import { printable } from '../Markdown/printable.ts';
import { ArgumentList } from '../ToolCallView/ArgumentList.tsx';
import { LongText } from '../ToolCallView/LongText.tsx';
import { ToolName } from '../ToolName/ToolName.tsx';
import { type Choice, choicesOf } from './options.ts';
import './ApprovalCard.css';

export interface ApprovalCardProps {
  readonly approval: Approval;
  /** Sends the answer; where that fails (a promise that rejects) the reader may answer again. Without it nothing can be said. */
  readonly onDecide?: (answer: ApprovalAnswer) => void | Promise<void>;
}

/** A question to the reader: may this tool run? One line once it is answered or closed (SPEC section 6). */
export function ApprovalCard({ approval, onDecide }: ApprovalCardProps) {
  return approval.open ? (
    <OpenCard key={approval.approvalId} approval={approval} onDecide={onDecide} />
  ) : (
    <ClosedCard approval={approval} />
  );
}

function ClosedCard({ approval }: { readonly approval: Approval }) {
  const { t } = useText();
  const { decision, reason } = approval;
  const option = approval.options?.find(({ id }) => id === approval.optionId)?.label;
  const preview = toolPreview(approval);
  return (
    <p className="rr-approval-closed" data-decision={decision ?? 'none'}>
      <Icon name={decision === 'approved' ? 'check' : 'x'} />
      <span className="rr-approval-closed-text">
        {t(decision === undefined ? 'approval.closed' : `approval.${decision}`)}
        {option !== undefined && <bdi> ({printable(option)})</bdi>}
        {' · '}
        <ToolName name={approval.name} />
        {preview !== '' && (
          <>
            {': '}
            <bdi>{preview}</bdi>
          </>
        )}
        {reason !== undefined && reason !== '' && (
          <>
            {' · '}
            <bdi>{printable(reason)}</bdi>
          </>
        )}
      </span>
    </p>
  );
}

interface OpenCardProps {
  readonly approval: Approval;
  readonly onDecide: ApprovalCardProps['onDecide'];
}

function OpenCard({ approval, onDecide }: OpenCardProps) {
  const text = useText();
  const heading = useId();
  const [sent, setSent] = useState(false);
  /** The answer that a reason is being written for. */
  const [denial, setDenial] = useState<Choice>();
  const denyButton = useRef<HTMLButtonElement>(null);
  const choices = choicesOf(approval.options);
  const allow = choices.find(({ decision }) => decision === 'approved');
  const deny = choices.find(({ decision }) => decision === 'denied');

  const answer = async ({ decision, optionId }: Choice, reason = '') => {
    if (sent || !onDecide) return;
    setSent(true);
    try {
      await onDecide({
        approvalId: approval.approvalId,
        decision,
        ...(optionId === undefined ? {} : { optionId }),
        ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      });
    } catch {
      setSent(false);
    }
  };
  const leaveReason = () => {
    setDenial(undefined);
    denyButton.current?.focus();
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.nativeEvent.isComposing || !onDecide || sent) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (denial) leaveReason();
      else setDenial(deny);
    }
    // A button and the form answer Enter themselves.
    if (event.key === 'Enter' && !denial && allow && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault();
      void answer(allow);
    }
  };

  return (
    // No landmark: several cards may ask the same, and landmarks must be told apart by their names.
    <article className="rr-approval" aria-labelledby={heading} aria-busy={sent} onKeyDown={pressed}>
      <header className="rr-approval-head">
        <Icon name="alert" />
        <h3 className="rr-approval-title" id={heading}>
          <bdi>{text.parts('approval.title', { tool: <ToolName key="tool" name={approval.name} /> })}</bdi>
        </h3>
      </header>
      <Request args={approval.args} />
      {onDecide && denial && (
        <ReasonForm disabled={sent} onSend={(reason) => answer(denial, reason)} onBack={leaveReason} />
      )}
      {onDecide && (
        <div className="rr-approval-actions" hidden={denial !== undefined}>
          {choices.map((choice, index) => (
            <button
              key={choice.optionId ?? choice.decision}
              type="button"
              ref={choice === deny ? denyButton : undefined}
              className="rr-approval-button"
              data-primary={index === 0 && choice.decision === 'approved'}
              disabled={sent}
              onClick={() => (choice.decision === 'denied' ? setDenial(choice) : answer(choice))}
            >
              {choice.label === undefined
                ? text.t(choice.decision === 'denied' ? 'approval.deny' : 'approval.allow')
                : printable(choice.label)}
            </button>
          ))}
          {sent ? (
            <span className="rr-approval-sent">{text.t('approval.sent')}</span>
          ) : (
            <span className="rr-approval-keys" aria-hidden="true">
              <kbd>⏎</kbd>
              <kbd>esc</kbd>
            </span>
          )}
        </div>
      )}
    </article>
  );
}

/** What the tool wants to do: its command or first argument by itself, the others by name. */
function Request({ args }: { readonly args: unknown }) {
  const { t } = useText();
  const pairs = parseArguments(args);
  const main = pairs.find(([name]) => name === 'command') ?? pairs.find(([name]) => name !== 'description');
  const rest = pairs.filter((pair) => pair !== main);
  if (pairs.length === 0) return null;
  const isText = typeof main?.[1] === 'string' && ['command', 'cmd', ''].includes(main[0]);
  return (
    <div className="rr-approval-request">
      {isText && main && <LongText text={String(main[1])} label={main[0] || t('toolCall.arguments')} />}
      <ArgumentList pairs={isText ? rest : pairs} />
    </div>
  );
}

interface ReasonFormProps {
  readonly disabled: boolean;
  readonly onSend: (reason: string) => void;
  readonly onBack: () => void;
}

function ReasonForm({ disabled, onSend, onBack }: ReasonFormProps) {
  const { t } = useText();
  const [reason, setReason] = useState('');
  return (
    <form
      className="rr-approval-actions"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(reason);
      }}
    >
      <input
        className="rr-approval-reason"
        // The reader has just asked for this field.
        // biome-ignore lint/a11y/noAutofocus: see above.
        autoFocus
        dir="auto"
        value={reason}
        disabled={disabled}
        aria-label={t('approval.reason')}
        placeholder={t('approval.reason')}
        onChange={(event) => setReason(event.target.value)}
      />
      <button type="submit" className="rr-approval-button" data-danger disabled={disabled}>
        {t('approval.deny')}
      </button>
      <button type="button" className="rr-approval-button" disabled={disabled} onClick={onBack}>
        {t('approval.back')}
      </button>
    </form>
  );
}

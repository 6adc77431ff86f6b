import { memo, type ReactNode } from 'react';
import { formatDuration, type Text, useText } from '../../i18n/index.ts';
import {
  type Approval,
  type AssistantText,
  type Delegation,
  type Item,
  type Notice,
  type Thinking,
  type ToolCall,
  textPreview,
  toolPreview,
} from '../../logic/index.ts';
import { printable } from '../Markdown/printable.ts';
import { noticeText } from '../NoticeView/NoticeView.tsx';
import { ToolCallView } from '../ToolCallView/ToolCallView.tsx';
import { ToolName } from '../ToolName/ToolName.tsx';
import { ToolPreparingRow } from '../ToolPreparingRow/ToolPreparingRow.tsx';
import { EntryRow } from './EntryRow.tsx';
import { LongText } from './LongText.tsx';
import { changedLines, failingExitCode } from './toolOutcome.ts';
import './TraceEntry.css';

export interface TraceEntryProps {
  /** A delegation has a view of its own. */
  readonly item: Exclude<Item, Delegation>;
}

/** One row of the trace, which opens to all there is to see of its item. */
export const TraceEntry = memo(function TraceEntry({ item }: TraceEntryProps) {
  switch (item.kind) {
    case 'thinking':
    case 'assistant_text':
      return <TextEntry item={item} />;
    case 'tool_call':
      return item.status === 'preparing' ? (
        <ToolPreparingRow byteCount={item.byteCount} {...(item.name !== '' && { toolName: item.name })} />
      ) : (
        <ToolEntry call={item} />
      );
    case 'approval':
      return <ApprovalEntry approval={item} />;
    case 'notice':
      return <NoticeEntry notice={item} />;
  }
});

function TextEntry({ item }: { readonly item: Thinking | AssistantText }) {
  const text = useText();
  const thinking = item.kind === 'thinking';
  const preview = textPreview(item);
  return (
    <EntryRow
      icon={thinking ? 'thinking' : 'text'}
      label={text.t(thinking ? 'trace.thinking' : 'trace.text')}
      preview={preview}
      end={<Duration item={item} />}
      // A row that shows all there is does not open to the same again.
      details={preview === item.text.trim() ? undefined : <LongText>{item.text}</LongText>}
    />
  );
}

function ToolEntry({ call }: { readonly call: ToolCall }) {
  return (
    <EntryRow
      icon={call.status === 'running' ? 'busy' : (call.toolKind ?? 'other')}
      label={<ToolName name={call.name} />}
      preview={toolPreview(call)}
      state={call.status}
      end={
        <>
          <ToolOutcome call={call} />
          <Duration item={call} />
        </>
      }
      details={<ToolCallView call={call} />}
    />
  );
}

/** What a reader should not have to open the row for. */
function ToolOutcome({ call }: { readonly call: ToolCall }): ReactNode {
  const text = useText();
  const exitCode = failingExitCode(call);
  if (exitCode !== undefined) return <Mark tone="danger">{text.t('trace.exit', { code: String(exitCode) })}</Mark>;
  if (call.status === 'failed') return <Mark tone="danger">{text.t('trace.failed')}</Mark>;
  if (call.status === 'aborted') return <Mark>{text.t('trace.aborted')}</Mark>;
  const changed = changedLines(call);
  return changed && <ChangedLines {...changed} />;
}

function ChangedLines({ added, removed }: { readonly added: number; readonly removed: number }) {
  const text = useText();
  return (
    <span className="rr-number" dir="auto">
      <Count tone="success" sign="+" count={added} label={text.t('trace.added', { count: added })} />{' '}
      <Count tone="danger" sign="−" count={removed} label={text.t('trace.removed', { count: removed })} />
    </span>
  );
}

interface CountProps {
  readonly tone: 'success' | 'danger';
  readonly sign: string;
  readonly count: number;
  readonly label: string;
}

function Count({ tone, sign, count, label }: CountProps) {
  const text = useText();
  return (
    <>
      <span data-tone={tone} aria-hidden="true">
        {sign}
        {text.number(count)}
      </span>
      <span className="rr-hidden">{label}</span>
    </>
  );
}

function Mark({ tone, children }: { readonly tone?: 'danger'; readonly children: ReactNode }) {
  return (
    <span className="rr-number" dir="auto" data-tone={tone}>
      {children}
    </span>
  );
}

function Duration({ item: { startedAt, endedAt } }: { readonly item: Item }) {
  const text = useText();
  if (startedAt === undefined || endedAt === undefined) return null;
  return (
    <span className="rr-number" dir="auto" data-kind="duration">
      {formatDuration(text, endedAt - startedAt)}
    </span>
  );
}

function ApprovalEntry({ approval }: { readonly approval: Approval }) {
  const text = useText();
  const preview = toolPreview(approval);
  return (
    <EntryRow
      icon="question"
      label={text.t('trace.approval')}
      preview={
        preview === '' ? (
          <ToolName name={approval.name} />
        ) : (
          text.parts('runLine.tool', { tool: <ToolName key="tool" name={approval.name} />, preview })
        )
      }
      end={<Mark>{decisionText(text, approval)}</Mark>}
      details={approval.reason && `${text.t('trace.reason')}: ${printable(approval.reason)}`}
    />
  );
}

function decisionText(text: Text, { open, decision }: Approval): string | undefined {
  if (open) return undefined;
  if (decision === undefined) return text.t('trace.unanswered');
  return text.t(decision === 'approved' ? 'trace.approved' : 'trace.denied');
}

function NoticeEntry({ notice }: { readonly notice: Notice }) {
  const text = useText();
  const words = noticeText(text, notice);
  return (
    <EntryRow
      icon={notice.level === 'info' ? 'info' : notice.level === 'warning' ? 'warning' : 'alert'}
      label={text.t(`notice.${notice.level}`)}
      preview={words.replace(/\s+/g, ' ')}
      state={notice.level}
      details={words.length > 80 || words.includes('\n') ? <LongText>{words}</LongText> : undefined}
    />
  );
}

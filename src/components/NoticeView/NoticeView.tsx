import { type Text, useText } from '../../i18n/index.ts';
import type { Notice } from '../../logic/index.ts';
import { Icon, type IconName } from '../Icon/Icon.tsx';
import { printable } from '../Markdown/printable.ts';
import { ToolName } from '../ToolName/ToolName.tsx';
import './NoticeView.css';

export interface NoticeViewProps {
  readonly notice: Pick<Notice, 'level' | 'text' | 'code' | 'retry'>;
  /** The tool that was at work when the connection was lost. */
  readonly tool?: string;
}

const icons = { info: 'info', warning: 'warning', error: 'alert' } satisfies Record<Notice['level'], IconName>;

/** From how much text on a notice may scroll inside, even on a narrow screen. */
const scrollingLength = 200;

/** Something that the run has to tell: an error, a limit, a retry. */
export function NoticeView({ notice, tool }: NoticeViewProps) {
  const text = useText();
  return (
    <div className="rr-notice" data-level={notice.level}>
      <Icon name={icons[notice.level]} label={text.t(`notice.${notice.level}`)} />
      {/* What scrolls must be reachable by keyboard. */}
      <div className="rr-notice-text" dir="auto" tabIndex={notice.text.length > scrollingLength ? 0 : undefined}>
        {tool !== undefined && notice.code === 'interrupted'
          ? text.parts('notice.interruptedTool', {
              tool: <ToolName key="tool" name={tool} />,
            })
          : noticeText(text, notice)}
      </div>
    </div>
  );
}

/** A notice as one text: the words of its code, then what the agent said about it. */
export function noticeText(text: Text, notice: NoticeViewProps['notice']): string {
  const words = codeText(text, notice);
  const said = printable(notice.text);
  if (words === undefined) return said || text.t(`notice.${notice.level}`);
  // The words of an interruption tell all; its own text is for the developer.
  if (said.trim() === '' || notice.code === 'interrupted') return words;
  return text.t('notice.detail', { notice: words, text: said });
}

function codeText(text: Text, { code, retry }: NoticeViewProps['notice']): string | undefined {
  switch (code) {
    case 'interrupted':
      return text.t('notice.interrupted');
    case 'retry':
      if (retry === undefined) return undefined;
      return retry.of === undefined
        ? text.t('notice.retry', { attempt: retry.attempt })
        : text.t('notice.retryOf', { attempt: retry.attempt, of: retry.of });
    case 'compaction':
      return text.t('notice.compaction');
    case 'limit':
      return text.t('notice.limit');
    case 'refusal':
      return text.t('notice.refusal');
    case 'error':
      return text.t('notice.failure');
    default:
      return undefined;
  }
}

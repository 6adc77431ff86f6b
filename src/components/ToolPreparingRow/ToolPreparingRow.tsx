import { useText } from '../../i18n/index.ts';
import { formatBytes } from '../../logic/index.ts';
import { Spinner } from '../Icon/Icon.tsx';
import { ToolName } from '../ToolName/ToolName.tsx';
import './ToolPreparingRow.css';

export interface ToolPreparingRowProps {
  /** Left out while the call's name is not known yet (SPEC R4.2a). */
  readonly toolName?: string;
  /** UTF-8 bytes of argument text so far. */
  readonly byteCount: number;
}

function isValid({ toolName, byteCount }: ToolPreparingRowProps): boolean {
  const named = toolName === undefined || (typeof toolName === 'string' && toolName !== '' && !toolName.includes('\0'));
  return named && Number.isInteger(byteCount) && byteCount >= 0;
}

/** A call whose arguments still stream in (SPEC R4.8). An invalid payload renders nothing. */
export function ToolPreparingRow(props: ToolPreparingRowProps) {
  const text = useText();
  if (!isValid(props)) return null;
  return (
    <div className="rr-row" data-state="preparing">
      <Spinner />
      <span className="rr-row-text">
        <PreparingText {...props} />
      </span>
      <span className="rr-number" dir="auto">
        {formatBytes(props.byteCount, text.language)}
      </span>
    </div>
  );
}

/** The words of the row, which the run line shows too: both from one key (SPEC R4.9). */
export function PreparingText({ toolName }: Pick<ToolPreparingRowProps, 'toolName'>) {
  const text = useText();
  return (
    <bdi className="rr-words">
      {toolName === undefined
        ? text.t('toolPreparing.unnamed')
        : text.parts('toolPreparing.preparing', { tool: <ToolName key="tool" name={toolName} /> })}
    </bdi>
  );
}

import { type ReactNode, useMemo } from 'react';
import { useText } from '../../i18n/index.ts';
import { callArguments, type ToolCall, type ToolResult } from '../../logic/index.ts';
import { AnswerImage } from '../Answer/AnswerImage.tsx';
import { ArgumentList, textOf } from './ArgumentList.tsx';
import { DiffView } from './DiffView.tsx';
import { editOf } from './edit.ts';
import { LongText } from './LongText.tsx';
import './ToolCallView.css';

export interface ToolCallViewProps {
  readonly call: ToolCall;
}

/** The details of a call: what it was asked and what came of it. All of it is text, never markup (SPEC R6.1). */
export function ToolCallView({ call }: ToolCallViewProps) {
  const pairs = callArguments(call);
  const result = useMemo(() => readResult(call.result), [call.result]);
  const edit = useMemo(() => editOf(pairs, result), [pairs, result]);
  const rest = edit ? pairs.filter(([name]) => !edit.shown.has(name)) : pairs;
  return (
    <div className="rr-tool-call" data-status={call.status}>
      {rest.length > 0 && (
        <Part kind="arguments">
          <ArgumentList pairs={rest} />
        </Part>
      )}
      {edit && <DiffView path={edit.path} lines={edit.lines} />}
      <Outcome call={call} result={result} isEdit={edit !== undefined} />
    </div>
  );
}

interface PartProps {
  readonly kind: 'arguments' | 'output' | 'result' | 'error';
  readonly children: ReactNode;
}

function Part({ kind, children }: PartProps) {
  return (
    <div className="rr-tool-part" data-part={kind}>
      {children}
    </div>
  );
}

interface OutcomeProps {
  readonly call: ToolCall;
  readonly result: ToolResult | undefined;
  readonly isEdit: boolean;
}

/** The result, or what the tool has put out so far; how it ended, if not well. */
function Outcome({ call, result, isEdit }: OutcomeProps) {
  const { t } = useText();
  const isDone = call.status === 'done' || call.status === 'failed';
  const shown = useMemo(() => (hasContent(result) ? result : readResult(call.output)), [result, call.output]);
  const kind = call.status === 'failed' ? 'error' : result ? 'result' : 'output';
  const text = shown?.text ?? (shown?.json === undefined ? '' : textOf(shown.json));
  const images = shown?.images ?? [];
  const exitCode = result?.exitCode ?? 0;
  // A shell's output ends in what matters.
  const from = shown?.text === undefined || call.toolKind === 'read' ? 'start' : 'end';
  return (
    <Part kind={kind}>
      {text !== '' && <LongText text={text} label={t(`toolCall.${kind}`)} from={from} />}
      {images.length > 0 && (
        <div className="rr-tool-images">
          {images.map((address, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: images have no identity but their place.
            <AnswerImage key={index} address={address} alt={t('toolCall.image', { number: index + 1 })} />
          ))}
        </div>
      )}
      {text === '' && images.length === 0 && isDone && !isEdit && (
        <p className="rr-tool-note">{t('toolCall.noOutput')}</p>
      )}
      {exitCode !== 0 && (
        <p className="rr-tool-note" data-failed>
          {t('trace.exit', { code: String(exitCode) })}
        </p>
      )}
      {call.status === 'failed' && exitCode === 0 && (
        <p className="rr-tool-note" data-failed>
          {t('trace.failed')}
        </p>
      )}
      {call.status === 'aborted' && <p className="rr-tool-note">{t('trace.aborted')}</p>}
    </Part>
  );
}

function hasContent(result: ToolResult | undefined): result is ToolResult {
  if (!result) return false;
  return (result.text ?? '') !== '' || result.json !== undefined || (result.images ?? []).length > 0;
}

/** Adapters give a {@link ToolResult}; an app's own events may hold anything. */
function readResult(value: unknown): ToolResult | undefined {
  if (value === undefined) return undefined;
  if (isToolResult(value)) return value;
  // An app may fold events of its own, and output that still grows is as the agent sends it.
  return typeof value === 'string' ? { text: value, raw: value } : { json: value, raw: value };
}

function isToolResult(value: unknown): value is ToolResult {
  if (typeof value !== 'object' || value === null || !('raw' in value)) return false;
  if ('text' in value && typeof value.text !== 'string') return false;
  if ('diff' in value && typeof value.diff !== 'string') return false;
  if ('exitCode' in value && typeof value.exitCode !== 'number') return false;
  return (
    !('images' in value) || (Array.isArray(value.images) && value.images.every((image) => typeof image === 'string'))
  );
}

import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import type { DiffLine } from './diff.ts';
import { ShowMore } from './ShowMore.tsx';
import { plainTerminal } from './terminal.ts';
import './DiffView.css';

const FIRST_LINES = 200;
const SIGNS = { same: ' ', added: '+', removed: '-', gap: ' ' } satisfies Record<DiffLine['kind'], string>;

interface DiffViewProps {
  readonly path: string | undefined;
  readonly lines: readonly DiffLine[];
}

/** What an edit changed, in a box that scrolls. */
export function DiffView({ path, lines }: DiffViewProps) {
  const [count, setCount] = useState(FIRST_LINES);
  const { t } = useText();
  const left = Math.max(0, lines.length - count);
  return (
    <>
      <figure className="rr-diff" aria-label={t('toolCall.changes')}>
        {path !== undefined && (
          <figcaption className="rr-diff-path">
            <bdi dir="ltr">{plainTerminal(path)}</bdi>
          </figcaption>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <pre className="rr-diff-lines" dir="ltr" tabIndex={0}>
          {lines.slice(0, count).map(({ kind, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place.
            <span className="rr-diff-line" key={index} data-kind={kind}>
              {`${SIGNS[kind]} ${plainTerminal(text)}\n`}
            </span>
          ))}
        </pre>
      </figure>
      {left > 0 && <ShowMore label={t('toolCall.showLines', { count: left })} onPress={() => setCount(count * 4)} />}
    </>
  );
}

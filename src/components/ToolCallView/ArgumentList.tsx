import { useMemo } from 'react';
import { useText } from '../../i18n/index.ts';
import type { Argument } from '../../logic/index.ts';
import { LongText } from './LongText.tsx';
import { plainTerminal } from './terminal.ts';
import './ArgumentList.css';

/** Up to here a text of one line stands beside its name. */
const SHORT = 120;

interface ArgumentListProps {
  /** In written order; a name is empty where the arguments are no object. */
  readonly pairs: readonly Argument[];
}

/** The arguments of a call, whole and readable. */
export function ArgumentList({ pairs }: ArgumentListProps) {
  return (
    <dl className="rr-arguments">
      {pairs.map(([name, value]) => (
        <ArgumentRow key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function ArgumentRow({ name, value }: { readonly name: string; readonly value: unknown }) {
  const { t } = useText();
  const text = useMemo(() => textOf(value, SHORT), [value]);
  const isLong = text.length > SHORT || text.includes('\n');
  return (
    <div className="rr-argument" data-long={isLong}>
      <dt className={name === '' ? 'rr-hidden' : 'rr-argument-name'}>
        <bdi>{name === '' ? t('toolCall.arguments') : plainTerminal(name)}</bdi>
      </dt>
      <dd>{isLong ? <LongText text={text} label={plainTerminal(name)} /> : <bdi>{plainTerminal(text)}</bdi>}</dd>
    </div>
  );
}

/** A value as a reader would write it: a text as it is, anything else as JSON, on one line `upTo` a length. */
export function textOf(value: unknown, upTo = 0): string {
  if (typeof value === 'string') return value;
  // What is nested deeper than the engine writes has no text either: to ask for one would end the render.
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    const written = JSON.stringify(value) ?? '';
    return written.length > upTo ? JSON.stringify(value, null, 2) : written;
  } catch {
    return '…';
  }
}

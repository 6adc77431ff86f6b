import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { endOf, startOf } from './part.ts';
import { ShowMore } from './ShowMore.tsx';
import { readTerminal } from './terminal.ts';
import './LongText.css';

/** Characters that are put into the page at first; each wish for more puts in four times as many. */
const FIRST_LENGTH = 20_000;

interface LongTextProps {
  readonly text: string;
  readonly label: string;
  /** Which end is shown of what is too long: of a growing output the newest. */
  readonly from?: 'start' | 'end';
}

/**
 * Text of any length in a box of at most 20 lines that scrolls. Of a very long one only a part is on the page,
 * with the count of what is left. Escape sequences of terminals become colours.
 */
export function LongText({ text, label, from = 'start' }: LongTextProps) {
  const [length, setLength] = useState(FIRST_LENGTH);
  const { t } = useText();
  const left = Math.max(0, text.length - length);
  const part = from === 'start' ? startOf(text, length) : endOf(text, length);
  const more = left > 0 && (
    <ShowMore
      label={t(from === 'end' ? 'toolCall.showEarlier' : 'toolCall.showMore', { left })}
      onPress={() => setLength(length * 4)}
    />
  );
  return (
    <>
      {from === 'end' && more}
      <figure className="rr-tool-figure" aria-label={label}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <pre className="rr-tool-text" dir="ltr" tabIndex={0}>
          {readTerminal(part).map(({ text: piece, color, bold, dim }, index) =>
            color || bold || dim ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: spans have no identity but their place.
              <span key={index} data-color={color} data-bold={bold} data-dim={dim}>
                {piece}
              </span>
            ) : (
              piece
            ),
          )}
        </pre>
      </figure>
      {from === 'start' && more}
    </>
  );
}

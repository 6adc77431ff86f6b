import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Answer } from '../Answer/Answer.tsx';

/** From how much text on it is cut: about twelve lines of a trace. */
const longText = 1000;
const manyLines = 12;

const isLong = (text: string) => text.length > longText || text.split('\n', manyLines + 1).length > manyLines;

/** A thought or a text of the trace in full; a long one is cut until the reader asks for the rest. */
export function LongText({ children }: { readonly children: string }) {
  const text = useText();
  const [whole, setWhole] = useState(false);
  const long = isLong(children);
  return (
    <div className="rr-long-text" data-cut={(long && !whole) || undefined}>
      <div className="rr-long-text-content" inert={long && !whole}>
        <Answer text={children} />
      </div>
      {long && (
        <button type="button" className="rr-quiet-button" onClick={() => setWhole(!whole)}>
          {text.t(whole ? 'trace.showLess' : 'trace.showAll')}
        </button>
      )}
    </div>
  );
}

import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';

const CONFIRMED_MS = 2000;

/** A block of code that scrolls inside, with a button that copies it. */
export function CodeBlock({ children }: { readonly children?: ReactNode }) {
  const code = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState(false);
  const { t } = useText();
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    // A page may be refused the clipboard; then the button just stays as it is.
    navigator.clipboard?.writeText(code.current?.textContent ?? '').then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  const Mark = copied ? Check : Copy;
  return (
    <div className="rr-answer-code" dir="ltr">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre ref={code} tabIndex={0}>
        {children}
      </pre>
      <button
        type="button"
        className="rr-answer-copy"
        data-copied={copied || undefined}
        aria-label={t(copied ? 'answer.copied' : 'answer.copyCode')}
        onClick={copy}
      >
        <Mark size={14} strokeWidth={1.75} aria-hidden />
      </button>
    </div>
  );
}

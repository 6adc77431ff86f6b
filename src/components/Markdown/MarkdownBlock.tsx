import type { ComponentProps, ReactNode } from 'react';
import { memo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { useText } from '../../i18n/index.ts';
import { AnswerImage } from '../Answer/AnswerImage.tsx';
import { liveAddress } from '../Answer/addresses.ts';
import { InsideLink } from '../Answer/insideLink.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { holdBareLinks, plainMarkup, printableText } from './plainMarkup.ts';
import { isReadable } from './readable.ts';

interface MarkdownBlockProps {
  readonly source: string;
  /** Link definitions of the rest of the text that the source refers to, as Markdown. */
  readonly definitions?: string;
  /** Whether the source still grows at its end. */
  readonly growing?: boolean;
}

// One `~` is a sign for "about" far more often than a mark.
const remarkPlugins: ComponentProps<typeof ReactMarkdown>['remarkPlugins'] = [
  [remarkGfm, { singleTilde: false }],
  plainMarkup,
];

/** Shows a piece of Markdown from an agent. Parsed again only when its own text changes. */
export const MarkdownBlock = memo(function MarkdownBlock({
  source,
  definitions = '',
  growing = false,
}: MarkdownBlockProps) {
  // Definitions show nothing, and before the text they cannot fall into an open block.
  const text = definitions === '' ? source : `${definitions}\n${source}`;
  try {
    if (isReadable(text)) {
      // Called, not rendered, so that an error of the parser (a stack too deep) is caught here.
      return ReactMarkdown({
        children: text,
        remarkPlugins,
        rehypePlugins: growing ? [printableText, [holdBareLinks, text]] : [printableText],
        components,
        urlTransform: asWritten,
      });
    }
  } catch {
    // Shown as it is written.
  }
  return (
    <p className="rr-answer-plain" dir="auto">
      {source}
    </p>
  );
});

/** Addresses are judged where they are used: by `AnswerLink` and `AnswerImage`. */
function asWritten(address: string): string {
  return address;
}

interface LinkProps {
  readonly href?: string | undefined;
  readonly children?: ReactNode;
}

/** A link, if its address may be live; else only its text. */
function AnswerLink({ href = '', children }: LinkProps) {
  const address = liveAddress(href);
  if (address === undefined) return children;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      <InsideLink value={true}>{children}</InsideLink>
    </a>
  );
}

function AnswerTable({ children }: { readonly children?: ReactNode }) {
  const { t } = useText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="rr-answer-table" aria-label={t('answer.table')} tabIndex={0}>
      <table dir="auto">{children}</table>
    </section>
  );
}

function CheckBox({ checked }: { readonly checked?: boolean | undefined }) {
  const { t } = useText();
  return (
    <input
      type="checkbox"
      checked={checked === true}
      disabled
      aria-label={t(checked ? 'answer.done' : 'answer.open')}
    />
  );
}

// Headings begin at the third level: the first two are the app's.
const components: Components = {
  a: ({ href, children }) => <AnswerLink href={href}>{children}</AnswerLink>,
  img: ({ src, alt }) => <AnswerImage address={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => <AnswerTable>{children}</AnswerTable>,
  input: ({ checked }) => <CheckBox checked={checked} />,
  code: ({ children }) => <code dir="ltr">{children}</code>,
  p: ({ children }) => <p dir="auto">{children}</p>,
  blockquote: ({ children }) => <blockquote dir="auto">{children}</blockquote>,
  ul: ({ className, children }) => (
    <ul dir="auto" className={className}>
      {children}
    </ul>
  ),
  ol: ({ className, start, children }) => (
    <ol dir="auto" className={className} start={start}>
      {children}
    </ol>
  ),
  h1: ({ children }) => (
    <h3 dir="auto" data-level="1">
      {children}
    </h3>
  ),
  h2: ({ children }) => (
    <h4 dir="auto" data-level="2">
      {children}
    </h4>
  ),
  h3: ({ children }) => (
    <h5 dir="auto" data-level="3">
      {children}
    </h5>
  ),
  h4: ({ children }) => <h6 dir="auto">{children}</h6>,
  h5: ({ children }) => <h6 dir="auto">{children}</h6>,
  h6: ({ children }) => <h6 dir="auto">{children}</h6>,
};

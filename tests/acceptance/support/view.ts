import { expect, waitFor, within } from 'storybook/test';

/** What a window shows, in the words that its reader reads. */
export interface Shown {
  /** The run line of the newest round. */
  readonly line: string;
  /** The byte count at the end of the run line; empty where there is none. */
  readonly bytes: string;
  /** How many other calls the run line counts; empty where there are none. */
  readonly others: string;
  readonly answer: string;
  /** Whether the waiting dots show. */
  readonly dots: boolean;
  /** The open trace, a row each; what a delegated agent did is indented. */
  readonly rows: readonly string[];
  /** Titles of the approvals that wait. */
  readonly questions: readonly string[];
  /** The notice below the answer. */
  readonly notice: string;
  /** What screen readers were told last. */
  readonly said: string;
}

/** The words by which a screen reader finds things, in the language of the story. */
export interface Names {
  readonly dots: string;
}

/** A thread on the screen. */
export interface View {
  /** The region of the window. */
  readonly element: HTMLElement;
  shown(): Shown;
  /** Waits until this is what it shows. */
  expect(shown: Partial<Shown>): Promise<void>;
  /** Waits until it shows what another window shows, to the letter. */
  expectSameAs(other: View): Promise<void>;
}

export function viewOf(element: HTMLElement, names: Names): View {
  const shown = (): Shown => {
    const round = [...element.querySelectorAll<HTMLElement>('.rr-round')].at(-1);
    const line = round?.querySelector<HTMLElement>('.rr-line');
    const dots = round ? within(round).queryAllByRole('img', { name: names.dots }) : [];
    return {
      line: textOf(line?.querySelector('.rr-line-text')),
      bytes: [...(line?.querySelectorAll('.rr-number') ?? [])].map(textOf).find(isBytes) ?? '',
      others: textOf(line?.querySelector('.rr-chip > [aria-hidden]')),
      // The answer of a delegated agent stands in the trace.
      answer: textOf([...(round?.children ?? [])].find((child) => child.classList.contains('rr-answer'))),
      dots: dots.length > 0,
      rows: [...(round?.querySelectorAll<HTMLElement>('.rr-trace .rr-row') ?? [])].map(rowText),
      questions: [...(round?.querySelectorAll('.rr-approval-title') ?? [])].map(textOf),
      notice: textOf(round?.querySelector(':scope > .rr-notice .rr-notice-text')),
      said: textOf(within(element).queryByRole('status')),
    };
  };
  return {
    element,
    shown,
    expect: (wanted) =>
      waitFor(
        () => {
          const now = shown();
          return expect(Object.fromEntries(Object.entries(now).filter(([name]) => name in wanted))).toEqual(wanted);
        },
        { timeout: 5000 },
      ),
    // What was said aloud before a window was opened is not said again in it.
    expectSameAs: (other) =>
      waitFor(() => expect(contentOf(element)).toBe(contentOf(other.element)), { timeout: 5000 }),
  };
}

function contentOf(element: HTMLElement): string {
  const content = element.querySelector('.rr-thread-content')?.textContent ?? '';
  expect(content).not.toBe('');
  return content;
}

const isBytes = (text: string) => / K?B$/.test(text);

function textOf(element: Element | null | undefined): string {
  return element?.textContent?.trim() ?? '';
}

/** `Bash: Build with tests`, or `Preparing Write… 1.4 KB`. */
function rowText(row: HTMLElement): string {
  const text = textOf(row.querySelector('.rr-row-text'));
  const own =
    row.dataset['state'] === 'preparing'
      ? `${text} ${textOf(row.querySelector('.rr-number'))}`
      : [textOf(row.querySelector('.rr-row-label')), text].filter((part) => part !== '').join(': ');
  return `${'  '.repeat(depthOf(row))}${own}`;
}

/** In how many delegations a row stands; the row that names one stands outside of it. */
function depthOf(row: HTMLElement): number {
  const outer = row.parentElement?.matches('.rr-delegation') ? row.parentElement.parentElement : row;
  let depth = 0;
  for (let at = outer?.closest('.rr-delegation'); at; at = at.parentElement?.closest('.rr-delegation')) depth += 1;
  return depth;
}

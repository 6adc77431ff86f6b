import { expect, waitFor } from 'storybook/test';
import { currentStep, isPending, lastAnswer, type Round } from '../logic/index.ts';
import { type Reel, threadAt } from '../reel/index.ts';

/**
 * Waits until the screen shows what the pure logic says of a run after `chunk` chunks: the answer, the
 * dots, the run line. Steps that are shorter than the line's patience are waited out.
 */
export async function expectShown(canvas: HTMLElement, reel: Reel, chunk: number): Promise<void> {
  const round = threadAt(reel, chunk).rounds.at(-1);
  if (!round) return;
  await waitFor(() => expect(shownIn(canvas)).toEqual(shownOf(round)), { timeout: 5000 });
}

/** What is told of a round, in the least words that tell it. */
interface Shown {
  readonly status: string | undefined;
  readonly step: string | undefined;
  readonly dots: boolean;
  readonly answer: string;
}

function shownOf(round: Round): Shown {
  const step = currentStep(round);
  const newest = round.items.at(-1);
  const isRetrying = newest?.kind === 'notice' && newest.code === 'retry' && step?.kind !== 'approval';
  return {
    status: round.status,
    step: isRetrying && step ? 'retrying' : step?.kind,
    dots: isPending(round),
    answer: beginningOf(lastAnswer(round)?.text ?? ''),
  };
}

function shownIn(canvas: HTMLElement): Shown {
  const round = [...canvas.querySelectorAll<HTMLElement>('.rr-round')].at(-1);
  const find = (selector: string) => round?.querySelector<HTMLElement>(selector);
  return {
    status: round?.dataset['status'],
    step: find('.rr-line-text')?.dataset['step'],
    dots: find('.rr-pending') !== null,
    answer: beginningOf(find('.rr-answer')?.textContent ?? ''),
  };
}

/** Letters alone: what Markdown leaves of a text, whatever it makes of its marks and numbers. */
function beginningOf(text: string): string {
  return text.replace(/\P{L}/gu, '').slice(0, 40);
}

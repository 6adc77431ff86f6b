import { lastAnswer } from '../../logic/lastAnswer.ts';
import type { Thread } from '../../logic/thread.ts';
import type { Report } from './findings.ts';

/** What a reel's header may promise under `expect`, and what came of it. */
interface Outcome {
  readonly rounds: number;
  readonly turns: number;
  readonly calls: number;
  /** How the last round ended. */
  readonly status: string | undefined;
  /** The answer of the last round. */
  readonly answer: string | undefined;
}

/** Reports each thing that a reel's header expects and that is not so. */
export function checkExpectations(expected: unknown, totals: Totals, thread: Thread, report: Report): void {
  if (expected === undefined) return;
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) {
    report('expect', 'The header expects something that is no object of names and values.');
    return;
  }
  const outcomes = new Map<string, unknown>(Object.entries(outcomeOf(totals, thread)));
  for (const [name, value] of Object.entries(expected)) {
    const actual = outcomes.get(name);
    if (!outcomes.has(name)) {
      report(
        'expect',
        `The header expects "${name}", which nobody checks; known are ${[...outcomes.keys()].join(', ')}.`,
      );
    } else if (actual !== value) {
      report(
        'expect',
        `The header expects ${name} ${JSON.stringify(value)}; it is ${JSON.stringify(actual) ?? 'none'}.`,
      );
    }
  }
}

type Totals = Pick<Outcome, 'turns' | 'calls'>;

function outcomeOf(totals: Totals, { rounds }: Thread): Outcome {
  const last = rounds.at(-1);
  return { rounds: rounds.length, ...totals, status: last?.status, answer: last && lastAnswer(last)?.text };
}

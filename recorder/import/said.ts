import { known } from '../../src/adapters/json.ts';
import type { EndCause } from '../../src/reel/index.ts';
import { UsageError } from '../usageError.ts';
import type { SaidFacts } from './run.ts';

/** What the importing person says of the runs, as it was typed. */
export interface Said {
  readonly prompt?: string;
  readonly model?: string;
  readonly recordedAt?: string;
  readonly end?: string;
  readonly exitCode?: string;
}

/**
 * The same, read; only what was said.
 * @throws {UsageError}
 */
export function saidFacts({ prompt, model, end, exitCode, recordedAt }: Said): Partial<SaidFacts> {
  return known({
    prompt,
    model,
    end: end === undefined ? undefined : endOf(end),
    code: exitCode === undefined ? undefined : exitCodeOf(exitCode),
    recordedAt: recordedAt === undefined ? undefined : dateOf(recordedAt),
  });
}

function dateOf(said: string): string {
  const time = Date.parse(said);
  if (Number.isNaN(time)) throw new UsageError(`--recorded-at "${said}" is no date.`);
  return new Date(time).toISOString();
}

const endCauses: readonly EndCause[] = ['eof', 'reset', 'abort', 'timeout', 'exit'];

function endOf(said: string): EndCause {
  const cause = endCauses.find((known) => known === said);
  if (cause) return cause;
  throw new UsageError(`--end "${said}" is none of ${endCauses.join(', ')}.`);
}

function exitCodeOf(said: string): number {
  if (/^\d+$/.test(said)) return Number(said);
  throw new UsageError(`--exit-code "${said}" is no number.`);
}

import { errorText } from '../endings.ts';
import type { RunEnd } from '../runEnd.ts';

/** How a run ends that finished for this reason; `said` is what the program says last. */
export function endOfReason(reason: unknown, said: string | undefined): RunEnd {
  switch (reason) {
    case 'completed':
      return { outcome: 'completed' };
    case 'aborted':
      return { outcome: 'aborted' };
    case 'max_iterations':
      return { outcome: 'failed', error: 'The run reached its limit of turns.', code: 'limit' };
    case 'mistake_limit':
      return { outcome: 'failed', error: 'The run made too many mistakes in a row.', code: 'limit' };
    default:
      return { outcome: 'failed', error: errorText(said) };
  }
}

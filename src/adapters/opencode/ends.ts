import { errorText } from '../endings.ts';
import { member, text } from '../json.ts';
import type { RunEnd } from '../runEnd.ts';

const LIMITS: ReadonlyMap<string | undefined, string> = new Map([
  ['ContextOverflowError', 'The conversation is longer than the model can read.'],
  ['MessageOutputLengthError', 'The model reached its limit of tokens.'],
]);

/** What an error of opencode, `{name, data}`, makes of its run. */
export function endOfError(error: unknown): RunEnd {
  const name = text(error, 'name');
  if (name === 'MessageAbortedError') return { outcome: 'aborted' };
  const data = member(error, 'data');
  const said = text(data, 'message') === undefined ? (LIMITS.get(name) ?? name ?? errorText(error)) : errorText(data);
  return { outcome: 'failed', error: said, code: LIMITS.has(name) ? 'limit' : 'error' };
}

/** How a run ends whose last step finished for this reason. */
export function endOfFinish(reason: string | undefined): RunEnd {
  if (reason === 'length') return { outcome: 'failed', error: 'The model reached its limit of tokens.', code: 'limit' };
  if (reason === 'content-filter') return { outcome: 'failed', error: 'The model refused to answer.', code: 'refusal' };
  return { outcome: 'completed' };
}

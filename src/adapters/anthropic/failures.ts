/** Why a model stopped before it was done, where it does not go on. */
export interface StopFailure {
  readonly code: 'limit' | 'refusal';
  readonly text: string;
}

const FAILURES: ReadonlyMap<unknown, StopFailure> = new Map([
  ['max_tokens', { code: 'limit', text: 'The model reached its limit of tokens.' }],
  ['model_context_window_exceeded', { code: 'limit', text: 'The conversation is longer than the model can read.' }],
  ['refusal', { code: 'refusal', text: 'The model refused to answer.' }],
]);

/** The failure that a `stop_reason` means, if it means one. */
export function stopFailure(reason: unknown): StopFailure | undefined {
  return FAILURES.get(reason);
}

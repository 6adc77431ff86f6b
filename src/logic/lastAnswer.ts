import { itemOf } from './fold/scope.ts';
import { state } from './fold/state.ts';
import type { AssistantText, Scope } from './thread.ts';

/**
 * The one text that a round, or a delegation, shows as its reply: the newest that can be seen,
 * until a newer one replaces it (SPEC R1.1, R1.3).
 */
export function lastAnswer(round: Scope): AssistantText | undefined {
  const item = itemOf(round, round[state].answer);
  return item?.kind === 'assistant_text' ? item : undefined;
}

/** Whether the waiting dots show: the round runs and has said nothing yet (SPEC R1.2). */
export function isPending(round: Scope): boolean {
  return round.status === 'running' && lastAnswer(round) === undefined;
}

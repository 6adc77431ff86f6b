import type { Delegation, Round } from './thread.ts';

/**
 * How long a round, or a delegation, has worked, in milliseconds: until its end, or until `now`
 * while it runs. Waits for an approval do not count; without times there is no duration (SPEC R2.7).
 */
export function runDuration(round: Round | Delegation, now?: number): number | undefined {
  const end = round.status === 'running' ? now : round.endedAt;
  if (round.startedAt === undefined || end === undefined) return undefined;
  return Math.max(0, end - round.startedAt - ('waitedMs' in round ? waitedUntil(round, end) : 0));
}

function waitedUntil({ waitedMs, waitingSince }: Round, end: number): number {
  return waitedMs + (waitingSince === undefined ? 0 : Math.max(0, end - waitingSince));
}

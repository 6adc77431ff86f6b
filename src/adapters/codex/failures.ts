import type { Body } from '../decoder.ts';
import { errorText, type FailureCode } from '../endings.ts';
import { text } from '../json.ts';

/** Codex tells of an attempt to connect again as of an error, in this sentence. */
const RECONNECTING = /^Reconnecting\.{3} (\d{1,9})\/(\d{1,9})(?:\s*\(([\s\S]*)\))?/;

/** The notice of a repeated attempt; `undefined` where the message is about anything else. */
export function retryNotice(message: string, details?: string): Body<'notice'> | undefined {
  const [, attempt, of, reason] = RECONNECTING.exec(message) ?? [];
  if (attempt === undefined) return undefined;
  const said = errorText(details ?? reason ?? message);
  return {
    type: 'notice',
    level: 'warning',
    code: 'retry',
    text: said,
    retry: { attempt: Number(attempt), of: Number(of) },
  };
}

/** Codex' names for a limit that was reached; `exec --json` has only the sentence. */
const LIMITS = /usage_?limit|context_?window|budget_?exceeded|rate_?limit|usage limit/i;
const REFUSALS = /cyber_?policy|content_?policy/i;

/** Why a run failed, told from Codex' own code for it, else from the message. */
export function failureCode(message: string, info?: unknown): FailureCode {
  const code = typeof info === 'string' ? info : (text(info, 'type') ?? message);
  if (LIMITS.test(code)) return 'limit';
  return REFUSALS.test(code) ? 'refusal' : 'error';
}

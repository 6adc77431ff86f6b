import { parseJson } from '../logic/json.ts';
import type { EventSink } from './decoder.ts';
import { isObject, known, text } from './json.ts';

/** A stream without its end mark: the round failed, and the reader is told why (SPEC R5.7). */
export function interrupt(sink: EventSink, runId?: string): void {
  sink.emit({ type: 'notice', level: 'error', code: 'interrupted', text: 'The stream ended before the run did.' });
  sink.emit(known<RunFinished>({ type: 'run_finished', outcome: 'failed', runId }));
}

/** A run that failed: a notice tells why, also where the failure is all that the stream holds. */
export function fail(sink: EventSink, error: string, runId?: string, code: FailureCode = 'error'): void {
  sink.emit({ type: 'notice', level: 'error', code, text: error });
  failAsTold(sink, error, runId);
}

/** The end of a run that failed for a reason which the stream has told before. */
export function failAsTold(sink: EventSink, error: string, runId?: string): void {
  sink.emit(known<RunFinished>({ type: 'run_finished', outcome: 'failed', runId, error }));
}

export type FailureCode = 'error' | 'limit' | 'refusal';

interface RunFinished {
  readonly type: 'run_finished';
  readonly outcome: 'failed';
  readonly runId?: string;
  readonly error?: string;
}

/** The sentence inside an error from the wire, which may be a text, an object, or JSON that a text is or ends in. */
export function errorText(error: unknown): string {
  return sentence(error, 8) ?? 'The run failed.';
}

const SENTENCE_MEMBERS = ['message', 'error', 'detail', 'errorText', 'code'];

function sentence(error: unknown, depth: number): string | undefined {
  if (depth === 0) return undefined;
  if (typeof error === 'string') return sentenceInText(error, depth);
  if (Array.isArray(error)) return sentence(error.find(isObject), depth - 1);
  if (!isObject(error)) return undefined;
  for (const name of SENTENCE_MEMBERS) {
    const found = text(error, name) ?? (isObject(error[name]) ? error[name] : undefined);
    const said = found === undefined ? undefined : sentence(found, depth - 1);
    if (said !== undefined) return said;
  }
  return undefined;
}

/** Clients put the status before the body of the answer: `429 {"error":{"message":"…"}}`. */
function sentenceInText(error: string, depth: number): string | undefined {
  const at = error.search(/[[{]/);
  const inner = at < 0 ? undefined : parseJson(error.slice(at));
  const said = typeof inner === 'object' ? sentence(inner, depth - 1) : undefined;
  if (said !== undefined) return error.slice(0, at) + said;
  return error.trim() === '' ? undefined : error;
}

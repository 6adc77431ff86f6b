import type { EventBody } from '../logic/events.ts';
import type { Body, EventSink } from './decoder.ts';
import type { FailureCode } from './endings.ts';
import { known } from './json.ts';

/** How a run ended, and why where it failed. */
export type RunEnd =
  | { readonly outcome: 'completed' | 'aborted' }
  | { readonly outcome: 'failed'; readonly error: string; readonly code?: FailureCode };

/** Tells of the end of a run; one that failed gets a notice that says why. */
export function tellEnd(sink: EventSink, end: RunEnd, runId?: string): void {
  for (const body of endBodies(end, runId)) sink.emit(body);
}

/** Like {@link tellEnd}, but only when the returned function is called: for an end that a format can take back. */
export function holdEnd(sink: EventSink, end: RunEnd, runId?: string): () => void {
  const held = endBodies(end, runId).map((body) => sink.hold(body));
  return () => {
    for (const release of held) release();
  };
}

function endBodies(end: RunEnd, runId: string | undefined): EventBody[] {
  const { outcome } = end;
  if (end.outcome !== 'failed') return [known<Body<'run_finished'>>({ type: 'run_finished', outcome, runId })];
  const { error, code = 'error' } = end;
  return [
    { type: 'notice', level: 'error', code, text: error },
    known<Body<'run_finished'>>({ type: 'run_finished', outcome, runId, error }),
  ];
}

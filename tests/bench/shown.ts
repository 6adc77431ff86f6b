import {
  type AgentEvent,
  currentStep,
  isPending,
  lastAnswer,
  reduce,
  type Thread,
  traceEvents,
} from '../../src/logic/index.ts';

/** Folds an event and asks for all that the screen shows of it: answer, dots, run line, newest row of the trace. */
export function foldShown(thread: Thread, event: AgentEvent): Thread {
  const next = reduce(thread, event);
  const round = next.rounds.at(-1);
  if (!round) return next;
  lastAnswer(round);
  isPending(round);
  currentStep(round);
  const trace = traceEvents(round);
  if (trace.length > 0 && trace[trace.length - 1] === undefined) throw new Error('A trace has no holes.');
  return next;
}

import { useEffect, useState } from 'react';
import type { Step } from '../../logic/index.ts';

/** A step that the line has shown stays at least this long; what comes and goes meanwhile is passed over. */
export const steadyMs = 300;

/** What makes it another step, and not the same one going on. */
const stepKey = ({ kind, tool = '' }: Step) => `${kind} ${tool}`;

const sameStep = (a: Step, b: Step) =>
  stepKey(a) === stepKey(b) && a.preview === b.preview && a.bytes === b.bytes && a.others === b.others;

/** The step that the line shows: the current one, without flicker (SPEC R2.10). A question to the reader never waits. */
export function useSteadyStep(current: Step): Step {
  const [shown, setShown] = useState({ step: current, settled: false });
  const key = stepKey(shown.step);
  const follows = stepKey(current) === key || shown.settled || current.kind === 'approval';
  if (follows && !sameStep(current, shown.step)) {
    setShown({ step: current, settled: stepKey(current) === key && shown.settled });
  }
  useEffect(() => {
    const timer = setTimeout(
      () => setShown((now) => (stepKey(now.step) === key ? { ...now, settled: true } : now)),
      steadyMs,
    );
    return () => clearTimeout(timer);
  }, [key]);
  return follows ? current : shown.step;
}

import { useEffect, useState } from 'react';
import type { Step } from '../../logic/index.ts';
import { useRunreel } from '../../react/RunreelProvider.tsx';

/** What makes it another step, and not the same one going on. */
const stepKey = ({ kind, tool = '' }: Step) => `${kind} ${tool}`;

const sameStep = (a: Step, b: Step) =>
  stepKey(a) === stepKey(b) && a.preview === b.preview && a.bytes === b.bytes && a.others === b.others;

/** The step that the line shows: the current one, without flicker (SPEC R2.10). A question to the reader never waits. */
export function useSteadyStep(current: Step): Step {
  const { steadyMs } = useRunreel();
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
  }, [key, steadyMs]);
  return follows ? current : shown.step;
}

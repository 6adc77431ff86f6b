import type { NeutralEvent, NeutralLog } from './log.ts';
import { fixtureNamed, logOf } from './recorded.ts';

/** The recorded runs whose steps are repeated: together about 80 events a step. */
const SOURCES: readonly string[] = ['ai-sdk/fix-a-test', 'ai-sdk/look-around'];

const sourceLogs = (): NeutralLog[] => SOURCES.map((name) => logOf(fixtureNamed(name)));

/** Steps of recorded runs, over and over, each time with ids and strings of their own. */
export interface StepMaker {
  step(index: number): NeutralLog;
  /** The step that a run ends with: its answer. */
  last(index: number): NeutralLog;
}

export function stepMaker(): StepMaker {
  const steps = sourceLogs().flatMap(stepsOf);
  const texts = steps.map((step) => JSON.stringify(step));
  const answer = steps.findLastIndex((step) => step.some(({ type }) => type === 'delta'));
  const copy = (nth: number, index: number): NeutralLog => {
    const step: NeutralEvent[] = JSON.parse(texts[nth] ?? '[]');
    return step.map((event) => ({ ...event, id: `${event.id}-${index}` }));
  };
  return { step: (index) => copy(index % texts.length, index), last: (index) => copy(answer, index) };
}

/** A run of `count` steps; the last one is an answer. */
export function runOf(count: number, { step, last }: StepMaker = stepMaker()): NeutralLog {
  return [...Array.from({ length: count - 1 }, (_, i) => step(i)).flat(), ...last(count - 1)];
}

/** Deltas of the recorded texts, in their order. */
export function textDeltas(): string[] {
  const events = sourceLogs().flat();
  return events.flatMap((event) => (event.type === 'delta' && event.of === 'text' ? [event.delta] : []));
}

/** The longest argument that was recorded: the content of a file. */
export function longestArgument(): string {
  const texts = sourceLogs()
    .flat()
    .flatMap((event) => (event.type === 'run' ? Object.values(event.args ?? {}) : []));
  return texts.filter((each) => typeof each === 'string').toSorted((a, b) => b.length - a.length)[0] ?? '';
}

function stepsOf(log: NeutralLog): NeutralLog[] {
  const starts = log.flatMap(({ type }, i) => (type === 'step' ? [i] : []));
  return starts.map((start, nth) => log.slice(start, starts[nth + 1]));
}

import type { Contestant } from '../contestants/contestant.ts';
import { LONG_ARGUMENT, STEPS, stepsCase } from '../neutral/cases.ts';
import { short, table, whole } from '../table.ts';
import type { Measured } from './measure.ts';

/** What was measured, by case and then by library. */
export type Results = ReadonlyMap<string, ReadonlyMap<string, Measured>>;

const OURS = 'runreel';

const perSecond = ({ events, cpu }: Measured) => (events / cpu) * 1000;

export function caseTable(name: string, measured: ReadonlyMap<string, Measured>): string {
  const events = [...measured.values()][0]?.events ?? 0;
  const head = ['library', 'events a CPU second', 'CPU ms', 'emits', 'parts', 'heap KB', 'end state'];
  const rows = [...measured].map(([library, one]) => [library, ...cells(one)]);
  return `${name}: ${whole(events)} events\n${table(head, rows)}`;
}

function cells(one: Measured): string[] {
  if (one.stopped) {
    return ['', `> ${whole(one.cpu)}`, whole(one.emits), '', '', 'not reached'];
  }
  const state = one.parts === 0 ? '' : one.differs.length === 0 ? 'equal' : `differs: ${one.differs.join(', ')}`;
  const cost = `${short(one.cpu)}${one.once ? ' once' : ''}`;
  return [whole(perSecond(one)), cost, whole(one.emits), whole(one.parts), whole(one.heap / 1024), state];
}

/** The exponent of the cost in the number of events, from each number of steps to the next: 1 is linear. */
export function growthTable(results: Results): string {
  const sizes = STEPS.filter((count) => results.has(stepsCase(count)));
  const spans = sizes.slice(1).map((to, i) => [sizes[i] ?? 0, to] as const);
  const libraries = [...(results.get(stepsCase(sizes[0] ?? 0))?.keys() ?? [])];
  if (spans.length === 0) return '';
  const rows = libraries.map((library) => [
    library,
    ...spans.map(([from, to]) =>
      exponent(results.get(stepsCase(from))?.get(library), results.get(stepsCase(to))?.get(library)),
    ),
  ]);
  const head = ['growth exponent', ...spans.map(([from, to]) => `${from} to ${to} steps`)];
  return table(head, rows);
}

function exponent(few: Measured | undefined, many: Measured | undefined): string {
  if (!few || !many || few.stopped) return '';
  const value = Math.log(many.cpu / few.cpu) / Math.log(many.events / few.events);
  return `${many.stopped ? '> ' : ''}${value.toFixed(2)}`;
}

/** How much faster than the best of the peers we are, in the two cases that tell most. */
export function factorLines(results: Results, peers: readonly Contestant[]): string[] {
  return [stepsCase(200), LONG_ARGUMENT].flatMap((name) => {
    const measured = results.get(name);
    const own = measured?.get(OURS);
    const others = peers.flatMap((peer) => {
      const one = measured?.get(peer.name);
      return one && !one.stopped && one.differs.length === 0 ? [{ library: peer.name, cpu: one.cpu }] : [];
    });
    const [best] = others.toSorted((a, b) => a.cpu - b.cpu);
    return own && best ? [`${name}: ${short(best.cpu / own.cpu)} times the best peer (${best.library})`] : [];
  });
}

import type { Contestant } from '../contestants/contestant.ts';
import { runreel } from '../contestants/runreel.ts';
import { LONG_ARGUMENT, STEPS, stepsCase } from '../neutral/cases.ts';
import { short, table, whole } from '../table.ts';
import type { Measured } from './measure.ts';

/** What became of one library in one case. */
export type Outcome = Measured | { readonly failed: string };

/** By case and then by library. */
export type Results = ReadonlyMap<string, ReadonlyMap<string, Outcome>>;

export function caseTable(name: string, outcomes: ReadonlyMap<string, Outcome>): string {
  const events = [...outcomes.values()].flatMap((one) => ('failed' in one ? [] : [one.events]))[0] ?? 0;
  const head = ['library', 'events a CPU second', 'CPU ms', 'emits', 'parts', 'heap KB', 'end state'];
  const rows = [...outcomes].map(([library, one]) => [library, ...cells(one)]);
  return `${name}: ${whole(events)} events\n${table(head, rows)}`;
}

function cells(one: Outcome): string[] {
  if ('failed' in one) return ['', '', '', '', '', `failed: ${one.failed.split('\n').at(-1)}`];
  const { events, cpu, emits, parts, heap, differs } = one;
  if (one.stopped) return ['', `> ${whole(cpu)}`, whole(emits), '', '', 'not reached'];
  const state = parts === 0 ? '' : differs.length === 0 ? 'equal' : `differs: ${differs.join(', ')}`;
  const cost = `${short(cpu)}${one.once ? ' once' : ''}`;
  return [whole((events / cpu) * 1000), cost, whole(emits), whole(parts), whole(heap / 1024), state];
}

/** The exponent of the cost in the number of events, from each number of steps to the next: 1 is linear. */
export function growthTable(results: Results): string {
  const sizes = STEPS.filter((count) => results.has(stepsCase(count)));
  const spans = sizes.slice(1).map((to, i) => [sizes[i] ?? 0, to] as const);
  if (spans.length === 0) return '';
  const measured = (count: number, library: string) => measuredOf(results, stepsCase(count), library);
  const libraries = [...(results.get(stepsCase(sizes[0] ?? 0))?.keys() ?? [])];
  const rows = libraries.map((library) => [
    library,
    ...spans.map(([from, to]) => exponent(measured(from, library), measured(to, library))),
  ]);
  return table(['growth exponent', ...spans.map(([from, to]) => `${from} to ${to} steps`)], rows);
}

function measuredOf(results: Results, name: string, library: string): Measured | undefined {
  const outcome = results.get(name)?.get(library);
  return outcome && !('failed' in outcome) ? outcome : undefined;
}

function exponent(few: Measured | undefined, many: Measured | undefined): string {
  if (!few || !many || few.stopped) return '';
  const value = Math.log(many.cpu / few.cpu) / Math.log(many.events / few.events);
  return `${many.stopped ? '> ' : ''}${value.toFixed(2)}`;
}

/** How much faster than the best of the peers we are, in the two cases that tell most. */
export function factorLines(results: Results, peers: readonly Contestant[]): string[] {
  return [stepsCase(200), LONG_ARGUMENT].flatMap((name) => {
    const own = measuredOf(results, name, runreel.name);
    const finished = peers.flatMap((peer) => {
      const one = measuredOf(results, name, peer.name);
      return one && !one.stopped && one.differs.length === 0 ? [{ library: peer.name, cpu: one.cpu }] : [];
    });
    const [best] = finished.toSorted((a, b) => a.cpu - b.cpu);
    if (!own || peers.length === 0) return [];
    if (!best) return [`${name}: no peer reached the end`];
    return [`${name}: ${short(best.cpu / own.cpu)} times as fast as the best peer, ${best.library}`];
  });
}

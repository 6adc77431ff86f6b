import type { NeutralEvent, NeutralLog } from './log.ts';
import { logOf, recordings } from './recorded.ts';
import { longestArgument, runOf, textDeltas } from './steps.ts';

/** What is measured: one run, or several that are folded one after the other, each from the beginning. */
export interface Case {
  readonly name: string;
  readonly logs: () => readonly NeutralLog[];
  /** Left out unless it is named. */
  readonly byName?: true;
}

export const STEPS = [20, 200, 2000] as const;
export const LONG_ARGUMENT = 'argument of 200 KB';
export const stepsCase = (count: number) => `${count} steps`;

/** Those that are made of recorded steps, arguments and texts. */
const made: readonly Case[] = [
  ...STEPS.map((count) => ({ name: stepsCase(count), logs: () => [runOf(count)] })),
  { name: LONG_ARGUMENT, logs: () => [argument(200 * 1024, 20_000)] },
  { name: 'argument of 10 MB', logs: () => [argument(10 * 1024 * 1024, 160_000)] },
  { name: '20,000 text deltas', logs: () => [prose(20_000)] },
];

export const cases = (): Case[] => [...recorded(), ...made];

/** Recorded runs as they are: all together, and each. */
function recorded(): Case[] {
  const runs = recordings();
  return [
    { name: 'recorded runs', logs: () => runs.map(logOf) },
    ...runs.map((each) => ({ name: `recorded: ${each.name}`, logs: () => [logOf(each)], byName: true as const })),
  ];
}

/** The case of a name; the recorded runs are only read where one of them is asked for. */
export function caseNamed(name: string): Case | undefined {
  return made.find((each) => each.name === name) ?? recorded().find((each) => each.name === name);
}

/** A call with one argument of so many characters, in so many deltas; the characters are those of a recorded one. */
export function argument(length: number, deltas: number): NeutralLog {
  const recorded = longestArgument();
  const content = recorded.repeat(Math.ceil(length / recorded.length)).slice(0, length);
  const args = { path: 'src/long.js', content };
  const text = JSON.stringify(args);
  const size = text.length / deltas;
  const cut = (nth: number) => Math.round(nth * size);
  const pieces = Array.from({ length: deltas }, (_, i) => text.slice(cut(i), cut(i + 1)));
  return [
    { type: 'step', id: 's' },
    { type: 'call', id: 'c', name: 'writeFile' },
    ...pieces.map((delta): NeutralEvent => ({ type: 'args', id: 'c', delta })),
    { type: 'run', id: 'c', name: 'writeFile', args },
    { type: 'result', id: 'c', result: { bytes: length } },
  ];
}

/** One text of so many recorded deltas. */
export function prose(count: number): NeutralLog {
  const deltas = textDeltas();
  const delta = (i: number): NeutralEvent => ({
    type: 'delta',
    of: 'text',
    id: 'p',
    delta: deltas[i % deltas.length] ?? '',
  });
  return [
    { type: 'step', id: 's' },
    { type: 'open', of: 'text', id: 'p' },
    ...Array.from({ length: count }, (_, i) => delta(i)),
    { type: 'close', of: 'text', id: 'p' },
  ];
}

import { describe, expect, test } from 'vitest';
import { runreel } from './contestants/runreel.ts';
import { argument, prose } from './neutral/cases.ts';
import { differences } from './neutral/differences.ts';
import { type EndState, endOf, type NeutralLog } from './neutral/log.ts';
import { logOf, recordings } from './neutral/recorded.ts';
import { runOf } from './neutral/steps.ts';

async function endStateOf(log: NeutralLog): Promise<EndState | undefined> {
  const fold = (await runreel.open())(log);
  return (await fold(() => {})).end?.();
}

describe('the bench: what was folded is what the log says', () => {
  const logs: readonly (readonly [name: string, log: () => NeutralLog])[] = [
    ...recordings().map((recording) => [recording.name, () => logOf(recording)] as const),
    ['20 steps', () => runOf(20)],
    ['a long argument', () => argument(200 * 1024, 20_000)],
    ['a long text', () => prose(20_000)],
  ];

  test.each(logs)('%s', async (_, log) => {
    const actual = await endStateOf(log());
    expect(actual && differences(endOf(log()), actual)).toEqual([]);
  });
});

describe('the bench: its logs', () => {
  test('a run of steps holds about 80 events a step, calls with results, and ends with an answer', () => {
    const log = runOf(200);
    const { answer, thinking, tools } = endOf(log);
    expect(log.length / 200).toBeGreaterThan(60);
    expect(log.length / 200).toBeLessThan(100);
    expect(answer).not.toBe('');
    expect(thinking).not.toBe('');
    expect(tools.length).toBeGreaterThan(100);
    expect(tools.every(({ args, result }) => args !== undefined && result !== undefined)).toBe(true);
  });

  test('no id comes twice', () => {
    const calls = runOf(50).flatMap((event) => (event.type === 'call' || event.type === 'open' ? [event.id] : []));
    expect(new Set(calls).size).toBe(calls.length);
  });
});

describe('the bench: a library that loses something is found out', () => {
  const tool = { name: 'bash', args: { command: 'ls' }, result: 'a.txt' };
  const expected: EndState = { answer: 'Done.', thinking: 'Hm.', tools: [tool] };

  test.each<[what: string, actual: EndState]>([
    ['answer', { ...expected, answer: 'Done' }],
    ['thinking', { ...expected, thinking: '' }],
    ['0 tools of 1', { ...expected, tools: [] }],
    ['names of tools', { ...expected, tools: [{ ...tool, name: 'Bash' }] }],
    ['arguments', { ...expected, tools: [{ ...tool, args: { command: 'l' } }] }],
    ['results', { ...expected, tools: [{ ...tool, result: undefined }] }],
  ])('%s', (what, actual) => {
    expect(differences(expected, actual)).toEqual([what]);
  });

  test('objects that are the same as JSON are the same', () => {
    const args = Object.assign(Object.create(null), { command: 'ls', [Symbol('mark')]: 1 });
    expect(differences(expected, { ...expected, tools: [{ ...tool, args }] })).toEqual([]);
  });
});

import { isDeepStrictEqual } from 'node:util';
import type { EndState } from './log.ts';

/** Whether two values are the same as JSON: a library may give objects without a prototype, or with marks of its own. */
const same = (one: unknown, other: unknown) => isDeepStrictEqual(asJson(one), asJson(other));

const asJson = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

/** In what an end state is not the one that was expected, in words; empty where it is. */
export function differences(expected: EndState, actual: EndState): string[] {
  const found: string[] = [];
  if (actual.answer !== expected.answer) found.push('answer');
  if (actual.thinking !== expected.thinking) found.push('thinking');
  if (actual.tools.length !== expected.tools.length) {
    return [...found, `${actual.tools.length} tools of ${expected.tools.length}`];
  }
  const pairs = expected.tools.map((tool, i) => [tool, actual.tools[i]] as const);
  if (pairs.some(([tool, other]) => tool.name !== other?.name)) found.push('names of tools');
  const compared = pairs.filter(([tool]) => tool.args !== undefined);
  if (compared.some(([tool, other]) => !same(tool.args, other?.args))) found.push('arguments');
  if (pairs.some(([tool, other]) => !same(tool.result, other?.result))) found.push('results');
  return found;
}

import { tokens } from '../anthropic/usage.ts';
import type { Body } from '../decoder.ts';
import { isObject, type JsonObject, known, number } from '../json.ts';

/** The usage of a run, from its result line. */
export function runUsage(line: JsonObject): Body<'usage'> | undefined {
  const usage = line.usage;
  if (!isObject(usage)) return undefined;
  const models = isObject(line.modelUsage) ? Object.entries(line.modelUsage) : [];
  const only = models.length === 1 ? models[0] : undefined;
  return known<Body<'usage'>>({
    type: 'usage',
    ...tokens({ input_tokens: 0, cache_read_input_tokens: 0, ...usage }),
    contextWindow: number(only?.[1], 'contextWindow'),
    model: only?.[0],
    cost: number(line, 'total_cost_usd'),
  });
}

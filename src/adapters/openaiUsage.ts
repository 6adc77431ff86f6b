import type { Usage } from '../logic/events.ts';
import { isObject, known, list, member, number } from './json.ts';

/** Token counts as OpenAI's APIs name them: Responses, Chat Completions, and the Agents SDK. */
export function openaiUsage(said: unknown, model?: string): Usage | undefined {
  if (!isObject(said)) return undefined;
  const usage = known<Usage>({
    inputTokens: either(said, ['input_tokens', 'prompt_tokens', 'inputTokens']),
    outputTokens: either(said, ['output_tokens', 'completion_tokens', 'outputTokens']),
    cachedTokens: detail(
      said,
      ['input_tokens_details', 'prompt_tokens_details', 'inputTokensDetails'],
      'cached_tokens',
    ),
    reasoningTokens: detail(
      said,
      ['output_tokens_details', 'completion_tokens_details', 'outputTokensDetails'],
      'reasoning_tokens',
    ),
    cost: number(said, 'cost'),
    model,
  });
  return usage.inputTokens === undefined && usage.outputTokens === undefined ? undefined : usage;
}

function either(usage: unknown, names: readonly string[]): number | undefined {
  return names.map((name) => number(usage, name)).find((count) => count !== undefined);
}

/** The Agents SDK gives the details of several requests as a list. */
function detail(usage: unknown, groups: readonly string[], name: string): number | undefined {
  for (const group of groups) {
    const counts = [member(usage, group), ...list(usage, group)].map((one) => number(one, name));
    const found = counts.filter((count) => count !== undefined);
    if (found.length > 0) return found.reduce((sum, count) => sum + count, 0);
  }
  return undefined;
}

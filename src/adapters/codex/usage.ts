import type { Usage } from '../../logic/events.ts';
import { known, number } from '../json.ts';

/** The tokens of a request or of a run; the app server writes the names in camel case. */
export function codexUsage(usage: unknown): Usage {
  return known<Usage>({
    inputTokens: number(usage, 'input_tokens') ?? number(usage, 'inputTokens'),
    outputTokens: number(usage, 'output_tokens') ?? number(usage, 'outputTokens'),
    cachedTokens: number(usage, 'cached_input_tokens') ?? number(usage, 'cachedInputTokens'),
    reasoningTokens: number(usage, 'reasoning_output_tokens') ?? number(usage, 'reasoningOutputTokens'),
  });
}

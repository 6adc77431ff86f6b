import type { Usage } from '../../logic/events.ts';
import type { Body } from '../decoder.ts';
import { isObject, type JsonObject, known, member, number } from '../json.ts';

/** The usage of one message: its newest numbers count, each line repeats or completes those before. */
export interface MessageUsage {
  add(said: unknown): void;
  /** Another message begins. */
  restart(): void;
}

export function createMessageUsage(tell: (usage: Usage) => void): MessageUsage {
  let usage: Usage = {};
  return {
    add(said) {
      if (!isObject(said) || !hasTokens(said)) return;
      const before = usage;
      usage = { ...usage, ...tokens(said) };
      if (!isSameUsage(before, usage)) tell(usage);
    },
    restart() {
      usage = {};
    },
  };
}

function hasTokens(usage: unknown): boolean {
  return (number(usage, 'output_tokens') ?? 0) + (number(usage, 'input_tokens') ?? 0) > 0;
}

/** Anthropic counts what it read from and wrote to its cache beside the input; the kit's input is all of it. */
function tokens(usage: JsonObject): Usage {
  const input = number(usage, 'input_tokens');
  const cached = number(usage, 'cache_read_input_tokens');
  const written = number(usage, 'cache_creation_input_tokens') ?? 0;
  return known<Usage>({
    inputTokens: input === undefined ? undefined : input + (cached ?? 0) + written,
    outputTokens: number(usage, 'output_tokens'),
    cachedTokens: cached,
  });
}

function isSameUsage(a: Usage, b: Usage): boolean {
  return a.inputTokens === b.inputTokens && a.outputTokens === b.outputTokens && a.cachedTokens === b.cachedTokens;
}

/** The usage of a run, from its result line. */
export function runUsage(line: JsonObject): Body<'usage'> | undefined {
  const usage = line.usage;
  if (!isObject(usage)) return undefined;
  const models = isObject(line.modelUsage) ? Object.entries(line.modelUsage) : [];
  const only = models.length === 1 ? models[0] : undefined;
  return known<Body<'usage'>>({
    type: 'usage',
    ...tokens({ input_tokens: 0, cache_read_input_tokens: 0, ...usage }),
    reasoningTokens: number(member(usage, 'output_tokens_details'), 'thinking_tokens'),
    contextWindow: number(only?.[1], 'contextWindow'),
    model: only?.[0],
    cost: number(line, 'total_cost_usd'),
  });
}

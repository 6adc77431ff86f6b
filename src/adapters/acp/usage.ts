import type { EventBody } from '../../logic/events.ts';
import { known, list, member, number, text } from '../json.ts';

type UsageEvent = Extract<EventBody, { readonly type: 'usage' }>;

/** Reads `usage_update`: how full the context is, and what the session has cost so far. */
export interface UsageReader {
  update(update: unknown): void;
  /** A prompt begins: its cost is what comes on top. */
  begin(): void;
}

export function createUsageReader(emit: (body: EventBody) => void): UsageReader {
  let cost = 0;
  let costBefore = 0;
  return {
    update(update) {
      const told = member(update, 'cost');
      const amount = text(told, 'currency') === 'USD' ? number(told, 'amount') : undefined;
      cost = amount ?? cost;
      const contextWindow = number(update, 'size');
      if (contextWindow === undefined && amount === undefined) return;
      emit(
        known<UsageEvent>({
          type: 'usage',
          contextWindow,
          cost: amount === undefined ? undefined : Math.max(0, amount - costBefore),
        }),
      );
    },
    begin() {
      costBefore = cost;
    },
  };
}

/** The usage that the response to a prompt tells: the protocol's own, or Gemini CLI's. */
export function promptUsage(result: unknown): readonly UsageEvent[] {
  const usage = member(result, 'usage');
  if (number(usage, 'inputTokens') !== undefined) return [ofProtocol(usage)];
  const quota = member(member(result, '_meta'), 'quota');
  const tokens = member(quota, 'token_count');
  const inputTokens = number(tokens, 'input_tokens');
  const models = list(quota, 'model_usage');
  const model = models.length === 1 ? text(models[0], 'model') : undefined;
  if (inputTokens === undefined) return [];
  return [known<UsageEvent>({ type: 'usage', inputTokens, outputTokens: number(tokens, 'output_tokens'), model })];
}

/** Agents count what they read from a cache beside the input or in it; the total tells which. */
function ofProtocol(usage: unknown): UsageEvent {
  const count = (name: string): number => number(usage, name) ?? 0;
  const input = count('inputTokens');
  const output = count('outputTokens');
  const cached = count('cachedReadTokens') + count('cachedWriteTokens');
  const isBeside = input < cached || count('totalTokens') >= input + output + cached;
  return known<UsageEvent>({
    type: 'usage',
    inputTokens: isBeside ? input + cached : input,
    outputTokens: number(usage, 'outputTokens'),
    cachedTokens: number(usage, 'cachedReadTokens'),
    reasoningTokens: number(usage, 'thoughtTokens'),
  });
}

import type { Usage } from '../../logic/events.ts';
import { isObject, type JsonObject, known, member, number } from '../json.ts';

/** The usage of one message: its newest numbers count, each line repeats or completes those before. */
export interface MessageUsage {
  /** `model`: which one writes the message. */
  add(said: unknown, model?: string): void;
  /** Another message begins. */
  restart(): void;
}

export function createMessageUsage(tell: (usage: Usage) => void): MessageUsage {
  let counts: JsonObject = {};
  let told: Usage = {};
  let writer: string | undefined;
  return {
    add(said, model = writer) {
      writer = model;
      if (!isObject(said) || !hasTokens(said)) return;
      counts = { ...counts, ...known(withoutNull(said)) };
      const usage = known<Usage>({ ...tokens(counts), model });
      if (!isSameUsage(told, usage)) tell(usage);
      told = usage;
    },
    restart() {
      counts = {};
      told = {};
      writer = undefined;
    },
  };
}

/** Only the counts: a `message_delta` may leave out, or give as `null`, what the start of its message told. */
function withoutNull(said: JsonObject): JsonObject {
  return {
    input_tokens: number(said, 'input_tokens'),
    cache_read_input_tokens: number(said, 'cache_read_input_tokens'),
    cache_creation_input_tokens: number(said, 'cache_creation_input_tokens'),
    output_tokens: number(said, 'output_tokens'),
    output_tokens_details: isObject(said.output_tokens_details) ? said.output_tokens_details : undefined,
  };
}

function hasTokens(usage: unknown): boolean {
  return (number(usage, 'output_tokens') ?? 0) + (number(usage, 'input_tokens') ?? 0) > 0;
}

/** Anthropic counts what it read from and wrote to its cache beside the input; the kit's input is all of it. */
export function tokens(usage: JsonObject): Usage {
  const input = number(usage, 'input_tokens');
  const cached = number(usage, 'cache_read_input_tokens');
  const written = number(usage, 'cache_creation_input_tokens') ?? 0;
  return known<Usage>({
    inputTokens: input === undefined ? undefined : input + (cached ?? 0) + written,
    outputTokens: number(usage, 'output_tokens'),
    cachedTokens: cached,
    reasoningTokens: number(member(usage, 'output_tokens_details'), 'thinking_tokens'),
  });
}

const TOLD = ['inputTokens', 'outputTokens', 'cachedTokens', 'reasoningTokens', 'model'] as const;

function isSameUsage(a: Usage, b: Usage): boolean {
  return TOLD.every((name) => a[name] === b[name]);
}

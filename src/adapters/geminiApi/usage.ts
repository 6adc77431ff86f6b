import type { Body, EventSink } from '../decoder.ts';
import { known, number, text } from '../json.ts';

/** `usageMetadata` of an answer: each chunk tells all of it so far. */
export function tellUsage(sink: EventSink, turnId: string, usage: unknown, model: string | undefined): void {
  const reasoningTokens = number(usage, 'thoughtsTokenCount');
  const prompt = number(usage, 'promptTokenCount');
  // What the provider's own tools read is input beside the prompt.
  const read = number(usage, 'toolUsePromptTokenCount');
  emitUsage(sink, {
    turnId,
    inputTokens: sum(prompt, read),
    outputTokens: sum(number(usage, 'candidatesTokenCount'), reasoningTokens),
    cachedTokens: number(usage, 'cachedContentTokenCount'),
    reasoningTokens,
    model,
  });
}

/** The usage of an interaction, which its last event tells. */
export function tellInteractionUsage(sink: EventSink, turnId: string, interaction: unknown, usage: unknown): void {
  const reasoningTokens = number(usage, 'total_thought_tokens');
  emitUsage(sink, {
    turnId,
    inputTokens: sum(number(usage, 'total_input_tokens'), number(usage, 'total_tool_use_tokens')),
    outputTokens: sum(number(usage, 'total_output_tokens'), reasoningTokens),
    cachedTokens: number(usage, 'total_cached_tokens'),
    reasoningTokens,
    model: text(interaction, 'model'),
  });
}

type Tokens = { [K in Exclude<keyof Body<'usage'>, 'type'>]?: Body<'usage'>[K] | undefined };

function emitUsage(sink: EventSink, told: Tokens): void {
  if (told.inputTokens === undefined && told.outputTokens === undefined) return;
  sink.emit(known<Body<'usage'>>({ type: 'usage', ...told }));
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
}

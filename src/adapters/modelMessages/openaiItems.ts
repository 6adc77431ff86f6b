import type { AgentEvent } from '../../logic/events.ts';
import { isBlank } from '../../logic/excerpt.ts';
import { answerTo } from './callAnswer.ts';
import { inputText } from './callInput.ts';
import { createCallIds, providerName } from './callNames.ts';
import { conversationOf } from './conversation.ts';
import type { Call, ModelMessageOptions, ModelPart, Prose } from './parts.ts';

/** An item of the `input` of an OpenAI Responses request. */
export type OpenAIItem =
  | { type: 'message'; role: 'user'; content: { type: 'input_text'; text: string }[] }
  | { type: 'message'; role: 'assistant'; content: { type: 'output_text'; text: string }[] }
  | OpenAIReasoning
  | { type: 'function_call'; call_id: string; name: string; arguments: string }
  | { type: 'function_call_output'; call_id: string; output: string | OpenAIOutputContent[] };

export interface OpenAIReasoning {
  type: 'reasoning';
  id?: string;
  summary: { type: 'summary_text'; text: string }[];
  encrypted_content?: string;
}

export type OpenAIOutputContent =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' };

const NAME_LENGTH = 64;

/**
 * The `input` items of an OpenAI Responses request that goes on with a conversation, out of its log (SPEC R5.2 b). What
 * the server checks holds: each call has one output, and each reasoning the item that it led to; a reasoning that has
 * neither its id nor its encrypted content is left out. Messages and calls go without ids: those bind them to a
 * reasoning that may be missing. The next prompt is the caller's to add.
 */
export function openaiItems(events: Iterable<AgentEvent>, { thoughts = true }: ModelMessageOptions = {}): OpenAIItem[] {
  const items: OpenAIItem[] = [];
  const idFor = createCallIds();
  const reasoningIds = new Set<string>();
  for (const { prompt = '', turns } of conversationOf(events)) {
    if (!isBlank(prompt))
      items.push({ type: 'message', role: 'user', content: [{ type: 'input_text', text: prompt.toWellFormed() }] });
    for (const { parts } of turns) {
      const said = thoughts ? parts : parts.filter(({ kind }) => kind !== 'thinking');
      for (const item of turnItems(said, idFor)) if (isNew(item, reasoningIds)) items.push(item);
    }
  }
  return items;
}

/** The server refuses an input that names one reasoning twice. */
function isNew(item: OpenAIItem, reasoningIds: Set<string>): boolean {
  if (item.type !== 'reasoning' || item.id === undefined) return true;
  const isKnown = reasoningIds.has(item.id);
  reasoningIds.add(item.id);
  return !isKnown;
}

function turnItems(parts: readonly ModelPart[], idFor: (callId: string) => string): OpenAIItem[] {
  const said: OpenAIItem[] = [];
  const outputs: OpenAIItem[] = [];
  /** Waits for the item that it led to: one without such an item is refused, also where another reasoning follows. */
  let reasoning: OpenAIReasoning | undefined;

  function say(item: OpenAIItem): void {
    if (reasoning) said.push(reasoning);
    reasoning = undefined;
    said.push(item);
  }

  for (const part of parts) {
    if (part.kind === 'call') {
      const call_id = idFor(part.callId);
      const name = providerName(part.name, NAME_LENGTH);
      say({ type: 'function_call', call_id, name, arguments: inputText(part.args) });
      outputs.push({ type: 'function_call_output', call_id, output: outputOf(part) });
    } else if (part.kind === 'thinking') reasoning = reasoningOf(part, reasoning) ?? reasoning;
    else {
      const text = part.text.toWellFormed();
      say({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
    }
  }
  return [...said, ...outputs];
}

/** The provider's own id of a reasoning; the id of an item may go on with the number of a summary's part. */
const REASONING_ID = /^rs_[A-Za-z0-9]+/;

/** `before`: the reasoning that is open; parts of one summary are one reasoning. */
function reasoningOf(
  { itemId = '', text, signature, isRedacted }: Prose,
  before: OpenAIReasoning | undefined,
): OpenAIReasoning | undefined {
  const id = REASONING_ID.exec(itemId)?.[0];
  if (id === undefined && (!signature || isRedacted)) return undefined;
  const open = id !== undefined && before?.id === id ? before : undefined;
  const part = isBlank(text) ? [] : [{ type: 'summary_text' as const, text: text.toWellFormed() }];
  const sealed = signature || open?.encrypted_content;
  return {
    type: 'reasoning',
    ...(id !== undefined && { id }),
    summary: [...(open?.summary ?? []), ...part],
    ...(sealed && { encrypted_content: sealed }),
  };
}

function outputOf(call: Call): string | OpenAIOutputContent[] {
  const { text, images } = answerTo(call);
  if (images.length === 0) return text;
  const said: OpenAIOutputContent[] = text === '' ? [] : [{ type: 'input_text', text }];
  return [
    ...said,
    ...images.map((image_url) => ({ type: 'input_image' as const, image_url, detail: 'auto' as const })),
  ];
}

import type { AgentEvent } from '../../logic/events.ts';
import { isBlank } from '../../logic/excerpt.ts';
import type { JsonObject } from '../json.ts';
import { answerTo } from './callAnswer.ts';
import { inputObject } from './callInput.ts';
import { createCallIds, providerName } from './callNames.ts';
import { conversationOf } from './conversation.ts';
import type { Call, ModelMessageOptions, Prose } from './parts.ts';

/** A message of an Anthropic Messages request. */
export type AnthropicMessage =
  | { role: 'user'; content: AnthropicUserBlock[] }
  | { role: 'assistant'; content: AnthropicAssistantBlock[] };

export type AnthropicAssistantBlock =
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }
  | AnthropicText
  | { type: 'tool_use'; id: string; name: string; input: JsonObject };

export type AnthropicUserBlock =
  | AnthropicText
  | {
      type: 'tool_result';
      tool_use_id: string;
      content: (AnthropicText | AnthropicImage)[];
      is_error?: true;
    };

export interface AnthropicText {
  type: 'text';
  text: string;
}

export type AnthropicImageSource = { type: 'base64'; media_type: string; data: string } | { type: 'url'; url: string };

export interface AnthropicImage {
  type: 'image';
  source: AnthropicImageSource;
}

const NAME_LENGTH = 128;
/** The first message is the user's; a log that some other window began may not have it. */
const NO_PROMPT = "(The log does not have the user's words.)";

/**
 * The `messages` of an Anthropic Messages request that goes on with a conversation, out of its log (SPEC R5.2 b). What
 * the server checks holds: user and assistant alternate, the user first; the results of all calls of a message stand in
 * the next one; a thought without its seal is left out, and none ends a message. The next prompt is the caller's to add.
 */
export function anthropicMessages(
  events: Iterable<AgentEvent>,
  { thoughts = true }: ModelMessageOptions = {},
): AnthropicMessage[] {
  const messages: AnthropicMessage[] = [];
  const idFor = createCallIds();
  let open: AnthropicAssistantBlock[] = [];

  function userSays(blocks: AnthropicUserBlock[]): void {
    if (blocks.length === 0) return;
    closeAssistant();
    const last = messages.at(-1);
    if (last?.role === 'user') for (const block of blocks) last.content.push(block);
    else messages.push({ role: 'user', content: blocks });
  }

  function closeAssistant(): void {
    const content = inOrder(open);
    open = [];
    if (content.length === 0) return;
    if (messages.length === 0) messages.push({ role: 'user', content: [{ type: 'text', text: NO_PROMPT }] });
    messages.push({ role: 'assistant', content });
  }

  for (const { prompt, turns } of conversationOf(events)) {
    userSays(textBlocks(prompt ?? ''));
    for (const { parts } of turns) {
      const results: AnthropicUserBlock[] = [];
      for (const part of parts) {
        if (part.kind === 'call') {
          const id = idFor(part.callId);
          open.push(callBlock(part, id));
          results.push(resultBlock(part, id));
        } else if (part.kind === 'text') open.push(...textBlocks(part.text));
        else if (thoughts) open.push(...thoughtBlocks(part));
      }
      userSays(results);
    }
  }
  closeAssistant();
  return messages;
}

function textBlocks(said: string): AnthropicText[] {
  return isBlank(said) ? [] : [{ type: 'text', text: said.toWellFormed() }];
}

function thoughtBlocks({ itemId, text, signature, isRedacted }: Prose): AnthropicAssistantBlock[] {
  // What OpenAI sealed is refused; its ids tell it.
  if (!signature || itemId?.startsWith('rs_')) return [];
  if (isRedacted) return [{ type: 'redacted_thinking', data: signature }];
  return [{ type: 'thinking', thinking: text.toWellFormed(), signature }];
}

function callBlock({ name, args }: Call, id: string): AnthropicAssistantBlock {
  return { type: 'tool_use', id, name: providerName(name, NAME_LENGTH), input: inputObject(args) };
}

function resultBlock(call: Call, id: string): AnthropicUserBlock {
  const { text, images, isError } = answerTo(call);
  const content: (AnthropicText | AnthropicImage)[] = textBlocks(text);
  for (const address of images) {
    const source = imageSource(address);
    content.push(source ? { type: 'image', source } : { type: 'text', text: '(an image that cannot be sent)' });
  }
  return { type: 'tool_result', tool_use_id: id, content, ...(isError && { is_error: true }) };
}

const BASE64_IMAGE = /^data:(image\/(?:png|jpeg|gif|webp));base64$/;

function imageSource(address: string): AnthropicImageSource | undefined {
  if (address.startsWith('https://')) return { type: 'url', url: address };
  const comma = address.indexOf(',');
  const mediaType = BASE64_IMAGE.exec(address.slice(0, Math.max(0, comma)))?.[1];
  const data = address.slice(comma + 1);
  return mediaType && data !== '' ? { type: 'base64', media_type: mediaType, data } : undefined;
}

/** A message that has thoughts begins with one, as its model began; no thought is the last that a message says. */
function inOrder(blocks: readonly AnthropicAssistantBlock[]): AnthropicAssistantBlock[] {
  const last = blocks.findLastIndex((block) => !isThought(block));
  const kept = blocks.slice(0, last + 1);
  const from = kept.findIndex(isThought);
  if (from <= 0) return kept;
  const to = from + kept.slice(from).findIndex((block) => !isThought(block));
  return [...kept.slice(from, to), ...kept.slice(0, from), ...kept.slice(to)];
}

function isThought({ type }: AnthropicAssistantBlock): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

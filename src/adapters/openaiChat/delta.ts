import { isObject, list, member, text } from '../json.ts';

/** What a piece of an answer says: providers of this API name and place it in many ways. */
export interface AnswerPiece {
  readonly thinking: string;
  /** What the provider wants back with the thought. */
  readonly signature: string | undefined;
  readonly words: string;
  readonly isRefusal: boolean;
  readonly calls: readonly unknown[];
}

const THINKING = ['reasoning_content', 'reasoning', 'reasoning_text'];

/** Reads a `delta`, or the `message` of an answer that did not stream. */
export function answerPiece(delta: unknown): AnswerPiece {
  const details = list(delta, 'reasoning_details');
  const content = member(delta, 'content');
  const refusal = text(delta, 'refusal');
  const legacy = member(delta, 'function_call');
  return {
    thinking: thinkingOf(delta, details, content),
    signature: signatureOf(details) ?? text(delta, 'reasoning_opaque'),
    words: wordsOf(content) + (refusal ?? ''),
    isRefusal: refusal !== undefined,
    calls: isObject(legacy) ? [{ index: 0, function: legacy }] : list(delta, 'tool_calls'),
  };
}

/** The details repeat what stands beside them: they count only where nothing does. */
function thinkingOf(delta: unknown, details: readonly unknown[], content: unknown): string {
  for (const name of THINKING) {
    const said = text(delta, name);
    if (said !== undefined) return said;
  }
  const told = details.map((one) => text(one, 'text') ?? text(one, 'summary') ?? '').join('');
  return told === '' ? thinkingParts(content) : told;
}

function signatureOf(details: readonly unknown[]): string | undefined {
  const signatures = details.map((one) => text(one, 'signature') ?? text(one, 'data'));
  return signatures.findLast((one) => one !== undefined);
}

/** Content in parts: `{type: 'text', text}`, and `{type: 'thinking', thinking: [{text}]}` of Mistral's models. */
function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return parts(content, (part) => (text(part, 'type') === 'thinking' ? '' : (text(part, 'text') ?? '')));
}

function thinkingParts(content: unknown): string {
  return parts(content, (part) => {
    const thinking = member(part, 'thinking');
    return typeof thinking === 'string' ? thinking : wordsOf(thinking);
  });
}

function parts(content: unknown, read: (part: unknown) => string): string {
  return Array.isArray(content) ? content.map(read).join('') : '';
}

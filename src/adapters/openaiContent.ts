import { list, text } from './json.ts';

/** The words of a message that a client sends: a text, or parts. */
export function contentWords(content: unknown): string {
  if (typeof content === 'string') return content;
  return list({ content }, 'content')
    .map((part) => text(part, 'text') ?? '')
    .join('');
}

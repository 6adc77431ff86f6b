import { list, text } from '../json.ts';

/** The words of a message; pictures are not told. */
export function messageText(message: unknown): string {
  return list(message, 'content')
    .map((part) => text(part, 'text') ?? '')
    .filter((said) => said !== '')
    .join('\n');
}

/**
 * Whether nobody typed a message of the user: Codex tells the model of its surroundings, instructions and events in the
 * user's name, each inside of a tag, or below a heading.
 */
export function isContext(said: string): boolean {
  const words = said.trim();
  if (words.startsWith('# AGENTS.md instructions')) return true;
  const tag = /^<([a-zA-Z][\w-]*)[^>]*>/.exec(words.slice(0, 200))?.[1];
  return tag !== undefined && words.endsWith(`</${tag}>`);
}

/** What stands inside of a tag that Codex wrote. */
export function insideTag(said: string, tag: string): string | undefined {
  const words = said.trim();
  const [begin, end] = [`<${tag}>`, `</${tag}>`];
  return words.startsWith(begin) && words.endsWith(end) ? words.slice(begin.length, -end.length) : undefined;
}

/** An editor puts what it shows before the words that were typed. */
export function typedWords(said: string): string {
  const [heading, mark] = ['# Context from my IDE setup:', '## My request for Codex:'];
  const at = said.startsWith(heading) ? said.indexOf(mark) : -1;
  return at < 0 ? said : said.slice(at + mark.length).trim();
}

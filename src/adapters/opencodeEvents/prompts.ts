import { type JsonObject, text } from '../json.ts';

/** Collects the words of the user's messages, which come in parts; what opencode itself put into one is left out. */
export interface Prompts {
  open(id: string): void;
  has(id: string): boolean;
  add(id: string, part: JsonObject): void;
  /** The words of a message, once; undefined where it has none or they were taken before. */
  take(id: string): string | undefined;
}

export function createPrompts(): Prompts {
  /** Undefined once it was taken. */
  const texts = new Map<string, Map<string, string> | undefined>();
  return {
    open(id) {
      if (!texts.has(id)) texts.set(id, new Map());
    },
    has: (id) => texts.has(id),
    add(id, part) {
      const said = wordsOf(part);
      // A part that is told again is the same one (SPEC R5.4).
      if (said !== undefined) texts.get(id)?.set(text(part, 'id') ?? '', said);
    },
    take(id) {
      const said = texts.get(id);
      if (said === undefined || said.size === 0) return undefined;
      texts.set(id, undefined);
      return [...said.values()].join('\n\n');
    },
  };
}

function wordsOf(part: JsonObject): string | undefined {
  if (part.type === 'subtask') return text(part, 'prompt');
  return part.type === 'text' && part.synthetic !== true && part.ignored !== true ? text(part, 'text') : undefined;
}

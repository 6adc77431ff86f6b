import { isPlaceholder, type Shape } from './placeholders.ts';

/** Something in a text that must not be published. */
export interface Hit {
  readonly rule: string;
  readonly from: number;
  readonly to: number;
  readonly shape: Shape;
  /** It is looked for everywhere else too, wherever the rule itself would not see it. */
  readonly everywhere?: true;
}

/** Finds one kind of secret in a text, in time that grows with its length only. */
export type Rule = (text: string, hit: (hit: Hit) => void) => void;

export interface PatternOptions {
  readonly shape?: Shape | ((value: string, match: RegExpMatchArray) => Shape);
  /** What the pattern cannot say. */
  readonly accept?: (value: string, match: RegExpMatchArray) => boolean;
  readonly everywhere?: boolean;
}

/**
 * A rule by pattern; its last group is what is hidden, or all of it where there is no group. A pattern has no part of
 * open length that something else must follow, unless it can begin only once for each such part.
 */
export function pattern(
  rule: string,
  source: RegExp,
  { shape = 'word', accept, everywhere = true }: PatternOptions = {},
): Rule {
  const searched = new RegExp(source.source, `${source.flags.replace(/[gd]/g, '')}gd`);
  return (text, hit) => {
    for (const match of text.matchAll(searched)) {
      const group = match.at(-1);
      const range = match.indices?.at(-1);
      if (!group || !range || isPlaceholder(group) || accept?.(group, match) === false) continue;
      const found = typeof shape === 'function' ? shape(group, match) : shape;
      hit({ rule, from: range[0], to: range[1], shape: found, ...(everywhere && { everywhere }) });
    }
  };
}

/** Words of prose and names in source code have no digit or no letter; keys have both. */
export function hasDigitAndLetter(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value);
}

/** Bits for each character of a value. */
export function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

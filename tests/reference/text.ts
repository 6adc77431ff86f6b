/** What SPEC R3.3 takes out of a preview. */
const ansi = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]+[0-~]|[0-~])/g;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Whether nothing of it can be seen: white space, controls and zero-width characters only (SPEC R1.1). */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}\p{Cs}\p{Variation_Selector}]*$/u.test(text);
}

/** The user-perceived characters of a text. */
export function charactersOf(text: string): string[] {
  return Array.from(graphemes.segment(text), (each) => each.segment);
}

/** One line of at most 80 characters, the slow way (SPEC R3.3). */
export function excerpt(text: string): string {
  const cleaned = text
    .replace(ansi, '')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u061c]/gu, '')
    .replace(/ +/g, ' ')
    // Its other half is still on its way.
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();
  const characters = charactersOf(cleaned);
  return characters.length <= 80 ? cleaned : `${characters.slice(0, 79).join('').trimEnd()}…`;
}

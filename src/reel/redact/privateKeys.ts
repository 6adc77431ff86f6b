import type { Rule } from './rule.ts';

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END [A-Z0-9 ]{0,40}-----/g;
const LONGEST = 16384;
/** What is between the first line and the last, in a program that puts its lines together too; no JSON with members. */
const WHOLE = /^[A-Za-z0-9+/=\s\\:;,.()"'`|>-]*$/;
/** What a key is made of where its end is missing. */
const CUT = /^[A-Za-z0-9+/=\s\\]*/;

/** Private keys in PEM, with line breaks of any kind; one that was cut is hidden as far as it goes. */
export const privateKeys: Rule = (text, hit) => {
  let nextEnd = 0;
  let after = -1;
  for (const { 0: begin, index } of text.matchAll(BEGIN)) {
    if (index < after) continue;
    const body = index + begin.length;
    if (nextEnd <= body) {
      END.lastIndex = body;
      const found = END.exec(text);
      nextEnd = found ? END.lastIndex : Number.POSITIVE_INFINITY;
    }
    const isWhole = nextEnd - body <= LONGEST && WHOLE.test(text.slice(body, nextEnd));
    after = isWhole ? nextEnd : cutEnd(text, body);
    hit({ rule: 'private key', from: index, to: after, shape: 'word' });
    // Its lines may stand somewhere else without the first and the last.
    for (const { 0: line, index: at } of text.slice(body, after).matchAll(/[A-Za-z0-9+/=]{40,}/g)) {
      hit({ rule: 'private key', from: body + at, to: body + at + line.length, shape: 'word', everywhere: true });
    }
  }
};

function cutEnd(text: string, from: number): number {
  return from + (CUT.exec(text.slice(from, from + LONGEST))?.[0].length ?? 0);
}

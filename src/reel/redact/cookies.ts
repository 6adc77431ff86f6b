import { isPlaceholder } from './placeholders.ts';
import type { Rule } from './rule.ts';

const COOKIES = /(?<![A-Za-z0-9])(?:set-)?cookie2?["'`]?[ \t]{0,4}[:=,][ \t]{0,4}["'`]?([^\r\n"'`\\\0]{3,8192})/gi;
const ATTRIBUTE = /^(?:path|domain|expires|max-age|samesite|priority|version|comment)$/i;
const PAIR = /([\w!#$%&*+.^|~-]{1,128})=([^;,\s]{4,})/g;

/** The values of cookies, wherever such a header is told; their names and attributes stay. */
export const cookies: Rule = (text, hit) => {
  for (const header of text.matchAll(COOKIES)) {
    const list = header[1] ?? '';
    const start = header.index + header[0].length - list.length;
    for (const { 0: pair, 1: name = '', 2: value = '', index } of list.matchAll(PAIR)) {
      if (ATTRIBUTE.test(name) || isPlaceholder(value) || /^[$<{]/.test(value)) continue;
      const from = start + index + pair.length - value.length;
      const long = value.length >= 8;
      hit({ rule: 'cookie', from, to: from + value.length, shape: 'word', ...(long && { everywhere: true }) });
    }
  }
};

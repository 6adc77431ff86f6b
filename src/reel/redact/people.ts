import { isHomePlaceholder } from './placeholders.ts';
import { pattern, type Rule } from './rule.ts';

const DOMAIN = /(@|%40)((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,8}\p{L}{2,24})(?![\p{L}\p{N}_-])/giu;
const LOCAL = /[\p{L}\p{N}._%+'-]/u;
const LONGEST_LOCAL = 64;
/** Domains that belong to nobody (RFC 2606), and the picture `icon@2x.png`, and the version of a package. */
const NOBODY = /(?:^|\.)(?:invalid|test|example|localhost)$|^example\.(?:com|org|net)$|^\dx\.\p{L}+$|^\d+\.\d/iu;

/** E-mail addresses, the encoded ones of URLs too. */
export const emailAddresses: Rule = (text, hit) => {
  if (!text.includes('@') && !text.includes('%40')) return;
  let last = 0;
  for (const { 0: all, 1: at = '', 2: domain = '', index } of text.matchAll(DOMAIN)) {
    let from = index;
    while (from > last && index - from < LONGEST_LOCAL && LOCAL.test(text.charAt(from - 1))) from -= 1;
    while (from < index && /[.'%-]/.test(text.charAt(from))) from += 1;
    last = index + all.length;
    const local = text.slice(from, index);
    if (local === '' || local === 'git' || NOBODY.test(domain)) continue;
    hit({ rule: 'e-mail address', from, to: last, shape: at === '@' ? 'email' : 'word', everywhere: true });
  }
};

/** Words that stand for a person in an example, and folders of systems. */
const NO_PERSON = /^(?:dev|user|username|you|me|name|someone|shared|public|default|linuxbrew|\.+)$/i;

const isPerson = (name: string) => !NO_PERSON.test(name) && !isHomePlaceholder(name);
/** What is in front of a match. */
const before = ({ input = '', index = 0 }: RegExpMatchArray) => input.slice(Math.max(0, index - 12), index);

/** A folder `home` inside of something else is nobody's home, but for these. */
const INSIDE = /[\p{L}\p{N}_.~-]\\?$/u;
const MOUNTED = /\/(?:var|export|data|Data|c|host_mnt|usr)\\?$/;

/** The names of people in the paths of their home directories. */
export const homeDirectories: readonly Rule[] = [
  pattern('home directory', /\/(?:home|Users)\\?\/([\p{L}\p{N}_](?:[\p{L}\p{N}_.@+-]{0,62}[\p{L}\p{N}_])?)/u, {
    shape: 'home',
    accept: (name, match) => isPerson(name) && (!INSIDE.test(before(match)) || MOUNTED.test(before(match))),
  }),
  // Each separator of a path is written in the same way: that it is doubled tells how often the path was escaped.
  pattern(
    'home directory',
    /(?<![\p{L}\p{N}])[a-z]:(\\{1,16}|\/)(?:Users|Documents and Settings)\1([^\\/:*?"'`<>|\s\0]{1,64}(?: [^\\/:*?"'`<>|\s\0]{1,64}){0,3}(?=\1)|[^\\/:*?"'`<>|\s\0,;)]{1,64})/iu,
    { shape: 'home', accept: isPerson },
  ),
  // As the name of a folder: -home-jan-project, C--Users-jan-project.
  pattern('home directory', /-(?:home|Users)-([\p{L}\p{N}_]{1,64})/u, {
    shape: 'home',
    accept: (name, match) =>
      isPerson(name) && !/[\p{L}\p{N}-]$/u.test(before(match).replace(/(?<![A-Za-z])[A-Z]-$/, '')),
  }),
  pattern('home directory', /%2F(?:home|Users)%2F([\p{L}\p{N}_.-]{1,64})/iu, { shape: 'home', accept: isPerson }),
];

const MACHINE = /@([A-Za-z0-9-]{1,63}):[~/]/g;
const ACCOUNT = /(?<![\p{L}\p{N}_.@/-])[a-z_][a-z0-9_-]{0,31}$/u;

/** The user and the machine in the prompt of a shell. */
export const shellPrompts: Rule = (text, hit) => {
  for (const { 1: host = '', index } of text.matchAll(MACHINE)) {
    const user = ACCOUNT.exec(text.slice(Math.max(0, index - 34), index))?.[0] ?? '';
    if (user === '' || user === 'git' || user === 'root' || !isPerson(user)) continue;
    const from = index + 1;
    const everywhere = host.length > 7;
    hit({ rule: 'user name', from: index - user.length, to: index, shape: 'home' });
    hit({ rule: 'machine name', from, to: from + host.length, shape: 'word', ...(everywhere && { everywhere }) });
  }
};

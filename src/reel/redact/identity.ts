import { isHomePlaceholder, type Shape } from './placeholders.ts';
import type { Rule } from './rule.ts';

/** What is known of the person and the machine that recorded. */
export interface Identity {
  /** Names of the user, the machine and its owner: short ones are looked for in paths only, long ones everywhere. */
  readonly names?: readonly string[];
  /** The home directory: its last part is a name. */
  readonly home?: string;
  /** Whatever else must not be seen: addresses, values of variables. */
  readonly texts?: readonly string[];
}

/** A name of fewer letters is a part of words. */
const LONG_NAME = 6;
/** Accounts and machines that are nobody's, and words. */
const ORDINARY =
  /^(?:root|node|admin|ubuntu|debian|fedora|vagrant|runner|docker|jenkins|circleci|codespace|gitpod|localhost|sandbox|server|container|home|work|default|nobody)$/i;

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Rules for what is known; `discovered`: names that another rule found, in paths. */
export function identityRules(identity: Identity, discovered: Iterable<string>): readonly Rule[] {
  const own = [...(identity.names ?? []), identity.home?.split(/[/\\]/).findLast((part) => part !== '') ?? ''];
  const names = new Set(own.filter((name) => name !== '' && !isHomePlaceholder(name)));
  const inPaths = new Set([...names, ...discovered]);
  return [
    ...[...inPaths].map((name) => pathSegment(name)),
    ...[...names].filter((name) => name.length >= LONG_NAME && !ORDINARY.test(name)).map((name) => wholeWord(name)),
  ];
}

function pathSegment(name: string): Rule {
  const word = escaped(name);
  // Behind a backslash these letters may be an escape: only a drive before them tells that it is a path.
  const risky = /^[bfnrtu]/.test(name);
  const drive = risky ? '(?<=[A-Za-z]:\\\\[^\\s"\'\\0]{0,200}\\\\)' : '(?<=\\\\)';
  const before = `(?:(?<=[/~])|${drive}|(?<=[/\\\\"' \\0\\n]-(?:home|Users)-))`;
  const segment = new RegExp(`${before}${word}(?![\\p{L}\\p{N}_.-]*[\\p{L}\\p{N}_])`, 'gu');
  // In a list of files: -rw-r--r-- 1 jan staff; and before a machine: jan@laptop.
  const owner = new RegExp(
    `(?<=[-dlbcps](?:[r-][w-][xsStT-]){3}[+@.]?[ \\t]{1,8}\\d{1,6}[ \\t]{1,8}(?:[\\w.-]{1,32}[ \\t]{1,8})?)${word}(?=[ \\t])|(?<![\\p{L}\\p{N}_.@/-])${word}(?=@[A-Za-z])`,
    'gu',
  );
  return (text, hit) => {
    if (!text.includes(name)) return;
    for (const one of [segment, owner]) {
      for (const { index } of text.matchAll(one)) {
        hit({ rule: 'user or machine name', from: index, to: index + name.length, shape: 'home' });
      }
    }
  };
}

function wholeWord(name: string): Rule {
  const word = new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(name)}(?![\\p{L}\\p{N}_])`, 'giu');
  return (text, hit) => {
    for (const { 0: found, index } of text.matchAll(word)) {
      hit({ rule: 'user or machine name', from: index, to: index + found.length, shape: 'home' });
    }
  };
}

/** What a text of the user's own list, or a known value, looks like. */
export function shapeOf(text: string): Shape {
  if (/^\d+$/.test(text)) return 'digits';
  if (/^[^@\s]+@[^@\s]+\.[a-z]+$/i.test(text)) return 'email';
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? 'uuid' : 'word';
}

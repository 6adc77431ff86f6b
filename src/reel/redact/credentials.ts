import { entropy, hasDigitAndLetter, pattern, type Rule } from './rule.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
/** How a template, an example or a variable begins. */
const STANDS_FOR = /^(?:[$<{%*]|process\.|os\.|env\.|import\.)|^(.)\1*$/;

const shapeOf = (value: string) => (UUID.test(value) ? 'uuid' : 'word');

/** Whether a value of a key-like name is a key, and no word, number, variable or example. */
function isKey(value: string): boolean {
  return hasDigitAndLetter(value) && !NUMBER.test(value) && !STANDS_FOR.test(value) && entropy(value) >= 2.5;
}

/** Without quotes a value may be source code: it has to look much more like a key. */
function isBareKey(value: string): boolean {
  return isKey(value) && value.length >= 12 && entropy(value) >= 3 && (value.match(/\d/g) ?? []).length >= 2;
}

const KEY_NAME =
  '(?:api[_-]?key|access[_-]?key(?:[_-]?id)?|secret(?:[_-]?access)?[_-]?key|private[_-]?key|client[_-]?secret|account[_-]?key|auth[_-]?key|signing[_-]?key|encryption[_-]?key|subscription[_-]?key|secret|token|password|passwd|passphrase|pwd|credentials?)';

const inName = (name: string, flags: string) => new RegExp(name, flags);

/** Credentials that are told by the name or the word before them. */
export const credentials: readonly Rule[] = [
  pattern(
    'authorization',
    /authorization["'`]?[ \t]{0,4}[:=][ \t]{0,4}["'`]?(?:[a-z]{2,16}[ \t]{1,4})?([\w.~+/=-]{6,})(?![\w(])/i,
    {
      accept: (value) => hasDigitAndLetter(value) || (value.length >= 16 && /[a-z]/.test(value) && /[A-Z]/.test(value)),
    },
  ),
  pattern('bearer token', /(?<![A-Za-z])bearer[ \t]{1,4}([\w.~+/=-]{12,})/i, { accept: hasDigitAndLetter }),
  pattern('basic credentials', /(?<![A-Za-z])basic[ \t]{1,4}([A-Za-z0-9+/]{8,}={0,2})(?![\w-])/i, {
    accept: decodesToPair,
  }),
  pattern('credentials in an address', /(?<=:\/\/)([^\s/?#@:"'`\\<>${}\0]{0,128}:[^\s/?#@"'`\\<>{}\0]{1,256}@)/, {
    accept: (value) => !/^[^:]*:(?:\$|\*+@)/.test(value),
    everywhere: false,
  }),
  pattern(
    'value of a key',
    inName(
      `${KEY_NAME}["'\`]?[ \\t]{0,4}(?::|=>?|,)[ \\t]{0,4}["'\`]((?:[^"'\`\\s\\\\\\0]|\\\\[^\\s\\0]){8,512})["'\`]`,
      'i',
    ),
    {
      accept: isKey,
      shape: shapeOf,
    },
  ),
  pattern(
    'value of a key',
    inName(`${KEY_NAME}[ \\t]{0,4}[:=][ \\t]{0,4}([A-Za-z0-9_+/=~!@#%^&*-]{12,512})(?![\\w.([])`, 'i'),
    {
      accept: isBareKey,
      shape: shapeOf,
    },
  ),
  pattern('value of a variable', /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PWD)=["']?([^\s"'`\\$<\0]{8,512})/, {
    accept: isKey,
    shape: shapeOf,
  }),
  pattern('value of an option', inName(`--?${KEY_NAME}[ =]["']?([^\\s"'\`\\\\$<\\0]{8,512})`, 'i'), {
    accept: isKey,
    shape: shapeOf,
  }),
  pattern(
    'value of a query',
    /[?&;](?:[a-z_-]{0,24}(?:key|token|secret|password|signature|credential)|sig|auth|code)=([\w.~%+/-]{8,2048})/i,
    {
      accept: hasDigitAndLetter,
      shape: shapeOf,
    },
  ),
  pattern('key of an API', /x-[a-z-]{0,24}(?:key|token|secret)["'`]?[ \t]{0,4}[:=][ \t]{0,4}["'`]?([\w.~+/=-]{8,})/i, {
    accept: (value) => hasDigitAndLetter(value) && !NUMBER.test(value),
    shape: shapeOf,
  }),
];

function decodesToPair(value: string): boolean {
  try {
    return atob(value).includes(':');
  } catch {
    return false;
  }
}

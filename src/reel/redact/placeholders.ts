/** What a secret looks like, and so what stands in its place. */
export type Shape = 'word' | 'email' | 'home' | 'ip' | 'ip6' | 'uuid' | 'digits';

/** Gives each secret of a reel its placeholder. */
export interface Placeholders {
  /** As long as the secret, in UTF-16 units. */
  of(secret: string, shape: Shape): string;
}

/**
 * Placeholders are counted, not hashed: nothing of a secret but its length is in them. They have no digit where a rule
 * for keys would want one, and can be told from secrets by {@link isPlaceholder}, so a sealed reel can be sealed again.
 * `taken`: the placeholders that the reel has already.
 */
export function createPlaceholders(taken: ReadonlySet<string>): Placeholders {
  const known = new Map<string, string>();
  const used = new Set(taken);
  const counts = new Map<string, number>();

  /** The first of a series that is not in use; several secrets share one only where a series has an end. */
  function next(name: string, make: (n: number) => string | undefined): string | undefined {
    for (let n = counts.get(name) ?? 0; ; n++) {
      const candidate = make(n);
      if (candidate === undefined) return undefined;
      if (used.has(candidate)) continue;
      used.add(candidate);
      counts.set(name, n + 1);
      return candidate;
    }
  }

  function shaped(secret: string, shape: Shape): string | undefined {
    const name = `${shape} ${secret.length}`;
    switch (shape) {
      case 'email':
        return next(name, (n) => email(n, secret));
      case 'ip':
        return next(name, (n) => address(n, secret));
      case 'ip6':
        return next(`ip6 ${secret.replace(/[\da-f]/gi, 'x')}`, (n) => address6(n, secret));
      case 'uuid':
        return next(name, uuid);
      case 'digits':
        return next(name, (n) => number(n, secret.length));
      case 'home':
        return next(name, (n) => homeName(n, secret.length));
      case 'word':
        return word(secret);
    }
  }

  function word({ length }: string): string {
    const plain = () => next(`plain ${length}`, (n) => rare(n, length));
    return next(`word ${length}`, (n) => wordOf(n, length)) ?? plain() ?? rare(0, length) ?? '';
  }

  return {
    of(secret, shape) {
      const key = shape === 'home' ? `~${secret}` : secret;
      const before = known.get(key);
      if (before !== undefined) return before;
      const made = shaped(secret, shape) ?? word(secret);
      known.set(key, made);
      return made;
    },
  };
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS = `${LOWER}${LOWER.toUpperCase()}`;
/** Shares no factor with 26, 52, 16, 10 or 6: counting in steps of it meets every number once. */
const STRIDE = 7919;
const MOST_COUNTED = 5;

/** The nth word of some letters that does not look counted; `undefined` after the last. */
function code(n: number, length: number, alphabet: string): string | undefined {
  const counted = Math.min(length, MOST_COUNTED);
  const words = alphabet.length ** counted;
  if (n >= words) return undefined;
  let value = (n * STRIDE + STRIDE) % words;
  let text = '';
  for (let i = 0; i < counted; i++) {
    text += alphabet.charAt(value % alphabet.length);
    value = Math.floor(value / alphabet.length);
  }
  let noise = n + 1;
  while (text.length < length) {
    noise = (noise * 48271 + text.length) % 2147483647;
    text += alphabet.charAt(noise % alphabet.length);
  }
  return text;
}

const LONG = 12;
const MIDDLE = 8;
const SHORT = 4;

function wordOf(n: number, length: number): string | undefined {
  if (length >= LONG) return prefixed('redacted', code(n, length - 8, LOWER));
  if (length >= MIDDLE) return prefixed('redact', code(n, length - 6, LETTERS));
  return rare(n, length);
}

/** For short ones: no word of a language begins so. */
function rare(n: number, length: number): string | undefined {
  return length >= SHORT ? prefixed('zq', code(n, length - 2, LETTERS)) : code(n, length, 'zqxZQX');
}

const prefixed = (prefix: string, rest: string | undefined) => (rest === undefined ? undefined : prefix + rest);

function homeName(n: number, length: number): string | undefined {
  if (length <= 3) {
    const first = 'dev'.slice(0, length);
    if (n === 0) return first;
    const digits = code(n - 1, Math.max(1, length - 1), '0123456789');
    return length === 1 ? digits : prefixed('d', digits);
  }
  if (length === 4) return n < 10 ? `dev${n}` : undefined;
  return prefixed(`dev${n % 10}`, code(Math.floor(n / 10), length - 4, LOWER));
}

/** The invented `/home/dev` of sandboxes, and what stands for a user's name in a path. */
export function isHomePlaceholder(name: string): boolean {
  return /^(?:\d|d|de|dev|d\d{1,2}|dev\d[a-z]*)$/.test(name.replaceAll(/\W/g, ''));
}

const INVALID = '.invalid';
const TEST = '.test';

function email(n: number, secret: string): string | undefined {
  const end = secret.length > INVALID.length + 2 ? INVALID : TEST;
  const letters = secret.length - end.length - 1;
  if (letters < 2) return undefined;
  const at = Math.min(Math.max(1, secret.indexOf('@')), letters - 1);
  const text = code(n, letters, LOWER);
  return text && `${text.slice(0, at)}@${text.slice(at)}${end}`;
}

/** An address of a range that is reserved and routed nowhere, 240.0.0.0/4 or 0.0.0.0/8, as long as the other. */
function address(n: number, secret: string): string | undefined {
  const digits = secret.length - 3;
  const first = digits >= 6 ? 3 : 1;
  let rest = digits - first;
  const parts = [0, 0, 0].map((_, i) => {
    const length = Math.min(3, rest - (2 - i));
    rest -= length;
    return length;
  });
  if (rest > 0 || parts.some((length) => length < 1)) return undefined;
  let value = n;
  const octets = parts.map((length) => {
    const lowest = length === 1 ? 0 : 10 ** (length - 1);
    const count = length === 1 ? 10 : length === 2 ? 90 : 156;
    const octet = lowest + ((value * STRIDE + 5) % count);
    value = Math.floor(value / count);
    return octet;
  });
  if (value > (first === 3 ? 14 : 0)) return undefined;
  return [first === 3 ? 240 + value : 0, ...octets].join('.');
}

/** In 3fff::/20, the range for documentation. */
function address6(n: number, secret: string): string | undefined {
  const places = secret.replace(/[^\da-f]/gi, '').length - 4;
  const hex = code(n, Math.max(0, places), 'abcdef');
  if (hex === undefined) return undefined;
  const digits = `3fff${hex}`[Symbol.iterator]();
  return secret.replace(/[\da-f]/gi, () => digits.next().value ?? '0');
}

function uuid(n: number): string | undefined {
  const hex = code(n, 30, 'abcdef');
  return hex?.replace(/^(.{8})(.{4})(.{3})(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
}

function number(n: number, length: number): string | undefined {
  const digits = code(n, Math.max(0, length - 1), '0123456789');
  return digits === undefined ? undefined : `${1 + (n % 9)}${digits}`.slice(0, length);
}

const UUID = /^[a-f]{8}-[a-f]{4}-4[a-f]{3}-a[a-f]{3}-[a-f]{12}$/;
const WORD = /^(?:redacted[a-z]{4,}|redact[A-Za-z]{2,5}|zq[A-Za-z]{2,9}|[zqxZQX]{1,3})$/;

/** Whether a value is what stands for a secret already. */
export function isPlaceholder(value: string): boolean {
  return UUID.test(value) || WORD.test(value.replaceAll(/[\s\0-\x1f"'`\\/{}[\]:,]/g, ''));
}

/** Every placeholder of a text that could be given again. */
export function placeholdersIn(text: string): readonly string[] {
  if (!/redact|zq|dev|\.invalid|\.test|\b(?:0|24\d|25\d)\./.test(text)) return [];
  const found = text.match(
    /redacted[a-z]{4,}|redact[A-Za-z]{2,5}|\bzq[A-Za-z]{2,9}|(?<![a-z])[a-z]{1,64}@[a-z]{1,64}\.(?:invalid|test)|\b(?:0|24\d|25\d)(?:\.\d{1,3}){3}\b|[a-f]{8}-[a-f]{4}-4[a-f]{3}-a[a-f]{3}-[a-f]{12}/g,
  );
  const homes = text.match(/(?<=(?:home|Users)[/\\-])(?:d|de|dev|d\d{1,2}|dev\d[a-z]*)\b/g);
  return [...new Set([...(found ?? []), ...(homes ?? [])])];
}

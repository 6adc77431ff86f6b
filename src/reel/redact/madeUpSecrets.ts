/** Secrets for tests, made when a test runs: in the sources there is nothing for a scanner to find. */

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const ALL = `${LOWER}${LOWER.toUpperCase()}${DIGITS}`;

/** Characters that a seed decides; a digit and a letter are always among them. */
export function madeUp(length: number, seed = 1, alphabet = ALL): string {
  let state = (seed * 2654435761) >>> 0;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    return state >>> 8;
  };
  const characters = Array.from({ length: Math.max(0, length - 2) }, () => alphabet.charAt(next() % alphabet.length));
  const end = alphabet === ALL ? 'q7' : alphabet.slice(0, 2);
  return characters.join('') + end;
}

const HEX = `${DIGITS}abcdef`;
const base64Url = (value: unknown) =>
  btoa(JSON.stringify(value)).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');

/** One secret of each kind that is found by its look. */
export const makers: Readonly<Record<string, (seed: number) => string>> = {
  anthropic: (seed) => ['sk', 'ant', 'api03', madeUp(60, seed)].join('-'),
  openai: (seed) => ['sk', 'proj', madeUp(48, seed)].join('-'),
  openaiOld: (seed) => `sk-${madeUp(48, seed)}`,
  google: (seed) => `AI${'za'}${madeUp(35, seed)}`,
  awsId: (seed) => `AK${'IA'}${madeUp(16, seed, 'ABCDEFGHIJKLMNOP234567')}`,
  awsSession: (seed) => `AS${'IA'}${madeUp(16, seed, 'ABCDEFGHIJKLMNOP234567')}`,
  github: (seed) => `gh${'p_'}${madeUp(36, seed)}`,
  githubFine: (seed) => `github_${'pat_'}${madeUp(60, seed)}`,
  gitlab: (seed) => `gl${'pat-'}${madeUp(20, seed)}`,
  slack: (seed) => ['xo'.concat('xb'), madeUp(12, seed, DIGITS), madeUp(24, seed)].join('-'),
  npm: (seed) => `np${'m_'}${madeUp(36, seed)}`,
  stripe: (seed) => `sk_${'live_'}${madeUp(24, seed)}`,
  huggingFace: (seed) => `h${'f_'}${madeUp(34, seed)}`,
  groq: (seed) => `gs${'k_'}${madeUp(40, seed)}`,
  xai: (seed) => `xa${'i-'}${madeUp(60, seed)}`,
  sendGrid: (seed) => ['SG', madeUp(22, seed), madeUp(43, seed + 1)].join('.'),
  twilio: (seed) => `S${'K'}${madeUp(32, seed, HEX)}`,
  digitalOcean: (seed) => `dop_${'v1_'}${madeUp(64, seed, HEX)}`,
  jwt: (seed) =>
    [base64Url({ alg: 'HS256', typ: 'JWT' }), base64Url({ sub: madeUp(9, seed) }), madeUp(43, seed)].join('.'),
  email: (seed) => `${madeUp(6, seed, LOWER)}@${madeUp(7, seed + 1, LOWER)}.com`,
};

/** A private key in PEM, with real line breaks. */
export function madeUpPem(seed = 1): string {
  const lines = Array.from({ length: 8 }, (_, i) => madeUp(64, seed * 100 + i));
  const label = ['RSA', 'PRIVATE', 'KEY'].join(' ');
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

/** Something that a detector found in a text. */
export interface Detected {
  readonly rule: string;
  readonly from: number;
  readonly to: number;
}

/** What secretlint's own rules leave out. Each pattern can begin only once for each part of open length. */
const patterns = [
  ['e-mail address', String.raw`/(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}\b/gi`],
  ['JSON web token', String.raw`/(?<![\w-])eyJ[\w-]{10,4096}\.[\w-]{10,16384}/g`],
  ['bearer token', String.raw`/\bbearer\s{1,4}(?=[\w.~+\x2f=-]{0,64}\d)[\w.~+\x2f=-]{16,}/gi`],
  ['AWS access key', String.raw`/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g`],
  ['Google API key', String.raw`/AIza[\w-]{35}/g`],
  ['key of a provider', String.raw`/\b(?:sk-|gsk_|xai-|hf_|glpat-|pplx-)(?=[\w-]{0,64}\d)[\w-]{20,}/g`],
  ['private key', '/-----BEGIN [A-Z ]{0,40}PRIVATE KEY/g'],
  ['home directory', String.raw`/(?<![\w.~-])(?:[A-Z]:)?[\x2f\x5c]{1,8}(?:home|Users)[\x2f\x5c]{1,8}\w[\w.-]{0,63}/g`],
  [
    'private address',
    String.raw`/(?<![\w.])(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}(?![\w.])/g`,
  ],
] as const;

/** What is no secret: a placeholder, what belongs to nobody (RFC 2606), the invented home of a sandbox. */
const HARMLESS =
  /redact(?:ed)?[A-Za-z]{2,}|\.(?:invalid|test|example)\b|@example\.(?:com|org|net)$|^git@|@\dx\.[a-z]+$|@\d+\.\d|(?:home|Users)[/\\]+(?:dev|user|username|you|me|name|someone|shared|public|default|linuxbrew|\d|d|de|d\d{1,2}|dev\d[a-z]*)$/i;

/**
 * Looks through a text with secretlint's recommended rules, and with patterns for what they do not look for. It shares
 * nothing with `redact`, so what one of them misses the other may see. Loaded when it is used: nothing else needs it.
 */
export async function detectSecrets(text: string): Promise<readonly Detected[]> {
  const [{ lintSource }, preset, pattern] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/secretlint-rule-pattern'),
  ]);
  const { messages } = await lintSource({
    source: { filePath: 'reel.jsonl', content: text, ext: '.jsonl', contentType: 'text' },
    options: {
      noPhysicFilePath: true,
      // It masks the names of the patterns too; nothing but rule and range leaves this file.
      maskSecrets: false,
      locale: 'en',
      config: {
        rules: [
          { id: '@secretlint/secretlint-rule-preset-recommend', rule: preset.creator },
          {
            id: '@secretlint/secretlint-rule-pattern',
            rule: pattern.creator,
            options: { patterns: patterns.map(([name, source]) => ({ name, patterns: [source] })) },
          },
        ],
      },
    },
  });
  return messages.flatMap(({ ruleId, messageId, data, range: [from, to] }) => {
    const found = text.slice(from, to);
    return HARMLESS.test(found) ? [] : [{ rule: nameOf(ruleId, messageId, data), from, to }];
  });
}

function nameOf(ruleId: string, messageId: string, data: unknown): string {
  const named =
    typeof data === 'object' && data !== null && 'PATTERN_NAME' in data ? String(data.PATTERN_NAME) : undefined;
  return named ?? `${ruleId.replace('@secretlint/secretlint-rule-', '')} (${messageId})`;
}

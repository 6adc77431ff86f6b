import { pattern, type Rule } from './rule.ts';

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';

/** Addresses inside somebody's network, and those that a machine gives itself. */
export const privateAddresses: readonly Rule[] = [
  pattern(
    'private address',
    new RegExp(
      `(?<![\\w.])(?:10\\.${OCTET}|192\\.168|172\\.(?:1[6-9]|2\\d|3[01])|169\\.254|100\\.(?:6[4-9]|[7-9]\\d|1[01]\\d|12[0-7]))\\.${OCTET}\\.${OCTET}(?!\\w|\\.\\d)`,
    ),
    { shape: 'ip' },
  ),
  pattern(
    'private address',
    /(?<![\w:.])(?:fe[89ab][0-9a-f]|f[cd][0-9a-f]{2}):(?::|[0-9a-f]{1,4}:)(?:[0-9a-f]{0,4}:){0,6}[0-9a-f]{0,4}(?![\w:])/i,
    {
      shape: 'ip6',
    },
  ),
];

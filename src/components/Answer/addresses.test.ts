import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { imageAddress, liveAddress } from './addresses.ts';

describe('R6.1: which links are live', () => {
  test.each(['https://example.org/a?b=1&c=2', 'http://example.org/', 'mailto:a@example.org', 'HTTPS://example.org/'])(
    '%s is',
    (address) => {
      expect(liveAddress(address)?.toLowerCase()).toBe(address.toLowerCase());
    },
  );

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '\u0001javascript:alert(1)',
    ' https://example.org',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.org/1',
    '//evil.example/x',
    '/\\evil.example/x',
    'https:evil.example',
    'https:/\\evil.example',
    'https://',
    '/a',
    '#a',
    'a',
    '',
    'mailto:',
    'mailto://x',
    'streamdown:incomplete-link',
  ])('%j is not', (address) => {
    expect(liveAddress(address)).toBeUndefined();
  });

  test('whatever is live goes where its scheme says', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((rest) => `https:${rest}`),
        ),
        (address) => {
          const live = liveAddress(address);
          if (live !== undefined) expect(new URL(live).protocol).toMatch(/^(?:https?|mailto):$/);
        },
      ),
    );
  });
});

describe('R6.1: what an image may ask for', () => {
  test.each([
    ['data:image/png;base64,iVBORw0KGgo=', 'inline'],
    ['DATA:image/webp,x', 'inline'],
    ['data:image/svg+xml,<svg/>', 'refused'],
    ['data:text/html,x', 'refused'],
    ['javascript:alert(1)', 'refused'],
    ['https://', 'refused'],
    ['a.png', 'refused'],
    ['/logout', 'refused'],
    ['', 'refused'],
  ])('%s: %s', (address, kind) => {
    expect(imageAddress(address).kind).toBe(kind);
  });

  test.each([
    'https://evil.example/p',
    'http://evil.example/p',
    '//evil.example/p',
    '/\\evil.example/p',
    '\\\\evil.example/p',
  ])('%s names its host', (address) => {
    const image = imageAddress(address);
    expect(image.kind === 'remote' && image.url.host).toBe('evil.example');
  });
});

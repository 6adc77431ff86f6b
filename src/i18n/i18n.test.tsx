// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { act, render, screen } from '@testing-library/react';
import i18next, { type i18n } from 'i18next';
import { I18nextProvider } from 'react-i18next';
import { describe, expect, it } from 'vitest';
import { formatClock, formatDuration, locales, namespace, type Text, textSource, useText } from './index.ts';

function appInstance(options: Parameters<i18n['init']>[0]): i18n {
  const app = i18next.createInstance();
  app.init({ initAsync: false, fallbackLng: false, resources: {}, ...options });
  return app;
}

function textIn(language: string): Text {
  return textSource(appInstance({ lng: language })).current();
}

function leaves(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null ? leaves(inner, `${path}${key}.`) : [[`${path}${key}`, String(inner)]],
  );
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort();
}

function Steps({ count }: { count: number }) {
  return <p>{useText().t('runLine.steps', { count })}</p>;
}

describe('R6.4: the locales', () => {
  const english = new Map(leaves(locales.en));

  it.each(Object.entries(locales))('%s has every key, with the same placeholders', (_, texts) => {
    const keys = new Map(leaves(texts));
    expect([...keys.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [key, text] of keys)
      expect([key, placeholders(text)]).toEqual([key, placeholders(english.get(key) ?? '')]);
  });

  it('has no key that no source file names', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.(test|stories))\.tsx?$/.test(file))
      .map((file) => readFileSync(`src/${file}`, 'utf8'))
      .join('\n');
    const stems = [...english.keys()].map((key) => key.replace(/_(one|other)$/, ''));
    // A key may be put together: `notice.${level}` names `notice.info` where 'info' stands in a source, too.
    const prefixes = [...sources.matchAll(/`([\w.]+\.)\$\{/g)].map((match) => match[1] ?? '');
    const isPutTogether = (key: string) =>
      prefixes.some((prefix) => key.startsWith(prefix) && sources.includes(`'${key.slice(prefix.length)}'`));
    expect(stems.filter((key) => !sources.includes(`'${key}'`) && !isPutTogether(key))).toEqual([]);
  });
});

describe('R6.4: set-up', () => {
  it('works in English with no set-up at all', () => {
    render(<Steps count={7} />);
    expect(screen.getByText('7 steps')).toBeDefined();
  });

  it("follows the app's instance when its language changes", async () => {
    const app = appInstance({ lng: 'en' });
    render(
      <I18nextProvider i18n={app}>
        <Steps count={1} />
      </I18nextProvider>,
    );
    expect(screen.getByText('1 step')).toBeDefined();
    await act(async () => {
      await app.changeLanguage('de');
    });
    expect(screen.getByText('1 Schritt')).toBeDefined();
  });

  it('lets the app replace a text, and leaves the rest of its resources alone', () => {
    const app = appInstance({ lng: 'en', resources: { en: { [namespace]: { runLine: { working: 'On it' } } } } });
    const text = textSource(app).current();
    expect(text.t('runLine.working')).toBe('On it');
    expect(text.t('runLine.steps', { count: 2 })).toBe('2 steps');
    expect(Object.keys(app.store.data['en'] ?? {})).toEqual([namespace]);
  });

  it.each(['ar', 'fr', 'en_US', 'cimode-x', ''])('falls back to English words in %j', (language) => {
    expect(textIn(language).t('runLine.thinkingOnly')).toBe('Thinking…');
  });

  it('takes the words of de for de-AT', () => {
    expect(textIn('de-AT').t('runLine.thinkingOnly')).toBe('Nachdenken…');
  });

  it("does not depend on the app's separators, nor on its escaping", () => {
    const app = appInstance({
      lng: 'de',
      keySeparator: false,
      nsSeparator: '.',
      interpolation: { prefix: '<', suffix: '>', escapeValue: true },
    });
    expect(textSource(app).current().t('runLine.thinking', { preview: "a/b & 'c' <d>" })).toBe(
      "Nachdenken: a/b & 'c' <d>",
    );
  });
});

describe('B43: a value is never a template', () => {
  it.each(['en', 'de'])('in %s', (language) => {
    const text = textIn(language);
    const preview = '{{tool}} $t(runLine.working) %s';
    const escaped = `Build a/b & 'c' <d> "e"`;
    expect(text.t('runLine.tool', { tool: 'Bash', preview: escaped })).toBe(`Bash: ${escaped}`);
    expect(text.t('runLine.tool', { tool: '{{preview}}', preview })).toBe(`{{preview}}: ${preview}`);
    expect(text.parts('runLine.tool', { tool: 'Bash', preview }).join('')).toBe(`Bash: ${preview}`);
  });
});

describe('R2.7, R6.4: durations', () => {
  const english = textIn('en');
  it.each([
    [0, '0 s'],
    [100, '0.1 s'],
    [1_200, '1.2 s'],
    [3_000, '3 s'],
    [9_999, '10 s'],
    [41_400, '41 s'],
    [59_700, '1 min 0 s'],
    [72_000, '1 min 12 s'],
    [3_720_000, '1 h 2 min'],
    [7_199_999, '2 h 0 min'],
    [-5, '0 s'],
  ])('%d ms took %s', (ms, shown) => expect(formatDuration(english, ms)).toBe(shown));

  it.each([
    [0, '0:00'],
    [42_999, '0:42'],
    [67_000, '1:07'],
    [3_723_000, '1:02:03'],
  ])('%d ms read %s on the clock', (ms, shown) => expect(formatClock(english, ms)).toBe(shown));

  it("uses the language's decimal sign", () => expect(formatDuration(textIn('de'), 1_200)).toBe('1,2 s'));
});

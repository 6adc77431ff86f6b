import type { Decorator } from '@storybook/react-vite';
import i18next, { type i18n } from 'i18next';
import { I18nextProvider } from 'react-i18next';
import { locales } from '../src/i18n/index.ts';

const languages = Object.keys(locales);
const rightToLeft = new Set(['ar', 'fa', 'he', 'ur']);

/** The switches in the toolbar: what an app around the kit would decide. */
export const switches = {
  theme: {
    description: 'Theme',
    toolbar: {
      icon: 'contrast',
      dynamicTitle: true,
      items: [
        { value: 'light', title: 'Light' },
        { value: 'dark', title: 'Dark' },
      ],
    },
  },
  language: {
    description: 'Language',
    toolbar: {
      icon: 'globe',
      dynamicTitle: true,
      items: languages.map((value) => ({ value, title: nameOf(value) })),
    },
  },
  direction: {
    description: 'Direction',
    toolbar: {
      icon: 'transfer',
      dynamicTitle: true,
      items: [
        { value: 'ltr', title: 'Left to right' },
        { value: 'rtl', title: 'Right to left' },
      ],
    },
  },
} as const;

function nameOf(language: string) {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
}

// One instance a language, as a docs page may show stories in several.
const instances = new Map<string, i18n>();

function i18nFor(language: string): i18n {
  const known = instances.get(language);
  if (known) return known;
  const instance = i18next.createInstance();
  instance.init({ lng: language, fallbackLng: 'en', resources: {}, initAsync: false });
  instances.set(language, instance);
  return instance;
}

/** Puts a story into the chosen theme, language and direction; the page itself too, when the story has it to itself. */
export const withSurroundings: Decorator = (Story, { globals, viewMode }) => {
  const theme = String(globals['theme'] ?? 'light');
  const language = String(globals['language'] ?? 'en');
  const direction = rightToLeft.has(language) || globals['direction'] === 'rtl' ? 'rtl' : 'ltr';
  if (viewMode === 'story') {
    const page = document.documentElement;
    page.dataset['theme'] = theme;
    page.lang = language;
    page.dir = direction;
  }
  return (
    <I18nextProvider i18n={i18nFor(language)}>
      <div className="story" data-theme={theme} lang={language} dir={direction}>
        <Story />
      </div>
    </I18nextProvider>
  );
};

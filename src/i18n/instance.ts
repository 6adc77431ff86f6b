import i18next, { type i18n } from 'i18next';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };

/** The i18next namespace that holds every text of the kit. */
export const namespace = 'runreel';

/** The texts that come with the kit, by language. */
export const locales = { en, de } as const;

type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T & string];
type Singular<K extends string> = K extends `${infer Stem}_${'one' | 'other'}` ? Stem : K;

/** Every key of the kit's texts; plural forms are asked for by their stem and `count`. */
export type TextKey = Singular<Leaves<typeof en>>;

/** English, for apps without i18next. Made on demand, so that importing the kit does nothing. */
let ownInstance: i18n | undefined;

export function ownI18n(): i18n {
  if (ownInstance === undefined) {
    ownInstance = i18next.createInstance();
    ownInstance.init({
      lng: 'en',
      fallbackLng: 'en',
      ns: [namespace],
      defaultNS: namespace,
      resources: { en: { [namespace]: en } },
      interpolation: { escapeValue: false },
      initAsync: false,
    });
  }
  return ownInstance;
}

/** Puts the kit's texts into an app's instance; texts that the app has set for the namespace win. */
export function addLocales(instance: i18n): void {
  for (const [language, texts] of Object.entries(locales)) {
    instance.addResourceBundle(language, namespace, texts, true, false);
  }
}

/**
 * The text of a key with its placeholders still in it, in the instance's language, else in English.
 * Nothing but a look-up: values never pass through i18next, so no value is ever read as a template.
 */
export function template(instance: i18n, key: TextKey, count?: number): string {
  const found = instance.isInitialized
    ? instance.t(key, {
        ns: namespace,
        fallbackLng: 'en',
        keySeparator: '.',
        skipInterpolation: true,
        defaultValue: '',
        ...(count === undefined ? {} : { count }),
      })
    : '';
  return found !== '' || instance === ownInstance ? found : template(ownI18n(), key, count);
}

import type { i18n } from 'i18next';
import { addLocales, ownI18n, type TextKey, template } from './instance.ts';

type Values<T> = Readonly<Record<string, T>>;

/** The kit's texts in one language. A new one is made when the language or the texts change. */
export interface Text {
  /** A language tag that `Intl` understands: the app's language, not the browser's. */
  readonly language: string;
  /** A text with its values in place. `count`, if given as a number, chooses the plural form. */
  t(key: TextKey, values?: Values<string | number>): string;
  /** The same as a list, for values that are more than text: a tool's name in its own element. */
  parts<T>(key: TextKey, values: Values<T>): readonly (string | T)[];
  number(value: number, options?: Intl.NumberFormatOptions): string;
}

/** Cuts a template at its placeholders; what stands in a value is never looked at. */
function fill<T>(text: string, values: Values<T>): readonly (string | T)[] {
  return text
    .split(/(\{\{\w+\}\})/)
    .map((part): string | T => {
      const name = /^\{\{(\w+)\}\}$/.exec(part)?.[1];
      const value = name === undefined || !Object.hasOwn(values, name) ? undefined : values[name];
      return value === undefined ? part : value;
    })
    .filter((part) => part !== '');
}

function usableLanguage(language: string | undefined): string {
  try {
    return Intl.getCanonicalLocales(language?.replaceAll('_', '-') ?? 'en')[0] ?? 'en';
  } catch {
    return 'en';
  }
}

function makeText(instance: i18n): Text {
  const language = usableLanguage(instance.language);
  const number = (value: number, options?: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(language, options).format(value);
  return {
    language,
    number,
    t(key, values = {}) {
      const { count } = values;
      const shown = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? number(value) : value]),
      );
      return fill(template(instance, key, typeof count === 'number' ? count : undefined), shown).join('');
    },
    parts: (key, values) => fill(template(instance, key), values),
  };
}

/** One subscription to each i18next instance, whatever the number of components that read from it. */
export interface TextSource {
  subscribe(listener: () => void): () => void;
  current(): Text;
}

const sources = new WeakMap<i18n, TextSource>();

/** The texts of an i18next instance, kept up to date; of the kit's own English one without an instance. */
export function textSource(instance: i18n = ownI18n()): TextSource {
  const known = sources.get(instance);
  if (known !== undefined) return known;
  const listeners = new Set<() => void>();
  let text: Text | undefined;
  const changed = () => {
    text = undefined;
    for (const listener of listeners) listener();
  };
  const listen = () => {
    if (instance !== ownI18n()) addLocales(instance);
    instance.store.on('added', changed);
    instance.store.on('removed', changed);
    changed();
  };
  if (instance.isInitialized) listen();
  else instance.on('initialized', listen);
  instance.on('languageChanged', changed);
  instance.on('loaded', changed);
  const source: TextSource = {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current() {
      text ??= makeText(instance);
      return text;
    },
  };
  sources.set(instance, source);
  return source;
}

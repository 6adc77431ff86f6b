import { useContext, useSyncExternalStore } from 'react';
import { getI18n, I18nContext } from 'react-i18next';
import { type Text, textSource } from './text.ts';

/**
 * The kit's texts in the app's language: from the nearest `I18nextProvider`, else from the instance that the
 * app gave to `initReactI18next`, else in English. Re-renders when the language changes.
 */
export function useText(): Text {
  const provided = useContext(I18nContext)?.i18n;
  const source = textSource(provided ?? getI18n());
  return useSyncExternalStore(source.subscribe, source.current, source.current);
}

/** The kit's words: i18next, namespace `runreel` (SPEC R6.4). */
export { formatClock, formatDuration } from './duration.ts';
export { locales, namespace, type TextKey } from './instance.ts';
export { type Text, textSource } from './text.ts';
export { useText } from './useText.ts';

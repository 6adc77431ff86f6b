import type { Text } from './text.ts';

const second = 1000;
const minute = 60;
const hour = 3600;

/** How long something took, for a sentence or a row: `0.1 s`, `3 s`, `1 min 12 s`, `1 h 2 min`. */
export function formatDuration(text: Text, ms: number): string {
  const tenths = Math.round(Math.max(0, ms) / 100);
  // Below ten seconds a tenth tells something; a whole number is written without it.
  if (tenths < 100)
    return text.t('duration.seconds', { seconds: text.number(tenths / 10, { maximumFractionDigits: 1 }) });
  const seconds = Math.round(ms / second);
  if (seconds < minute) return text.t('duration.seconds', { seconds });
  if (seconds < hour) {
    return text.t('duration.minutes', { minutes: Math.floor(seconds / minute), seconds: seconds % minute });
  }
  const minutes = Math.round(seconds / minute);
  return text.t('duration.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** A clock that counts up: `0:42`, `1:07`, `1:02:03`. */
export function formatClock(text: Text, ms: number): string {
  const total = Math.floor(Math.max(0, ms) / second);
  const two = (value: number) => text.number(value, { minimumIntegerDigits: 2 });
  const hours = Math.floor(total / hour);
  const minutes = Math.floor(total / minute) % 60;
  const seconds = two(total % minute);
  return hours > 0 ? `${text.number(hours)}:${two(minutes)}:${seconds}` : `${text.number(minutes)}:${seconds}`;
}

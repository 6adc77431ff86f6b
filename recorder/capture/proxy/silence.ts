import type { Readable } from 'node:stream';

export interface Silence {
  /** What comes from here breaks the silence. */
  follow(stream: Readable): void;
  stop(): void;
}

/** Calls back when for `ms` nothing came; never where `ms` is undefined. */
export function watchSilence(ms: number | undefined, onSilence: (seconds: number) => void): Silence {
  if (ms === undefined) return { follow() {}, stop() {} };
  let followed: Readable | undefined;
  const timer = setTimeout(() => {
    // A stream that we hold back for a slow reader is not silent.
    if (followed?.isPaused()) timer.refresh();
    else onSilence(ms / 1000);
  }, ms);
  return {
    follow(stream) {
      followed = stream;
      timer.refresh();
      stream.on('data', () => timer.refresh());
    },
    stop: () => clearTimeout(timer),
  };
}

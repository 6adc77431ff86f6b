import type { Totals } from './recording.ts';

const KB = 1024;

/** `512 B`, `3.4 KB`, `1.2 MB`. */
export function size(bytes: number): string {
  if (bytes < KB) return `${bytes} B`;
  if (bytes < KB * KB) return `${(bytes / KB).toFixed(1)} KB`;
  return `${(bytes / KB / KB).toFixed(1)} MB`;
}

/** `12 chunks, 3.4 KB in 1.2 s, end: eof`. */
export function totalsInWords({ chunks, bytes, duration, end }: Totals): string {
  const counted = `${chunks} ${chunks === 1 ? 'chunk' : 'chunks'}, ${size(bytes)}`;
  return `${counted} in ${(duration / 1000).toFixed(1)} s, end: ${end ?? 'none'}`;
}

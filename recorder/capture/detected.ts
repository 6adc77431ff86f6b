import { detectFormat, formats } from '../../src/adapters/index.ts';
import { chunkBytes, type Reel } from '../../src/reel/index.ts';

/** Enough to tell a format by. */
const SAMPLE_LENGTH = 256 * 1024;

/** Whether an adapter reads the format that a header names. */
export const isFormatKnown = (format: string) => formats.some((known) => known === format);

/** A private file names no format where nobody said it: it is told from the output, where that can be. */
export function withDetectedFormat(reel: Reel): Reel {
  if (isFormatKnown(reel.header.format)) return reel;
  const format = detectFormat(sampleOf(reel));
  return format === undefined ? reel : { ...reel, header: { ...reel.header, format } };
}

function sampleOf(reel: Reel): string {
  const decoder = new TextDecoder();
  let sample = '';
  for (const line of reel.lines) {
    if (line.kind === 'o' || line.kind === 'b') sample += decoder.decode(chunkBytes(line), { stream: true });
    if (sample.length >= SAMPLE_LENGTH) break;
  }
  return sample;
}

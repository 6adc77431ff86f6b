import { type FormatName, formats } from '../adapters/index.ts';
import { type Reel, ReelError } from './format.ts';

/**
 * The wire format of a reel, as an adapter's name.
 * @throws {ReelError} where no adapter reads it.
 */
export function formatOf(reel: Reel): FormatName {
  const { format } = reel.header;
  const known = formats.find((name) => name === format);
  if (!known) throw new ReelError(1, `the format "${format}" is not known; known are ${formats.join(', ')}.`);
  return known;
}

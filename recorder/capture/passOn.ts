import type { Readable, Writable } from 'node:stream';

/** What happens to a chunk that was passed on; `at` is when it came. */
export type Witness = (at: number, chunk: Uint8Array) => void;

/**
 * Passes each chunk on as it comes and only then shows it to the witness. Reads no faster than the other side
 * takes, so that nothing piles up here. Gives what stops it.
 */
export function passOn(
  from: Readable,
  to: Pick<Writable, 'write' | 'once' | 'destroyed'>,
  now: () => number,
  witness: Witness,
): () => void {
  const take = (chunk: Uint8Array) => {
    const at = now();
    if (!to.write(chunk) && !to.destroyed) {
      from.pause();
      to.once('drain', () => from.resume());
    }
    witness(at, chunk);
  };
  from.on('data', take);
  return () => from.off('data', take);
}

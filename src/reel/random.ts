/** Numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
export type Random = () => number;

/** A stream of numbers that a seed decides: what is random in a test or a fault happens again. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from `from` to `to`, both included. */
export function wholeNumber(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}

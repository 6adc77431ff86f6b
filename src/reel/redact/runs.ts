/** Runs of units that each come from the same number of units: where they start, from where, and how many. */
export interface Runs {
  readonly starts: readonly number[];
  readonly parents: readonly number[];
  readonly steps: readonly number[];
}

/** The index of the last of some ascending numbers that is not greater than `value`. */
export function lastNotAfter(count: number, at: (index: number) => number, value: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(middle) <= value) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

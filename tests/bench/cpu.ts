/** Milliseconds of CPU time that this process has taken so far, all its threads together. */
export function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of CPU time that an action takes. */
export function cpuOf(action: () => void): number {
  const before = cpuNow();
  action();
  return cpuNow() - before;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Bytes of heap in use after a collection; the process must run with `--expose-gc`. */
export function heapNow(): number {
  if (!globalThis.gc) throw new Error('Memory is counted in a process with --expose-gc.');
  // Twice: what the first one frees may hold weak references of others.
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

import type { Io } from './io.ts';

const ENDING: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The real world: this process. */
export function processIo(): Io {
  // Whoever reads the output may go away in the middle, as `head` does: that is no fault of the program.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  return {
    out: (data) => void process.stdout.write(data),
    err: (text) => void process.stderr.write(text),
    cwd: process.cwd(),
    env: process.env,
    clock: { now: () => performance.now(), date: () => new Date() },
    isTerminal: process.stderr.isTTY === true,
    streams: {
      // Only touched when it is read: Node makes it non-blocking, also for a program that inherits it.
      get stdin() {
        return process.stdin;
      },
      stdout: process.stdout,
      stderr: process.stderr,
    },
    onSignal(handler) {
      for (const signal of ENDING) process.on(signal, handler);
      return () => {
        for (const signal of ENDING) process.off(signal, handler);
      };
    },
    exitStatus: 0,
  };
}

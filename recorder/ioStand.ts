import { PassThrough } from 'node:stream';
import { main } from './cli.ts';
import type { Io } from './io.ts';

/** The world of a test: what is written is kept, the clock stands, and no signal comes. */
export interface IoStand extends Io {
  readonly written: { readonly out: Buffer; readonly err: string };
}

export function createIoStand(over: Partial<Io> = {}): IoStand {
  const out: Uint8Array[] = [];
  const err: string[] = [];
  return {
    out: (data) => void out.push(Buffer.from(data)),
    err: (text) => void err.push(text),
    cwd: process.cwd(),
    env: {},
    clock: { now: () => 0, date: () => new Date(0) },
    isTerminal: false,
    streams: { stdin: new PassThrough().end(), stdout: new PassThrough(), stderr: new PassThrough() },
    onSignal: () => () => {},
    exitStatus: 0,
    get written() {
      return { out: Buffer.concat(out), err: err.join('') };
    },
    ...over,
  };
}

/** Runs the program as a shell would. */
export async function runProgram(args: readonly string[], over: Partial<Io> = {}) {
  const io = createIoStand(over);
  const status = await main(args, io);
  return { status, out: io.written.out.toString(), err: io.written.err };
}

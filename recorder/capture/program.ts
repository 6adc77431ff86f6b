import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import type { EndCause } from '../../src/reel/index.ts';
import { passOn } from './passOn.ts';
import type { Recording } from './recording.ts';

/** The streams of this program, which the recorded one would have had. */
export interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** Calls the handler for each signal that asks this program to end; gives what takes it off again. */
export type OnSignal = (handler: (signal: NodeJS.Signals) => void) => () => void;

export interface ProgramRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly streams: Streams;
  readonly onSignal: OnSignal;
  /** Whether a Ctrl-C in the terminal reaches the program by itself: the system sends it to both. */
  readonly sharesTerminal: boolean;
  /** Whether what comes in on stdin is recorded; else the program has our stdin itself. */
  readonly recordsInput: boolean;
  readonly recording: Recording;
  now(): number;
  /** Told when the program has been gone for a while, but what it started keeps its output open. */
  onLingering(): void;
  /** How long that is, in milliseconds. */
  readonly lingeringAfter?: number;
}

const LINGERING_AFTER = 2_000;

/**
 * Runs a program and records what it writes, chunk by chunk as its pipe delivers it (SPEC R7.2). Gives its exit
 * status, 128 + n where signal n ended it. Rejects with the system's error where it cannot be started.
 */
export function recordProgram(run: ProgramRun): Promise<number> {
  const { recording, now } = run;
  return new Promise((resolve, reject) => {
    const child = spawn(run.command, run.args, {
      cwd: run.cwd,
      env: run.env,
      stdio: [run.recordsInput ? 'pipe' : 'inherit', 'pipe', 'pipe'],
    });
    let status = 1;
    let cause: EndCause = 'exit';
    let lingering: NodeJS.Timeout | undefined;

    const stopOutput = passOutput(child, run, () => {
      cause = 'abort';
    });
    const stopInput = run.recordsInput ? passInput(child, run) : ignore;
    const offSignal = run.onSignal((signal) => {
      cause = 'abort';
      if (child.exitCode !== null || child.signalCode !== null) letGo(child);
      else if (signal !== 'SIGINT' || !run.sharesTerminal) child.kill(signal);
    });
    const finish = () => {
      clearTimeout(lingering);
      for (const stop of [offSignal, stopInput, stopOutput]) stop();
    };

    child.once('error', (error) => {
      // A program that runs has a number; its errors are signals that did not arrive.
      if (child.pid !== undefined) return;
      finish();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      status = code ?? 128 + (signal ? constants.signals[signal] : 0);
      lingering = setTimeout(run.onLingering, run.lingeringAfter ?? LINGERING_AFTER);
    });
    child.once('close', () => {
      if (child.pid === undefined) return;
      finish();
      recording.end(now(), cause, status);
      resolve(status);
    });
  });
}

function passOutput(child: ChildProcess, { recording, streams, now }: ProgramRun, onAbort: () => void): () => void {
  // Where the reader of our output went away, the program has to feel it as it would without us.
  const readerGone = () => {
    onAbort();
    child.stdout?.destroy();
  };
  const stderrGone = () => child.stderr?.destroy();
  streams.stdout.on('error', readerGone);
  streams.stderr.on('error', stderrGone);
  if (child.stdout) passOn(child.stdout, streams.stdout, now, recording.output);
  if (child.stderr) passOn(child.stderr, streams.stderr, now, (at, chunk) => recording.beside(at, 'e', chunk));
  return () => {
    streams.stdout.off('error', readerGone);
    streams.stderr.off('error', stderrGone);
  };
}

function passInput(child: ChildProcess, { recording, streams, now }: ProgramRun): () => void {
  const { stdin } = child;
  if (!stdin) return ignore;
  // A program that has ended, or does not read, is no error of the recording.
  stdin.on('error', ignore);
  const stop = passOn(streams.stdin, stdin, now, (at, chunk) => recording.beside(at, 'i', chunk));
  const end = () => stdin.end();
  streams.stdin.once('end', end);
  return () => {
    stop();
    streams.stdin.off('end', end);
    streams.stdin.pause();
  };
}

/** Stops waiting for what a program left behind that still holds its output. */
function letGo(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
}

function ignore(): void {}

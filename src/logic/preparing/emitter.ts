import { endsInHigh, utf8Length } from '../utf8.ts';
import { buildPreparingMarker } from './marker.ts';

/** What the emitter needs of time; `globalThis` has it. */
export interface TimerClock {
  /** Milliseconds that only grow. */
  now(): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

export interface PreparingEmitterOptions {
  /** Sends one marker on the channel of the thinking. */
  readonly emit: (marker: string) => void;
  /** Default: the timers and the clock of the platform. */
  readonly clock?: TimerClock;
  /** After how long without anything visible the calls in progress are told again. */
  readonly heartbeatMs?: number;
}

export interface PreparingEmitter {
  /** A piece of the call at `index`; the name may come late, in pieces, or again with every piece. */
  delta(index: number, name: string | undefined, argumentsDelta: string | undefined): void;
  /** Text or thinking was sent: the reader sees that something goes on. */
  visible(): void;
  /** The answer is over, well or not: nothing is sent any more (SPEC R4.4). */
  finish(): void;
  dispose(): void;
}

interface Call {
  name: string;
  bytes: number;
  afterHigh: boolean;
}

// What every platform has, told here since this folder is compiled without any platform's types.
declare const performance: { now(): number };
declare function setTimeout(callback: () => void, ms: number): unknown;
declare function clearTimeout(timer: unknown): void;

const platformClock: TimerClock = {
  now: () => performance.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (timer) => clearTimeout(timer),
};

/**
 * Tells on the channel of the thinking how a model's tool calls come on (SPEC R4.2 to R4.4): at
 * once when a name is first known, with every piece of its arguments, and again when nothing
 * visible was sent for `heartbeatMs`.
 */
export function createPreparingEmitter(options: PreparingEmitterOptions): PreparingEmitter {
  const { emit, clock = platformClock, heartbeatMs = 5000 } = options;
  const calls = new Map<number, Call>();
  let lastVisible = clock.now();
  let timer: unknown;
  let isOver = false;

  const tell = ({ name, bytes }: Call) => {
    if (name === '') return;
    lastVisible = clock.now();
    emit(buildPreparingMarker(name, bytes));
  };
  const beat = () => {
    timer = undefined;
    if (clock.now() - lastVisible >= heartbeatMs) {
      lastVisible = clock.now();
      for (const call of calls.values()) tell(call);
    }
    wait();
  };
  // One timer for all calls: it fires when the silence would be long enough, and looks again.
  const wait = () => {
    if (timer !== undefined || isOver) return;
    timer = clock.setTimeout(beat, Math.max(0, lastVisible + heartbeatMs - clock.now()));
    keepNothingAlive(timer);
  };
  const stop = () => {
    isOver = true;
    calls.clear();
    if (timer !== undefined) clock.clearTimeout(timer);
    timer = undefined;
  };

  return {
    delta(index, name, argumentsDelta) {
      if (isOver) return;
      const call = calls.get(index) ?? { name: '', bytes: 0, afterHigh: false };
      calls.set(index, call);
      call.name = joinedName(call.name, name ?? '');
      const piece = argumentsDelta ?? '';
      call.bytes += utf8Length(piece, call.afterHigh);
      if (piece !== '') call.afterHigh = endsInHigh(piece);
      tell(call);
      wait();
    },
    visible() {
      lastVisible = clock.now();
    },
    finish: stop,
    dispose: stop,
  };
}

/** A name in pieces is joined; a whole one that comes again is the same name (SPEC R4.2). */
function joinedName(known: string, piece: string): string {
  const clean = piece.replaceAll('\0', '');
  return known === clean || clean === '' ? known : known + clean;
}

/** A timer of Node keeps its process alive unless it is told not to. */
function keepNothingAlive(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref();
}

import { systemClock } from './clock.ts';
import { isCut, type Reel } from './format.ts';
import { type Player, type PlayerOptions, type PlayerState, ReelCut, type Speed } from './player.ts';
import { timelineOf } from './timeline.ts';

/** A player at the start of a reel. The only place where the replay keeps time. */
export function createPlayer(reel: Reel, options: PlayerOptions = {}): Player {
  const { clock = systemClock, idleLimit = Number.POSITIVE_INFINITY } = options;
  const { chunks, end } = timelineOf(reel);
  const epoch = Date.parse(reel.header.recordedAt);
  const listeners = new Set<() => void>();
  let state: PlayerState = {
    playing: options.playing ?? false,
    position: 0,
    length: chunks.length,
    time: 0,
    duration: end.time,
    speed: checkSpeed(options.speed ?? 1),
    ended: false,
    run: 0,
  };
  let disposed = false;
  /** Aborts the stream that is open. */
  let session: AbortController | undefined;
  /** Wakes the stream from its wait to look at the state again. */
  let wait = new AbortController();
  /** The reel's clock showed `time` when the clock showed `at`; kept over releases, so that late timers do not add up. */
  let anchor = { time: 0, at: 0 };

  const isRunning = () => state.playing && session !== undefined;
  const rawTime = () => {
    if (!isRunning() || state.speed === 'instant') return anchor.time;
    return anchor.time + (clock.now() - anchor.at) * state.speed;
  };
  /** When the next chunk, or the end, came by the recording. */
  const nextTime = () => chunks[state.position]?.time ?? end.time;
  const currentTime = () => Math.max(state.time, Math.min(rawTime(), nextTime()));

  const wake = () => {
    wait.abort();
    wait = new AbortController();
  };
  const update = (next: Partial<PlayerState>) => {
    state = { ...state, ...next };
    wake();
    for (const listener of [...listeners]) listener();
  };
  /** An update by hand: the reel's clock goes on from the time that the update gives, or from where it stands. */
  const command = (next: Partial<PlayerState>) => {
    const time = next.time ?? currentTime();
    anchor = { time, at: clock.now() };
    update({ ...next, time });
  };
  const close = (reason: unknown) => {
    const closing = session;
    anchor = { time: currentTime(), at: clock.now() };
    session = undefined;
    closing?.abort(reason);
    wake();
  };

  /** The state after `count` chunks are let go by hand. */
  const releasedUpTo = (count: number): Partial<PlayerState> =>
    count >= chunks.length
      ? { position: chunks.length, time: end.time, ended: true, playing: false }
      : { position: count, time: chunks[count - 1]?.time ?? 0, ended: false };

  const restart = (count: number, next: Partial<PlayerState> = {}) => {
    close(new ReelCut('abort'));
    command({ ...releasedUpTo(count), ...next, run: state.run + 1 });
  };

  /** Milliseconds until the next release is due by the clock; never while paused. */
  const untilNext = () => {
    if (!isRunning()) return Number.POSITIVE_INFINITY;
    if (state.speed === 'instant') return 0;
    const before = chunks[state.position - 1]?.time ?? 0;
    return (Math.min(nextTime(), before + idleLimit) - rawTime()) / state.speed;
  };
  const releaseNext = () => {
    if (state.speed === 'instant') return command(releasedUpTo(chunks.length));
    const time = nextTime();
    if (rawTime() < time) anchor = { time, at: clock.now() }; // The rest of an idle time is left out.
    if (state.position < chunks.length) update({ position: state.position + 1, time });
    else update({ ended: true, playing: false, time });
  };

  /** Ends when the release after `index` chunks has happened. */
  const released = async (index: number, signal: AbortSignal) => {
    while (state.position <= index && !state.ended) {
      signal.throwIfAborted();
      const left = untilNext();
      if (left < TIMER_GRAIN) releaseNext();
      else await (left < Number.POSITIVE_INFINITY ? clock.sleep(left, wait.signal) : aborted(wait.signal));
    }
    signal.throwIfAborted();
  };

  async function* run(own: AbortController): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (const [index, chunk] of chunks.entries()) {
        await released(index, own.signal);
        yield chunk.bytes;
      }
      await released(chunks.length, own.signal);
      if (isCut(end.cause)) throw new ReelCut(end.cause);
    } finally {
      if (session === own) close(new ReelCut('abort'));
    }
  }

  return {
    reel,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    play() {
      if (state.ended) restart(0, { playing: true });
      else if (!state.playing) command({ playing: true });
    },
    pause() {
      if (state.playing) command({ playing: false });
    },
    step() {
      if (!state.ended) command({ ...releasedUpTo(state.position + 1), playing: false });
    },
    seek(chunk) {
      const count = Math.max(0, Math.min(Math.trunc(chunk), chunks.length));
      if (count < state.position) restart(count);
      else if (count > state.position || (count === chunks.length && !state.ended)) command(releasedUpTo(count));
    },
    setSpeed(speed) {
      if (speed !== state.speed) command({ speed: checkSpeed(speed) });
    },
    now: () => epoch + currentTime(),
    stream(signal) {
      close(new ReelCut('abort'));
      const own = new AbortController();
      session = own;
      const leave = (reason: unknown) => {
        if (session === own) close(reason);
      };
      if (disposed) leave(new ReelCut('abort'));
      if (signal?.aborted) leave(signal.reason);
      signal?.addEventListener('abort', () => leave(signal.reason), { signal: own.signal });
      return run(own);
    },
    dispose() {
      disposed = true;
      close(new ReelCut('abort'));
      listeners.clear();
    },
  };
}

/** Milliseconds that count as none: below what a timer can tell, above what floating point loses. */
const TIMER_GRAIN = 0.01;

function checkSpeed(speed: Speed): Speed {
  if (speed === 'instant' || (speed > 0 && Number.isFinite(speed))) return speed;
  throw new RangeError(`The speed ${speed} is neither a number above 0 nor 'instant'.`);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { createManualClock } from './clock.ts';
import { createPlayer } from './createPlayer.ts';
import type { EndCause, Reel, ReelLine } from './format.ts';
import { play } from './play.ts';
import type { Player, PlayerOptions } from './player.ts';
import { testHeader } from './reelStand.ts';

const RECORDED_AT = Date.parse('2026-11-30T18:00:00.000Z');

/** A reel whose chunks 'a', 'b', 'c', … come at the given times, and its end after 50 ms more. */
function reelAt(times: readonly number[], end: EndCause | 'none' = 'eof'): Reel {
  const chunks = times.map(
    (time, i): ReelLine => ({
      kind: 'o',
      dt: time - (times[i - 1] ?? 0),
      text: String.fromCharCode(97 + i),
    }),
  );
  const last: ReelLine[] =
    end === 'none' ? [] : [{ kind: 'x', dt: 50, end, chunks: times.length, bytes: times.length }];
  return {
    header: testHeader({ format: 'ag-ui', recordedAt: new Date(RECORDED_AT).toISOString() }),
    lines: [...chunks, ...last],
    truncated: false,
  };
}

/** Reads a stream in the background and notes what came. */
function read(stream: AsyncIterable<Uint8Array>) {
  const seen = { text: '', done: false, error: undefined as unknown };
  const run = async () => {
    try {
      for await (const bytes of stream) seen.text += new TextDecoder().decode(bytes);
      seen.done = true;
    } catch (error) {
      seen.error = error;
    }
  };
  void run();
  return seen;
}

const clock = createManualClock();
let players: Player[] = [];
const playerOf = (reel: Reel, options: PlayerOptions = {}) => {
  const player = createPlayer(reel, { clock, ...options });
  players.push(player);
  return player;
};
afterEach(async () => {
  for (const player of players) player.dispose();
  players = [];
  await clock.advance(0);
  expect(clock.sleepers).toBe(0);
});

describe('R7.5: play', () => {
  it('keeps the recorded pauses', async () => {
    const seen = read(play(reelAt([100, 250, 250, 1000]), { clock }));
    const at: Record<number, string> = {};
    for (const ms of [99, 1, 149, 1, 749, 1]) {
      await clock.advance(ms);
      at[ms] = seen.text;
    }
    expect(at).toEqual({ 99: '', 1: 'abcd', 149: 'a', 749: 'abc' });
    await clock.advance(49);
    expect(seen.done).toBe(false);
    await clock.advance(1);
    expect(seen.done).toBe(true);
  });

  it('goes faster and slower', async () => {
    const fast = read(play(reelAt([100, 200]), { clock, speed: 4 }));
    const slow = read(play(reelAt([100, 200]), { clock, speed: 0.5 }));
    await clock.advance(50);
    expect([fast.text, slow.text]).toEqual(['ab', '']);
    await clock.advance(150);
    expect(slow.text).toBe('a');
    await clock.advance(300);
    expect([fast.done, slow.done]).toEqual([true, true]);
  });

  it('is there at once when instant', async () => {
    const seen = read(play(reelAt([100, 60_000]), { clock, speed: 'instant' }));
    await clock.advance(0);
    expect(seen).toMatchObject({ text: 'ab', done: true });
  });

  it('caps idle time', async () => {
    const seen = read(play(reelAt([60_000, 60_100, 90_000]), { clock, idleLimit: 500 }));
    await clock.advance(500);
    expect(seen.text).toBe('a');
    await clock.advance(100);
    expect(seen.text).toBe('ab');
    await clock.advance(500);
    expect(seen.text).toBe('abc');
    await clock.advance(50);
    expect(seen.done).toBe(true);
  });

  it('starts at any chunk', async () => {
    const seen = read(play(reelAt([1000, 2000, 2100]), { clock, from: 2 }));
    await clock.advance(0);
    expect(seen.text).toBe('ab');
    await clock.advance(100);
    expect(seen.text).toBe('abc');
    await clock.advance(50);
    expect(seen.done).toBe(true);
  });

  it('catches up with a late reader, so that times do not drift', async () => {
    const stream = play(reelAt([100, 200, 300]), { clock });
    const first = stream.next();
    await clock.advance(190);
    await first;
    const second = stream.next();
    await clock.advance(10);
    expect((await second).done).toBe(false);
    await stream.return();
  });

  it.each(['reset', 'abort', 'timeout'] as const)('a stream that ended by %s replays as a cut', async (end) => {
    const seen = read(play(reelAt([100], end), { clock, speed: 'instant' }));
    await clock.advance(0);
    expect(seen).toMatchObject({ text: 'a', done: false, error: { name: 'ReelCut', end } });
  });

  it('without an end line it ends as reset', async () => {
    const seen = read(play(reelAt([100], 'none'), { clock, speed: 'instant' }));
    await clock.advance(0);
    expect(seen).toMatchObject({ text: 'a', error: { name: 'ReelCut', end: 'reset' } });
  });

  it.each(['eof', 'exit'] as const)('a stream that ended by %s ends well', async (end) => {
    const seen = read(play(reelAt([100], end), { clock, speed: 'instant' }));
    await clock.advance(0);
    expect(seen).toMatchObject({ text: 'a', done: true });
  });

  it('an abort ends it with the reason and leaves no timer', async () => {
    const controller = new AbortController();
    const seen = read(play(reelAt([100, 200]), { clock, signal: controller.signal }));
    await clock.advance(100);
    expect(clock.sleepers).toBe(1);
    controller.abort(new Error('left'));
    await clock.advance(0);
    expect(seen).toMatchObject({ text: 'a', error: { message: 'left' } });
    expect(clock.sleepers).toBe(0);
  });

  it('a signal that has aborted before delivers nothing', async () => {
    const seen = read(play(reelAt([100]), { clock, speed: 'instant', signal: AbortSignal.abort(new Error('left')) }));
    await clock.advance(0);
    expect(seen).toMatchObject({ text: '', error: { message: 'left' } });
  });

  it('refuses a speed that is none', async () => {
    await expect(play(reelAt([]), { speed: 0 }).next()).rejects.toThrow('The speed 0 is neither');
  });
});

describe('R7.5: the player', () => {
  it('stands until told, and shows a snapshot that is the same until something changes', async () => {
    const player = playerOf(reelAt([100, 200]));
    const seen = read(player.stream());
    await clock.advance(1000);
    expect(seen.text).toBe('');
    const before = player.getState();
    expect(player.getState()).toBe(before);
    expect(before).toEqual({
      playing: false,
      position: 0,
      length: 2,
      time: 0,
      duration: 250,
      speed: 1,
      ended: false,
      run: 0,
    });
    player.play();
    expect(player.getState()).not.toBe(before);
    await clock.advance(100);
    expect(seen.text).toBe('a');
    expect(player.getState()).toMatchObject({ playing: true, position: 1, time: 100 });
  });

  it('tells its listeners of every release, and of nothing after they left', async () => {
    const player = playerOf(reelAt([100, 200]), { playing: true });
    const positions: number[] = [];
    const leave = player.subscribe(() => positions.push(player.getState().position));
    read(player.stream());
    await clock.advance(100);
    leave();
    await clock.advance(1000);
    expect(positions).toEqual([1]);
    expect(player.getState()).toMatchObject({ position: 2, ended: true, playing: false });
  });

  it('a pause in the middle of a gap keeps the rest of it', async () => {
    const player = playerOf(reelAt([100, 200]), { playing: true });
    const seen = read(player.stream());
    await clock.advance(130);
    player.pause();
    expect(player.now()).toBe(RECORDED_AT + 130);
    await clock.advance(5000);
    expect(player.now()).toBe(RECORDED_AT + 130);
    expect(clock.sleepers).toBe(0);
    player.play();
    await clock.advance(69);
    expect(seen.text).toBe('a');
    await clock.advance(1);
    expect(seen.text).toBe('ab');
  });

  it('step delivers exactly the next chunk and stays paused; the end comes with the last', async () => {
    const player = playerOf(reelAt([100, 200]), { playing: true });
    const seen = read(player.stream());
    player.step();
    await clock.advance(1000);
    expect(seen.text).toBe('a');
    expect(player.getState()).toMatchObject({ playing: false, position: 1, time: 100 });
    player.step();
    await clock.advance(0);
    expect(seen).toMatchObject({ text: 'ab', done: true });
    expect(player.getState()).toMatchObject({ position: 2, time: 250, ended: true });
    player.step();
    expect(player.getState().position).toBe(2);
  });

  it('seek forwards delivers at once up to there', async () => {
    const player = playerOf(reelAt([100, 200, 300]));
    const seen = read(player.stream());
    player.seek(2);
    await clock.advance(0);
    expect(seen.text).toBe('ab');
    expect(player.getState()).toMatchObject({ position: 2, time: 200, run: 0 });
    expect(player.now()).toBe(RECORDED_AT + 200);
  });

  it('seek backwards starts a new run, whose stream delivers up to there at once', async () => {
    const player = playerOf(reelAt([100, 200, 300]));
    const first = read(player.stream());
    player.seek(3);
    await clock.advance(0);
    expect(first.done).toBe(true);
    player.seek(1);
    expect(player.getState()).toMatchObject({ position: 1, time: 100, run: 1, ended: false });
    const second = read(player.stream());
    await clock.advance(1000);
    expect(second).toMatchObject({ text: 'a', done: false });
  });

  it('seek backwards ends the stream that is open as an abort', async () => {
    const player = playerOf(reelAt([100, 200, 300]));
    const seen = read(player.stream());
    player.seek(2);
    await clock.advance(0);
    player.seek(0);
    await clock.advance(0);
    expect(seen.error).toMatchObject({ name: 'ReelCut', end: 'abort' });
  });

  it('a new stream ends the one before and starts with what was released', async () => {
    const player = playerOf(reelAt([100, 200]), { playing: true });
    const first = read(player.stream());
    await clock.advance(150);
    const second = read(player.stream());
    await clock.advance(0);
    expect(first).toMatchObject({ text: 'a', error: { name: 'ReelCut', end: 'abort' } });
    expect(second.text).toBe('a');
    await clock.advance(50);
    expect(second.text).toBe('ab');
  });

  it('the speed can change in the middle of a gap', async () => {
    const player = playerOf(reelAt([1000]), { playing: true });
    const seen = read(player.stream());
    await clock.advance(500);
    player.setSpeed(10);
    await clock.advance(25);
    expect(player.now()).toBe(RECORDED_AT + 750);
    expect(seen.text).toBe('');
    await clock.advance(25);
    expect(seen.text).toBe('a');
    expect(() => player.setSpeed(Number.NaN)).toThrow(RangeError);
  });

  it('instant while playing goes to the end', async () => {
    const player = playerOf(reelAt([1000, 2000]), { playing: true });
    const seen = read(player.stream());
    await clock.advance(500);
    player.setSpeed('instant');
    await clock.advance(0);
    expect(seen).toMatchObject({ text: 'ab', done: true });
    expect(player.getState()).toMatchObject({ position: 2, ended: true });
  });

  it('its clock never runs ahead of the stream, and stands while no stream is open', async () => {
    const player = playerOf(reelAt([100, 200]), { playing: true });
    await clock.advance(5000);
    expect(player.now()).toBe(RECORDED_AT);
    const stream = player.stream()[Symbol.asyncIterator]();
    const first = stream.next();
    await clock.advance(100);
    await first;
    await clock.advance(5000); // The reader does not ask for the next chunk.
    expect(player.now()).toBe(RECORDED_AT + 200);
    await stream.return?.();
    expect(player.now()).toBe(RECORDED_AT + 200);
  });

  it('an idle time that is cut short moves the clock to the chunk after it', async () => {
    const player = playerOf(reelAt([100, 60_000]), { playing: true, idleLimit: 300 });
    const seen = read(player.stream());
    await clock.advance(399);
    expect(player.now()).toBe(RECORDED_AT + 399);
    await clock.advance(1);
    expect(seen.text).toBe('ab');
    expect(player.now()).toBe(RECORDED_AT + 60_000);
  });

  it('play after the end starts a new run', async () => {
    const player = playerOf(reelAt([100]), { playing: true });
    read(player.stream());
    await clock.advance(1000);
    player.play();
    expect(player.getState()).toMatchObject({ playing: true, position: 0, time: 0, ended: false, run: 1 });
    const again = read(player.stream());
    await clock.advance(100);
    expect(again.text).toBe('a');
  });

  it('a cut ends the stream as a cut', async () => {
    const player = playerOf(reelAt([100], 'reset'));
    const seen = read(player.stream());
    player.seek(1);
    await clock.advance(0);
    expect(seen).toMatchObject({ text: 'a', error: { name: 'ReelCut', end: 'reset' } });
  });

  it('leaves no timer and no stream after dispose', async () => {
    const player = playerOf(reelAt([100, 200]), { playing: true });
    const seen = read(player.stream());
    await clock.advance(150);
    expect(clock.sleepers).toBe(1);
    player.dispose();
    await clock.advance(0);
    expect(clock.sleepers).toBe(0);
    expect(seen.error).toMatchObject({ name: 'ReelCut', end: 'abort' });
    const after = read(player.stream());
    await clock.advance(1000);
    expect(after).toMatchObject({ text: '', error: { name: 'ReelCut', end: 'abort' } });
  });

  it('the signal of a reader ends its stream only', async () => {
    const player = playerOf(reelAt([100, 200]), { playing: true });
    const controller = new AbortController();
    const first = read(player.stream(controller.signal));
    await clock.advance(100);
    const second = read(player.stream());
    controller.abort();
    await clock.advance(100);
    expect(first.text).toBe('a');
    expect(second.text).toBe('ab');
  });
});

describe('R7.5: whatever a reader does with the player', () => {
  const command = fc.oneof(
    fc.record({ does: fc.constant('wait' as const), ms: fc.nat({ max: 400 }) }),
    fc.record({ does: fc.constant('seek' as const), chunk: fc.integer({ min: -1, max: 7 }) }),
    fc.record({ does: fc.constant('speed' as const), speed: fc.constantFrom(0.5, 1, 3, 'instant' as const) }),
    fc.record({ does: fc.constantFrom('play' as const, 'pause' as const, 'step' as const, 'reopen' as const) }),
  );

  it('the stream holds exactly what is released, the clock stays within the reel, and nothing is left', async () => {
    const reel = reelAt([100, 100, 250, 300, 900, 1000]);
    const script = fc.record({
      commands: fc.array(command, { maxLength: 20 }),
      playing: fc.boolean(),
      idleLimit: fc.constantFrom(150, Number.POSITIVE_INFINITY),
    });
    await fc.assert(
      fc.asyncProperty(script, async ({ commands, playing, idleLimit }) => {
        const own = createManualClock();
        const player = createPlayer(reel, { clock: own, playing, idleLimit });
        let { run } = player.getState();
        let seen = read(player.stream());
        let clockBefore = player.now();
        for (const step of commands) {
          if (step.does === 'wait') await own.advance(step.ms);
          else if (step.does === 'seek') player.seek(step.chunk);
          else if (step.does === 'speed') player.setSpeed(step.speed);
          else if (step.does === 'reopen') seen = read(player.stream());
          else player[step.does]();
          if (player.getState().run !== run) {
            run = player.getState().run;
            clockBefore = RECORDED_AT;
            seen = read(player.stream());
          }
          await own.advance(0);
          const { position, ended, time, length, duration } = player.getState();
          expect(seen.text).toBe('abcdef'.slice(0, position));
          expect(seen.done).toBe(ended);
          expect(ended && position !== length).toBe(false);
          expect(player.now()).toBeGreaterThanOrEqual(Math.max(clockBefore, RECORDED_AT + time));
          expect(player.now()).toBeLessThanOrEqual(RECORDED_AT + duration);
          clockBefore = player.now();
        }
        player.dispose();
        await own.advance(0);
        expect(own.sleepers).toBe(0);
      }),
      { numRuns: 150 },
    );
  });
});

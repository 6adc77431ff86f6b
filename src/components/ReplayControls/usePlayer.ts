import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Player, PlayerState } from '../../reel/player.ts';

/** What a player shows, kept up to date. */
export function usePlayerState(player: Player): PlayerState {
  return useSyncExternalStore(player.subscribe, player.getState, player.getState);
}

/** Milliseconds in the reel: moves with the reel's clock while it plays, not only when a chunk comes. */
export function useReelTime(player: Player, { playing, time, duration }: PlayerState): number {
  const [moving, setMoving] = useState(time);
  useEffect(() => {
    if (!playing) return undefined;
    const epoch = Date.parse(player.reel.header.recordedAt);
    let frame = requestAnimationFrame(function read() {
      setMoving(player.now() - epoch);
      frame = requestAnimationFrame(read);
    });
    return () => cancelAnimationFrame(frame);
  }, [player, playing]);
  // A value read before the last seek is behind or beyond: the state's own time counts then.
  return Math.min(duration, playing ? Math.max(time, moving) : time);
}

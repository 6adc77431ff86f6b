import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { ReplayControls } from '../components/ReplayControls/ReplayControls.tsx';
import type { TraceMode } from '../components/Round/Round.tsx';
import { Thread } from '../components/Thread/Thread.tsx';
import { RunreelProvider, useAgentRun } from '../react/index.ts';
import { formatOf, type KeyFrame, type Player } from '../reel/index.ts';
import { createReelSource } from './reelSource.ts';
import './ReplayedRun.css';

export interface ReplayedRunProps {
  /** Gives the bytes, at the reader's pace. */
  readonly player: Player;
  readonly keyFrames: readonly KeyFrame[];
  /** Where the stream of the player is served. */
  readonly url: string;
  readonly trace?: TraceMode;
  /** How long a step must last to be shown, in milliseconds; default: the kit's own patience. */
  readonly steadyMs?: number;
}

/** A recorded run as an app would show it, and below it the controls of its replay. */
export function ReplayedRun({ player, keyFrames, url, trace = 'summary', steadyMs }: ReplayedRunProps) {
  const { header } = player.reel;
  const [source] = useState(() => createReelSource(player));
  const { store, start, abort } = useAgentRun({
    format: formatOf(player.reel),
    clock: source,
    connect: ({ signal }) => source.open(url, signal),
    // A cut is shown as it was recorded: taken up again it would begin anew.
    reconnect: [],
    ...(header.prompt !== undefined && { prompt: header.prompt }),
  });
  // Where a jump leads back, the run is played from its start.
  const { run } = useSyncExternalStore(player.subscribe, player.getState);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new run of the player is a new stream.
  useEffect(() => {
    store.reset();
    source.rewind();
    void start();
    return abort;
  }, [run, store, source, start, abort]);
  const clock = useMemo(() => ({ now: () => player.now() }), [player]);
  return (
    <RunreelProvider clock={clock} {...(steadyMs !== undefined && { steadyMs })}>
      <div className="replayed-run">
        <main className="replayed-run-thread">
          <Thread store={store} trace={trace} />
        </main>
        <ReplayControls player={player} keyFrames={keyFrames} />
      </div>
    </RunreelProvider>
  );
}

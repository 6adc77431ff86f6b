import { useSyncExternalStore } from 'react';
import type { Round, Thread } from '../logic/index.ts';
import type { Shown, ThreadStore } from './threadStore.ts';

function useShown<T>(store: ThreadStore, select: (shown: Shown) => T): T {
  const snapshot = () => select(store.getShown());
  return useSyncExternalStore(store.subscribe, snapshot, snapshot);
}

/** The whole thread as it is shown; re-renders at every frame that changes anything in it. */
export function useThread(store: ThreadStore): Thread {
  return useShown(store, (shown) => shown.thread);
}

/** How many rounds there are; re-renders only when one is added. */
export function useRoundCount(store: ThreadStore): number {
  return useShown(store, (shown) => shown.thread.rounds.length);
}

/** One round; re-renders only when that round changes. */
export function useRound(store: ThreadStore, index: number): Round | undefined {
  return useShown(store, (shown) => shown.thread.rounds.at(index));
}

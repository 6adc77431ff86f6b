import type { ThreadStore } from '../../react/threadStore.ts';
import { useRound, useRoundCount } from '../../react/useThread.ts';
import { Announcer } from '../Announcer/Announcer.tsx';
import { Round, type TraceMode } from '../Round/Round.tsx';
import { useStayAtEnd } from './useStayAtEnd.ts';
import './Thread.css';

export interface ThreadProps {
  readonly store: ThreadStore;
  /** How much of the agent's work is shown; default: what the run line opens. */
  readonly trace?: TraceMode;
}

/**
 * A conversation. Fills the box it is put in, and scrolls in it where the box has a height of its own.
 * It is no live region: what is worth hearing is spoken by one of its own (SPEC R6.2).
 */
export function Thread({ store, trace = 'summary' }: ThreadProps) {
  const count = useRoundCount(store);
  const { scroller, content } = useStayAtEnd();
  return (
    <div className="rr-thread" ref={scroller}>
      <div className="rr-thread-content" ref={content}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rounds are only ever added at the end.
          <ThreadRound key={index} store={store} index={index} trace={trace} />
        ))}
      </div>
      <Announcer store={store} />
    </div>
  );
}

interface ThreadRoundProps {
  readonly store: ThreadStore;
  readonly index: number;
  readonly trace: TraceMode;
}

/** Hears of its own round only. */
function ThreadRound({ store, index, trace }: ThreadRoundProps) {
  const round = useRound(store, index);
  return round && <Round round={round} trace={trace} />;
}

import type { Reel } from '../../reel/format.ts';
import { bodyBytes, restOf, withInserted } from './rebuild.ts';
import { sseEvents } from './sseEvents.ts';

/**
 * A stream of server-sent events whose events have ids, `<prefix>-<number>`, so that a client can take it up again.
 * One with ids of its own stays as it is.
 */
export function withEventIds(reel: Reel, prefix: string): Reel {
  const events = sseEvents(bodyBytes(reel));
  if (events.some(({ id }) => id !== undefined)) return reel;
  const starts = events.flatMap(({ data }) => (data === undefined ? [] : [data]));
  return withInserted(
    reel,
    starts.map((at, index) => ({ at, text: `id: ${prefix}-${index + 1}\n` })),
  );
}

/**
 * What a client wants that has seen the event with this id: all behind it, also events without an id that it may
 * have seen. `undefined` where no whole event has the id.
 */
export function behindEvent(reel: Reel, id: string): Reel | undefined {
  const end = sseEvents(bodyBytes(reel)).find((event) => event.id === id)?.end;
  return end === undefined ? undefined : restOf(reel, end);
}

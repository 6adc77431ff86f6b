import type { AgentEvent } from '../../logic/events.ts';
import { createRandom } from '../random.ts';

/** What closes the buffers of the conversation log (SPEC R5.2). */
const boundaries: ReadonlySet<AgentEvent['type']> = new Set([
  'run_started',
  'user_message',
  'turn_started',
  'tool_call_started',
  'tool_call_ready',
  'tool_call_finished',
  'approval_requested',
  'approval_resolved',
  'delegation_started',
  'delegation_finished',
  'run_finished',
]);

/** After which events a reload is tried, and whether a window joins there and stays. */
export type Moments = ReadonlyMap<number, { readonly joins: boolean }>;

/** How many windows join at random cuts, and as many at boundaries. */
const MOST_JOINS = 200;

/** Events that windows may fold together, and items that reloads may compare, so that a long run takes seconds. */
const WORK = 250_000;

/**
 * The moments at which a run is reloaded: after and right before each boundary, and at random cuts. Windows join at
 * the random cuts and at as many of the boundaries. Of a long run some are passed over, unless it shall be `thorough`.
 */
export function momentsOf(
  events: readonly { readonly event: AgentEvent }[],
  { seed = 1, thorough = false }: { readonly seed?: number; readonly thorough?: boolean } = {},
): Moments {
  const { length } = events;
  const found = events.flatMap(({ event }, i) => (boundaries.has(event.type) ? [i] : []));
  const kept = evenly(found, thorough ? found.length : atMost(found.length, found.length));
  const joins = thorough ? MOST_JOINS : atMost(MOST_JOINS, length);
  const joining = new Set(evenly(kept, joins));
  const moments = new Map<number, { joins: boolean }>();
  for (const at of kept) {
    if (!moments.has(at)) moments.set(at, { joins: false });
    moments.set(at + 1, { joins: joining.has(at) });
  }
  const random = createRandom(seed);
  for (let i = 0; i < joins; i++) moments.set(Math.floor(random() * (length + 1)), { joins: true });
  return moments.set(length, { joins: false });
}

/** As many of `count` as the work allows where each costs `cost`. */
function atMost(count: number, cost: number): number {
  return Math.min(count, Math.max(4, Math.floor(WORK / Math.max(1, cost))));
}

/** At most `count` of a list, evenly spread. */
function evenly<T>(list: readonly T[], count: number): readonly T[] {
  if (list.length <= count) return list;
  return list.filter((_, i) => Math.floor((i * count) / list.length) !== Math.floor(((i - 1) * count) / list.length));
}

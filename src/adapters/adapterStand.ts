import type { AgentEvent } from '../logic/events.ts';
import { reduce, reduceAll } from '../logic/reducer.ts';
import { emptyThread, type Item, type Round, type Thread } from '../logic/thread.ts';
import { createDecoder, type FormatName } from './index.ts';

/** For tests: messages as an event stream writes them. */
export const sse = (messages: readonly object[]): string =>
  messages.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('');

/** For tests: messages as JSON Lines. */
export const jsonl = (messages: readonly unknown[]): string =>
  messages.map((one) => `${JSON.stringify(one)}\n`).join('');

/** For tests: the newest round of a thread, which must have one. */
export function newestRound({ rounds }: Thread): Round {
  const round = rounds.at(-1);
  if (!round) throw new Error('The thread has no round.');
  return round;
}

/** For tests: the rounds that events make. */
export const roundsOf = (events: Iterable<AgentEvent>): Round[] => [...reduceAll(emptyThread, events).rounds];

/** For tests: the newest round that events make. */
export const roundOf = (events: Iterable<AgentEvent>): Round => newestRound(reduceAll(emptyThread, events));

/** For tests: the items of one kind. */
export const ofKind = <K extends Item['kind']>(round: { items: Iterable<Item> } | undefined, kind: K) =>
  [...(round?.items ?? [])].filter((item): item is Extract<Item, { kind: K }> => item.kind === kind);

/** For tests: of which kind the items are. */
export const kinds = (round: { items: Iterable<Item> }): Item['kind'][] => [...round.items].map(({ kind }) => kind);

/** For tests: the round after each piece of a stream that goes on; the app has given the prompt. */
export function liveRounds(format: FormatName, pieces: readonly string[]): Round[] {
  const decoder = createDecoder(format);
  let thread = reduce(emptyThread, { type: 'user_message', text: 'Go.' });
  return pieces.map((piece) => {
    thread = reduceAll(thread, decoder.push(piece));
    return newestRound(thread);
  });
}

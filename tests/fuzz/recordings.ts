import { readdirSync, readFileSync } from 'node:fs';
import { createDecoder } from '../../src/adapters/index.ts';
import type { AgentEvent } from '../../src/logic/index.ts';
import { formatOf, parseReel, timelineOf } from '../../src/reel/index.ts';

/** All recorded runs of the repository, by their path in `fixtures/`. */
export const recordings = readdirSync('fixtures', { recursive: true, encoding: 'utf8' }).filter((each) =>
  each.endsWith('.reel.jsonl'),
);

/** The events of a recording, stamped with its own clock as a transport does it. */
export function eventsOf(recording: string): AgentEvent[] {
  const reel = parseReel(readFileSync(`fixtures/${recording}`, 'utf8'));
  const decoder = createDecoder(formatOf(reel));
  const { chunks, end } = timelineOf(reel);
  const stamped = (events: AgentEvent[], at: number) => events.map((event) => ({ at, ...event }));
  return [
    ...chunks.flatMap(({ bytes, time }) => stamped(decoder.push(bytes), time)),
    ...stamped(decoder.end(), end.time),
  ];
}

import type { AgentEvent } from '../logic/events.ts';
import { createDecoder, type FormatName } from './index.ts';

/** The events of a stream that is there as a whole, in whatever pieces it came. */
export function decodeAll(format: FormatName, chunks: Iterable<string | Uint8Array>): AgentEvent[] {
  const decoder = createDecoder(format);
  const events: AgentEvent[] = [];
  for (const chunk of chunks) for (const event of decoder.push(chunk)) events.push(event);
  for (const event of decoder.end()) events.push(event);
  return events;
}

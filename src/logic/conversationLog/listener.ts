import type { AgentEvent } from '../events.ts';
import { hear, noneHeard } from '../fold/seen.ts';
import { createDeltaBuffer } from './deltaBuffer.ts';
import { createKnownItems } from './knownItems.ts';
import { markerRows } from './markerRows.ts';
import type { LogStore } from './store.ts';

export interface Listener {
  listener(event: AgentEvent): void;
  /** What is buffered since the last boundary, as events. */
  open(): AgentEvent[];
}

/**
 * Buffers what streams and writes it at each boundary: the thinking of a turn first, then its text
 * (SPEC R5.2). Deltas of one item are joined, so that a log is as long as what was said, not as the
 * number of deltas; what is written folds to the same thread as the live events.
 */
export function createListener(store: LogStore): Listener {
  const buffer = createDeltaBuffer();
  let heard = noneHeard;

  const isRepeated = (event: AgentEvent) => {
    const now = hear(heard, event);
    heard = now ?? heard;
    return now === undefined;
  };
  const items = createKnownItems();
  const rowOf = markerRows();
  // After a reload the stream may tell again, or go on with, what is written.
  for (const event of store.read()) {
    isRepeated(event);
    items.opens(event);
  }
  const write = (entries: readonly AgentEvent[]) => {
    if (entries.length > 0) store.append(entries);
  };

  return {
    open: () => buffer.list(),
    listener(event) {
      if (isRepeated(event)) return;
      const row = rowOf(event, () => [...store.read(), ...buffer.list()]);
      // What opens an item is a boundary: nothing that follows joins what stands before it.
      if (items.opens(event)) {
        write([...buffer.take(), event]);
        return;
      }
      switch (event.type) {
        case 'text_delta':
        case 'thinking_delta':
          // Thinking that follows text of its turn stays behind it: the text is written first (SPEC R5.1).
          if (event.type === 'thinking_delta' && buffer.hasText(event.agentId)) write(buffer.take());
          buffer.addProse(event, items.isFresh(event.agentId));
          return;
        case 'tool_args_delta':
        case 'tool_output_delta':
          buffer.addOfCall(event);
          return;
        case 'tool_output':
          buffer.addSnapshot(event);
          return;
        case 'tool_preparing':
          buffer.addMarker(event, row);
          return;
        default:
          write([...buffer.take(), event]);
      }
    },
  };
}

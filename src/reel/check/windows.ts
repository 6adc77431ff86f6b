import { createConversationLog } from '../../logic/conversationLog/conversationLog.ts';
import type { AgentEvent } from '../../logic/events.ts';
import { parseJson, writeJson } from '../../logic/json.ts';
import { emptyThread, type Thread } from '../../logic/thread.ts';
import type { Place, Report } from './findings.ts';
import { createComparison } from './sameShown.ts';

export type Reduce = (thread: Thread, event: AgentEvent) => Thread;

/** Sees whether a reload, and a window that joins late, show what is shown live (SPEC R5.3). */
export interface Windows {
  /** The live stream has given an event: the log hears it, and so do the windows that have joined. */
  hear(event: AgentEvent): void;
  /** Reloads now, compares with what is shown live, and lets a window join that goes on from here. */
  reload(live: Thread, place: Place, joins: boolean): void;
  /** Compares all windows that have joined with what is shown live. */
  compare(live: Thread): void;
}

/** One that joined, and since then takes the live events. */
interface Window {
  readonly place: Place;
  thread: Thread;
}

/** `reduce` folds for them all. */
export function createWindows(reduce: Reduce, report: Report): Windows {
  const differenceOf = createComparison();
  let written: Thread = emptyThread;
  let joined: Window[] = [];
  // What is written is folded once: a reload has only the open buffers to add.
  const log = createConversationLog({
    append(entries) {
      for (const entry of entries) written = reduce(written, stored(entry));
    },
    read: () => [],
  });

  function isSame({ place, thread }: Window, live: Thread): boolean {
    const difference = differenceOf(thread, live);
    if (difference === undefined) return true;
    const text = `A window that joined at line ${place.line}, after event ${place.event}, shows something else`;
    report('R5.3', `${text}: ${difference}.`, `window ${difference}`);
    return false;
  }

  return {
    hear(event) {
      log.listener(event);
      for (const window of joined) window.thread = reduce(window.thread, event);
    },
    reload(live, place, joins) {
      // The store reads as empty: what is written is in `written` already.
      const thread = log.replay().reduce((so, entry) => reduce(so, stored(entry)), written);
      const difference = differenceOf(thread, live);
      if (difference !== undefined)
        report('R5.3', `A reload shows something else than the live stream: ${difference}.`);
      // On the way the windows are looked at in turn, at the end all are.
      const next = joined.shift();
      if (next && isSame(next, live)) joined.push(next);
      if (joins && difference === undefined) joined.push({ place, thread });
    },
    compare(live) {
      joined = joined.filter((window) => isSame(window, live));
    },
  };
}

/** An entry as a log gives it back: its text, read again. */
function stored(entry: AgentEvent): AgentEvent {
  const text = writeJson(entry);
  const read: unknown = text === undefined ? undefined : parseJson(text);
  return isEvent(read) ? read : entry;
}

function isEvent(value: unknown): value is AgentEvent {
  return typeof value === 'object' && value !== null && 'type' in value;
}

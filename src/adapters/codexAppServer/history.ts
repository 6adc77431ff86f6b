import { snake } from '../codex/item.ts';
import type { EventSink } from '../decoder.ts';
import { type JsonObject, list, number, text } from '../json.ts';
import type { RunReader } from './runs.ts';

/** What a thread that is opened again tells of the runs before: each as if it came now (SPEC R5.4). */
export function readHistory(
  sink: EventSink,
  runs: RunReader,
  thread: unknown,
  readItem: (item: JsonObject) => void,
): void {
  const threadId = text(thread, 'id');
  if (threadId === undefined || runs.isRunning()) return;
  for (const turn of list(thread, 'turns')) {
    const turnId = text(turn, 'id');
    if (turnId === undefined || runs.knows(turnId)) continue;
    sink.setTime(seconds(turn, 'startedAt'));
    runs.started(threadId, turnId);
    for (const item of list(turn, 'items')) readItem({ threadId, turnId, item });
    if (snake(text(turn, 'status') ?? '') === 'in_progress') continue;
    sink.setTime(seconds(turn, 'completedAt'));
    runs.completed(threadId, turn);
  }
}

function seconds(turn: unknown, name: string): number | undefined {
  const at = number(turn, name);
  return at === undefined ? undefined : at * 1000;
}

/** Whether an answer may hold what a thread did before; a client also reads threads that it does not open. */
export function opensThread(method: string | undefined): boolean {
  return method === undefined || method === 'thread/resume' || method === 'thread/fork';
}

import type { AgentEvent } from '../logic/events.ts';
import { reduce } from '../logic/reducer.ts';
import { emptyThread, type Thread } from '../logic/thread.ts';
import { decoderOf } from './decoderOf.ts';
import { isCut, type Reel } from './format.ts';
import { timelineOf } from './timeline.ts';

/**
 * The thread when `chunk` chunks of a reel have come, as an app has it that was there: the prompt of
 * the header first, events stamped by the reel's clock, and the end of the stream with the last chunk.
 * @throws {ReelError} where the reel's format is not known.
 */
export function threadAt(reel: Reel, chunk: number): Thread {
  const { prompt, recordedAt } = reel.header;
  const { chunks, end } = timelineOf(reel);
  const decoder = decoderOf(reel);
  const epoch = Date.parse(recordedAt);
  let thread = emptyThread;
  const fold = (events: readonly AgentEvent[], time: number) => {
    for (const event of events) thread = reduce(thread, { at: epoch + time, ...event });
  };
  if (prompt !== undefined) fold([{ type: 'user_message', text: prompt }], 0);
  for (const { bytes, time } of chunks.slice(0, chunk)) fold(decoder.push(bytes), time);
  if (chunk >= chunks.length) fold(decoder.end(isCut(end.cause)), chunks.at(-1)?.time ?? 0);
  return thread;
}

import type { EventSink } from '../decoder.ts';
import { type JsonObject, list, member, text } from '../json.ts';
import { toolResult } from '../toolResult.ts';
import type { Rounds } from './rounds.ts';

/**
 * Reads the body of a request, of which only the last message is new: the reader's words, or the results of tools.
 * Texts beside results are what a program adds for its model.
 */
export function createRequestReader(sink: EventSink, rounds: Rounds): (request: JsonObject) => void {
  let before = '';

  function finished(block: unknown): void {
    const callId = text(block, 'tool_use_id');
    if (callId === undefined || !rounds.returned(callId)) return;
    const isError = member(block, 'is_error') === true;
    const result = toolResult(member(block, 'content'));
    sink.emit({ type: 'tool_call_finished', callId, result, ...(isError && { isError }) });
  }

  return (request) => {
    const messages = list(request, 'messages');
    if (messages.length === 0) return;
    rounds.requested();
    const newest = messages.at(-1);
    if (text(newest, 'role') !== 'user') return;
    const content = member(newest, 'content');
    const results = list(newest, 'content').filter((block) => text(block, 'type') === 'tool_result');
    for (const result of results) finished(result);
    if (results.length > 0) return;
    const said = typeof content === 'string' ? content : wordsIn(list(newest, 'content'));
    // A request that is made again, because its answer failed, holds no new words.
    const asked = `${messages.length}\n${said}`;
    if (asked === before && rounds.isOpen()) return;
    before = asked;
    rounds.prompt(said);
  };
}

/** Programs put reminders for their model before or after what the reader wrote. */
function wordsIn(blocks: readonly unknown[]): string {
  const said = blocks
    .filter((block) => text(block, 'type') === 'text')
    .map((block) => text(block, 'text') ?? '')
    .filter((piece) => !piece.trimStart().startsWith('<system-reminder>'));
  return said.join('\n');
}

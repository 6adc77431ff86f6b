import type { EventSink, Format, MessageReader } from './decoder.ts';
import { interrupt } from './endings.ts';
import { isObject, type JsonObject, member, number, text } from './json.ts';
import { endOfError, endOfFinish } from './opencode/ends.ts';
import { createParts } from './opencode/parts.ts';
import { createTurns } from './opencode/turns.ts';
import { holdEnd, type RunEnd, tellEnd } from './runEnd.ts';

const PARTS: ReadonlySet<unknown> = new Set(['step_start', 'text', 'reasoning', 'tool_use', 'step_finish']);

/**
 * What `opencode run --format json` writes: a line for each part that is whole, a tool only once it has ended. The end
 * of the last step is the end of the run unless another step follows; newer versions say `done`.
 */
export const opencodeRun: Format = {
  recognises: ({ type, sessionID, part }) =>
    typeof sessionID === 'string' && (PARTS.has(type) ? isObject(part) : type === 'error' || type === 'done'),
  open,
};

function open(sink: EventSink): MessageReader {
  const turns = createTurns(sink, undefined);
  const parts = createParts(sink, turns, { atPartTimes: true });
  let release: (() => void) | undefined;
  let failure: RunEnd | undefined;
  let isOver = false;

  function readPart(part: JsonObject): void {
    const messageId = text(part, 'messageID');
    if (messageId === undefined) {
      sink.malformed();
      return;
    }
    // What an ended run holds is not continued: the next prompt's run.
    if (isOver) sink.emit({ type: 'run_started', runId: messageId });
    isOver = false;
    release = undefined;
    turns.open(messageId);
    parts.update(part);
    const reason = part.type === 'step-finish' ? text(part, 'reason') : undefined;
    if (reason === undefined || reason === 'tool-calls') return;
    failure = undefined;
    release = holdEnd(sink, endOfFinish(reason));
  }

  function finish(): void {
    if (isOver) return;
    isOver = true;
    if (failure) tellEnd(sink, failure);
    else if (release) release();
    else interrupt(sink);
    release = undefined;
    failure = undefined;
  }

  return {
    read(line, from) {
      if (from === 'client') return;
      const { type } = line;
      sink.setTime(number(line, 'timestamp'));
      if (PARTS.has(type)) {
        if (isObject(line.part)) readPart(line.part);
        else sink.malformed();
      } else if (type === 'error') {
        failure = endOfError(member(line, 'error'));
      } else if (type === 'done') {
        release ??= holdEnd(sink, { outcome: 'completed' });
        finish();
      } else sink.unknown(type);
    },
    end: finish,
  };
}

import type { Body, EventSink } from '../decoder.ts';
import { errorText } from '../endings.ts';
import { type JsonObject, known, member, text } from '../json.ts';

/** Reads how sub-agents begin and end. */
export interface SubagentReader {
  start(event: JsonObject): void;
  finish(event: JsonObject): void;
  fail(event: JsonObject): void;
}

export function createSubagentReader(sink: EventSink): SubagentReader {
  return {
    start(event) {
      const childId = text(event, 'subagentRunId');
      if (childId === undefined) {
        sink.malformed();
        return;
      }
      sink.emit(
        known<Body<'delegation_started'>>({
          type: 'delegation_started',
          childId,
          callId: text(event, 'parentToolCallId'),
          title: text(event, 'description') ?? text(event, 'name'),
        }),
        text(event, 'parentSubagentRunId'),
      );
    },
    finish(event) {
      const childId = text(event, 'subagentRunId');
      if (childId === undefined || text(member(event, 'outcome'), 'type') === 'suspended') return;
      sink.emit({ type: 'delegation_finished', childId, outcome: 'completed' });
    },
    fail(event) {
      const childId = text(event, 'subagentRunId');
      if (childId === undefined) return;
      sink.emit({ type: 'notice', level: 'error', code: 'error', text: errorText(event.message) }, childId);
      sink.emit({ type: 'delegation_finished', childId, outcome: 'failed' });
    },
  };
}

import type { Body, EventSink } from '../decoder.ts';
import { type JsonObject, known, list, member, text } from '../json.ts';

/** Reads what the client posts to start a run: the reader's words and their answers to interrupts. */
export function readInput(sink: EventSink, input: JsonObject): void {
  const newest = list(input, 'messages').at(-1);
  const said = text(newest, 'role') === 'user' ? text(newest, 'content') : undefined;
  if (said !== undefined) {
    sink.emit(known<Body<'user_message'>>({ type: 'user_message', text: said, id: text(newest, 'id') }));
  }
  readResume(sink, input);
}

/** Reads the answers to interrupts in a run's input, which the run may repeat when it starts. */
export function readResume(sink: EventSink, input: unknown): void {
  for (const entry of list(input, 'resume')) {
    const approvalId = text(entry, 'interruptId');
    if (approvalId === undefined) continue;
    const payload = member(entry, 'payload');
    const denied = text(entry, 'status') === 'cancelled' || payload === false || member(payload, 'approved') === false;
    sink.emit({ type: 'approval_resolved', approvalId, decision: denied ? 'denied' : 'approved' });
  }
}

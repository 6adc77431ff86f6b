import type { Body, EventSink } from '../decoder.ts';
import { type JsonObject, known, list, member, text } from '../json.ts';

/** Reads what the client posts: the reader's words, and their answers to approvals. */
export function readRequest(sink: EventSink, request: JsonObject): void {
  const newest = list(request, 'messages').at(-1);
  const id = text(newest, 'id');
  const parts = list(newest, 'parts');
  if (text(newest, 'role') === 'user') {
    const said = parts.map((part) => (text(part, 'type') === 'text' ? (text(part, 'text') ?? '') : '')).join('');
    sink.emit(known<Body<'user_message'>>({ type: 'user_message', text: said, id }));
  }
  for (const part of parts) {
    const approval = member(part, 'approval');
    const approvalId = text(approval, 'id');
    const approved = member(approval, 'approved');
    if (approvalId === undefined || typeof approved !== 'boolean') continue;
    sink.emit(
      known<Body<'approval_resolved'>>({
        type: 'approval_resolved',
        approvalId,
        decision: approved ? 'approved' : 'denied',
        reason: text(approval, 'reason'),
      }),
    );
  }
}

import type { Agents } from '../claude/agents.ts';
import type { Body, EventSink } from '../decoder.ts';
import { type JsonObject, known, member, text } from '../json.ts';

/** Reads that the program asks the client for leave to use a tool. */
export function readControlRequest(sink: EventSink, agents: Agents, line: JsonObject): void {
  const approvalId = text(line, 'request_id');
  const request = line.request;
  if (approvalId === undefined || text(request, 'subtype') !== 'can_use_tool') return;
  const callId = text(request, 'tool_use_id');
  sink.emit(
    known<Body<'approval_requested'>>({
      type: 'approval_requested',
      approvalId,
      name: text(request, 'tool_name') ?? '',
      callId,
      args: member(request, 'input'),
    }),
    callId === undefined ? undefined : agents.ownerOf(callId),
  );
}

/** Reads what the client answers. */
export function readControlResponse(sink: EventSink, line: JsonObject): void {
  const response = line.response;
  const approvalId = text(response, 'request_id');
  const behavior = text(member(response, 'response'), 'behavior');
  if (approvalId === undefined || behavior === undefined) return;
  sink.emit(
    known<Body<'approval_resolved'>>({
      type: 'approval_resolved',
      approvalId,
      decision: behavior === 'allow' ? 'approved' : 'denied',
      reason: text(member(response, 'response'), 'message'),
    }),
  );
}

import type { ApprovalOption } from '../../logic/events.ts';
import type { Body, EventSink } from '../decoder.ts';
import { isObject, type JsonObject, known, list, member, text } from '../json.ts';
import type { Session } from './session.ts';

/** Reads what a session asks its user: permissions, and questions of the model. */
export interface Approvals {
  permissionAsked(session: Session, asked: JsonObject): void;
  permissionReplied(session: Session, reply: JsonObject): void;
  questionAsked(session: Session, asked: JsonObject): void;
  questionReplied(session: Session, reply: JsonObject): void;
  questionRejected(session: Session, reply: JsonObject): void;
}

const REPLIES: readonly ApprovalOption[] = [
  { id: 'once', label: 'Allow once', kind: 'allow_once' },
  { id: 'always', label: 'Always allow', kind: 'allow_always' },
  { id: 'reject', label: 'Reject', kind: 'reject_once' },
];

/** Permissions for more than what the call itself says. */
const BEYOND_CALL: ReadonlySet<string> = new Set(['external_directory', 'doom_loop']);

export function createApprovals(sink: EventSink): Approvals {
  /** Answers come as labels; an option's id is its place. */
  const labels = new Map<string, readonly string[]>();

  return {
    permissionAsked(session, asked) {
      const approvalId = text(asked, 'id');
      if (approvalId === undefined) {
        sink.malformed();
        return;
      }
      const permission = text(asked, 'permission') ?? text(asked, 'action') ?? text(asked, 'type') ?? '';
      const source = isObject(asked.tool) ? asked.tool : (asked.source ?? asked);
      const call = session.work.parts.calls.named(text(source, 'callID') ?? '');
      const isOfCall = call !== undefined && !BEYOND_CALL.has(permission);
      session.work.emit(
        known<Body<'approval_requested'>>({
          type: 'approval_requested',
          approvalId,
          name: isOfCall ? call.name : permission,
          callId: call?.callId,
          args: isOfCall ? undefined : permissionArgs(asked),
          options: REPLIES,
        }),
      );
    },
    permissionReplied(session, reply) {
      const approvalId = text(reply, 'requestID') ?? text(reply, 'permissionID');
      const optionId = text(reply, 'reply') ?? text(reply, 'response');
      if (approvalId === undefined || optionId === undefined) {
        sink.malformed();
        return;
      }
      const decision = optionId === 'reject' ? 'denied' : 'approved';
      const reason = text(reply, 'message');
      const body = { type: 'approval_resolved', approvalId, decision, optionId, reason } as const;
      session.work.emit(known<Body<'approval_resolved'>>(body));
      if (decision === 'denied') session.denied();
    },
    questionAsked(session, asked) {
      const approvalId = text(asked, 'id');
      if (approvalId === undefined) {
        sink.malformed();
        return;
      }
      const questions = list(asked, 'questions');
      const only = questions.length === 1 && member(questions[0], 'multiple') !== true ? questions[0] : undefined;
      const choices = list(only, 'options').flatMap((option) => text(option, 'label') ?? []);
      if (choices.length > 0) labels.set(approvalId, choices);
      session.work.emit(
        known<Body<'approval_requested'>>({
          type: 'approval_requested',
          approvalId,
          name: 'question',
          callId: session.work.parts.calls.named(text(asked.tool, 'callID') ?? '')?.callId,
          args: only === undefined ? { questions } : { question: member(only, 'question') },
          options: choices.length > 0 ? choices.map((label, i) => ({ id: String(i), label })) : undefined,
        }),
      );
    },
    questionReplied(session, reply) {
      const approvalId = text(reply, 'requestID');
      if (approvalId === undefined) {
        sink.malformed();
        return;
      }
      const answers = list(reply, 'answers').flat().map(String);
      const place = labels.get(approvalId)?.indexOf(answers[0] ?? '') ?? -1;
      labels.delete(approvalId);
      session.work.emit(
        known<Body<'approval_resolved'>>({
          type: 'approval_resolved',
          approvalId,
          decision: 'approved',
          optionId: place < 0 ? undefined : String(place),
          reason: place < 0 && answers.length > 0 ? answers.join(', ') : undefined,
        }),
      );
    },
    questionRejected(session, reply) {
      const approvalId = text(reply, 'requestID');
      if (approvalId === undefined) {
        sink.malformed();
        return;
      }
      labels.delete(approvalId);
      session.work.emit({ type: 'approval_resolved', approvalId, decision: 'denied' });
      session.denied();
    },
  };
}

/** What is asked for, as the arguments of a question. */
function permissionArgs(asked: JsonObject): unknown {
  const patterns = asked.patterns ?? asked.resources ?? asked.pattern;
  return { ...(patterns !== undefined && { patterns }), ...(isObject(asked.metadata) && asked.metadata) };
}

import type { ApprovalOption, Decision, EventBody } from '../../logic/events.ts';
import { known, list, member, text } from '../json.ts';
import type { JsonRpcRequest } from '../jsonRpc.ts';
import type { Session } from './session.ts';

/** Reads the agent's questions whether a tool may run, and the answers of the client. */
export interface Permissions {
  ask(request: JsonRpcRequest, session: Session): void;
  answer(request: JsonRpcRequest, result: unknown): void;
}

interface Question {
  readonly session: Session;
  readonly approvalId: string;
  readonly callId: string | undefined;
  readonly options: readonly ApprovalOption[];
}

const DENIES = /^(?:reject|den|decline|refuse|cancel|abort|no)(?:$|[-_ ]|y|ied)/i;

export function createPermissions(): Permissions {
  const open = new Map<JsonRpcRequest, Question>();
  let count = 0;

  return {
    ask(request, session) {
      const { params } = request;
      const asked = [...open].find(([known, { session: its }]) => its === session && isSame(known, request));
      if (asked) {
        open.delete(asked[0]);
        open.set(request, asked[1]);
        return;
      }
      const toolCall = member(params, 'toolCall');
      const callId = text(toolCall, 'toolCallId');
      // The call may never have been announced but by this.
      if (callId !== undefined) session.calls.update(toolCall, true);
      const question = { session, callId, approvalId: `permission-${++count}`, options: optionsOf(params) };
      open.set(request, question);
      const about = callId === undefined ? { name: '', args: undefined } : session.calls.askedAbout(callId);
      session.emit(
        known<Extract<EventBody, { type: 'approval_requested' }>>({
          type: 'approval_requested',
          approvalId: question.approvalId,
          callId,
          ...about,
          options: question.options,
        }),
      );
    },
    answer(request, result) {
      const question = open.get(request);
      if (!question) return;
      open.delete(request);
      const { session, approvalId, callId, options } = question;
      const optionId = text(member(result, 'outcome'), 'optionId');
      const decision = decisionOf(options, optionId);
      session.emit(
        known<Extract<EventBody, { type: 'approval_resolved' }>>({
          type: 'approval_resolved',
          approvalId,
          decision,
          optionId,
        }),
      );
      if (decision === 'approved' && callId !== undefined) session.calls.allowed(callId);
    },
  };
}

/** A question that is sent again while it is open is asked once (SPEC R5.4); another agent's may have its number. */
function isSame(known: JsonRpcRequest, request: JsonRpcRequest): boolean {
  return known.id === request.id && JSON.stringify(known.params) === JSON.stringify(request.params);
}

function optionsOf(params: unknown): readonly ApprovalOption[] {
  return list(params, 'options').flatMap((option) => {
    const id = text(option, 'optionId');
    if (id === undefined) return [];
    return [known<ApprovalOption>({ id, label: text(option, 'name') ?? id, kind: text(option, 'kind') })];
  });
}

/** Without an option the question was cancelled, or failed. */
function decisionOf(options: readonly ApprovalOption[], optionId: string | undefined): Decision {
  if (optionId === undefined) return 'denied';
  const kind = options.find(({ id }) => id === optionId)?.kind;
  return DENIES.test(kind ?? optionId) ? 'denied' : 'approved';
}

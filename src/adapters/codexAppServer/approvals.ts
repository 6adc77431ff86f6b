import type { ApprovalOption, Decision } from '../../logic/events.ts';
import { changeArguments, fileChanges, joinedDiff } from '../codex/fileChanges.ts';
import { shellScript } from '../codex/shellCommand.ts';
import type { Body, EventSink } from '../decoder.ts';
import { errorText } from '../endings.ts';
import { isObject, known, list, member, text } from '../json.ts';
import type { JsonRpcRequest, JsonRpcResponse } from '../jsonRpc.ts';

/** Reads what the server asks its client to decide, and what the client answers. */
export interface Approvals {
  /** Whether the request is one for the reader. */
  asked(request: JsonRpcRequest, agentId: string | undefined): boolean;
  answered(response: JsonRpcResponse): void;
  /** The server has its answer, which a log of its lines alone does not hold. */
  resolved(requestId: unknown): void;
  /** The changes that an edit makes: a question about it tells only which edit it is. */
  changes(itemId: string, changes: unknown): void;
}

type Question = Omit<Body<'approval_requested'>, 'type' | 'approvalId'>;

export function createApprovals(sink: EventSink): Approvals {
  const edits = new Map<string, unknown>();
  const open = new Map<string, { readonly agentId: string | undefined; readonly isQuestion: boolean }>();

  function question({ method, params }: JsonRpcRequest): Question | undefined {
    switch (method) {
      case 'item/commandExecution/requestApproval':
      case 'execCommandApproval':
        return commandQuestion(params);
      case 'item/fileChange/requestApproval':
      case 'applyPatchApproval':
        return editQuestion(params, member(params, 'fileChanges') ?? edits.get(text(params, 'itemId') ?? ''));
      case 'item/permissions/requestApproval':
        return permissionQuestion(params);
      case 'item/tool/requestUserInput':
        return userQuestion(params);
      case 'mcpServer/elicitation/request':
      case 'item/mcpElicitation/requestDecision':
        return elicitation(params);
      default:
        return undefined;
    }
  }

  function resolve(approvalId: string, body: Omit<Body<'approval_resolved'>, 'type' | 'approvalId'>): void {
    const approval = open.get(approvalId);
    if (!approval) return;
    open.delete(approvalId);
    sink.emit({ type: 'approval_resolved', approvalId, ...body }, approval.agentId);
  }

  return {
    asked(request, agentId) {
      const asks = question(request);
      if (!asks) return false;
      const approvalId = String(request.id);
      open.set(approvalId, { agentId, isQuestion: request.method === 'item/tool/requestUserInput' });
      sink.emit({ type: 'approval_requested', approvalId, ...asks }, agentId);
      return true;
    },
    answered({ id, result, error }) {
      const approvalId = String(id);
      if (error !== undefined) resolve(approvalId, { decision: 'denied', reason: errorText(error) });
      else resolve(approvalId, answer(result));
    },
    resolved(requestId) {
      const approvalId = String(requestId);
      if (open.get(approvalId)?.isQuestion) resolve(approvalId, { decision: 'approved' });
    },
    changes(itemId, changes) {
      if (changes === undefined) edits.delete(itemId);
      else edits.set(itemId, changes);
    },
  };
}

function callId(params: unknown): string | undefined {
  return text(params, 'itemId') ?? text(params, 'callId');
}

function commandQuestion(params: unknown): Question {
  const told = member(params, 'command');
  const command = Array.isArray(told) ? told.join(' ') : text(params, 'command');
  const options = list(params, 'availableDecisions').flatMap(option);
  return known<Question>({
    name: 'shell',
    callId: callId(params),
    args: known({
      command: command === undefined ? undefined : shellScript(command),
      reason: text(params, 'reason'),
      network: member(params, 'networkApprovalContext') ?? undefined,
    }),
    options: options.length > 0 ? options : undefined,
  });
}

function editQuestion(params: unknown, source: unknown): Question {
  const changes = fileChanges(source);
  const diff = joinedDiff(changes);
  return known<Question>({
    name: 'apply_patch',
    callId: callId(params),
    args: known({ ...changeArguments(changes), reason: text(params, 'reason'), diff, root: text(params, 'grantRoot') }),
  });
}

function permissionQuestion(params: unknown): Question {
  const args = known({ reason: text(params, 'reason'), permissions: member(params, 'permissions') });
  return known<Question>({ name: 'request_permissions', callId: callId(params), args });
}

/** The agent has questions; the choices of a single one are the answers that are offered. */
function userQuestion(params: unknown): Question {
  const questions = list(params, 'questions');
  const [first] = questions;
  const choices = questions.length === 1 ? list(first, 'options').flatMap(choice) : [];
  return known<Question>({
    name: 'request_user_input',
    callId: callId(params),
    args: known({ question: text(first, 'question'), questions: questions.length > 1 ? questions : undefined }),
    options: choices.length > 0 ? choices : undefined,
  });
}

function choice(source: unknown): ApprovalOption | [] {
  const label = text(source, 'label');
  return label === undefined ? [] : { id: label, label };
}

function elicitation(params: unknown): Question {
  const name = text(params, 'serverName') ?? text(params, 'server') ?? 'mcp';
  const args = known({ message: text(params, 'message'), url: text(params, 'url') });
  return known<Question>({ name, callId: callId(params), args });
}

/** A decision is a name, or an object with one member that has it. */
function nameOf(decision: unknown): string | undefined {
  if (typeof decision === 'string') return decision;
  return isObject(decision) ? Object.keys(decision)[0] : undefined;
}

/** `acceptForSession` is offered as “Accept for session”. */
function option(decision: unknown): ApprovalOption | [] {
  const id = nameOf(decision);
  if (id === undefined) return [];
  const words = id.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
  return { id, label: words.charAt(0).toUpperCase() + words.slice(1) };
}

function answer(result: unknown): { decision: Decision; optionId?: string; reason?: string } {
  const answers = member(result, 'answers');
  if (isObject(answers)) return userAnswer(Object.values(answers).flatMap((one) => list(one, 'answers').map(String)));
  const permissions = member(result, 'permissions');
  if (isObject(permissions)) return { decision: Object.keys(permissions).length > 0 ? 'approved' : 'denied' };
  const decision = member(result, 'decision') ?? member(result, 'action');
  const name = nameOf(decision);
  return known<ReturnType<typeof answer>>({ decision: decided(name, decision), optionId: name });
}

function decided(name: string | undefined, decision: unknown): Decision {
  if (name === undefined) return 'denied';
  const policy = member(decision, name);
  const rule = text(member(policy, 'network_policy_amendment') ?? member(policy, 'networkPolicyAmendment'), 'action');
  if (rule !== undefined) return rule === 'deny' ? 'denied' : 'approved';
  return /^(?:accept|approve|allow)/.test(name) ? 'approved' : 'denied';
}

function userAnswer(answers: readonly string[]): { decision: Decision; optionId?: string; reason?: string } {
  const [first] = answers;
  if (first === undefined) return { decision: 'denied' };
  return answers.length === 1
    ? { decision: 'approved', optionId: first }
    : { decision: 'approved', reason: answers.join(', ') };
}

import type { Delegations } from '../codex/delegations.ts';
import { isObject, member, text } from '../json.ts';

/** Reads what comes back from the tools by which an agent starts others and waits for them. */
export function readAgentOutput(
  delegations: Delegations,
  call: { readonly callId: string; readonly name: string; readonly args: unknown },
  output: unknown,
): void {
  const tool = call.name.split('.').at(-1);
  if (tool === 'spawn_agent') {
    const threadId = text(output, 'agent_id') ?? text(output, 'thread_id');
    if (threadId === undefined) return;
    const prompt = text(call.args, 'message') ?? text(call.args, 'prompt');
    const title = text(output, 'nickname') ?? text(call.args, 'agent_type');
    delegations.started(threadId, { callId: call.callId, prompt, title });
  } else if (tool === 'wait' || tool === 'wait_agent') {
    const states = member(output, 'status');
    for (const [threadId, status] of Object.entries(isObject(states) ? states : {})) {
      readAgentState(delegations, threadId, status);
    }
  } else if (tool === 'close_agent') {
    const status = member(output, 'status') ?? member(output, 'previous_status');
    readAgentState(delegations, text(call.args, 'id') ?? text(call.args, 'target') ?? '', status);
  }
}

/** The state of an agent is a name, or an object with one member: the name, and what the agent said last. */
export function readAgentState(delegations: Delegations, threadId: string, status: unknown): void {
  if (typeof status === 'string') delegations.state(threadId, status, undefined);
  const [name] = isObject(status) ? Object.keys(status) : [];
  if (name !== undefined) delegations.state(threadId, name, text(status, name));
}

/** Whether a tool's output says something about other agents. */
export function isAgentCall(name: string): boolean {
  return /(?:^|\.)(?:spawn_agent|wait|wait_agent|close_agent)$/.test(name);
}

import type { ToolResult } from '../../logic/events.ts';
import { parseJson } from '../../logic/json.ts';
import type { Body, EventSink } from '../decoder.ts';
import { isObject, type JsonObject, known, text } from '../json.ts';
import { toolKind } from '../toolKinds.ts';

/**
 * The calls of `ui_messages.json`. A call is told when it runs, or before, where the user is asked; no message tells
 * its end: it is over when another follows, and what a command or server gave stands in between.
 */
export interface ClassicCalls {
  /** Reads a message about a call; false where it is none. */
  read(kind: string, said: string, ts: number, message: JsonObject, turnId: string | undefined): boolean;
  /** Another message comes: the call before it is over, unless this is what it gave. */
  settle(kind: string, ts: number): void;
}

interface OpenCall {
  readonly ts: number;
  readonly callId: string;
  /** Its question waits for the user. */
  isAsked: boolean;
  isReady: boolean;
  readonly outputs: string[];
}

const CALLS: ReadonlySet<string> = new Set(['browser_action', 'command', 'tool', 'use_mcp_server']);
const OUTPUTS: ReadonlySet<string> = new Set(['browser_action_result', 'command_output', 'mcp_server_response']);
const BETWEEN: ReadonlySet<string> = new Set([
  ...OUTPUTS,
  'checkpoint_created',
  'mcp_server_request_started',
  'shell_integration_warning',
]);

export function createClassicCalls(sink: EventSink): ClassicCalls {
  let open: OpenCall | undefined;

  function answered(call: OpenCall, isDenied: boolean): void {
    if (!call.isAsked) return;
    call.isAsked = false;
    const approvalId = `ask-${call.ts}`;
    sink.emit({ type: 'approval_resolved', approvalId, decision: isDenied ? 'denied' : 'approved' });
  }

  function finish(call: OpenCall): void {
    const result: ToolResult = { text: call.outputs.join('\n'), raw: call.outputs };
    sink.emit({ type: 'tool_call_finished', callId: call.callId, ...(call.outputs.length > 0 && { result }) });
  }

  function tell(said: string, kind: string, ts: number, message: JsonObject, turnId: string | undefined): void {
    const { name, args } = callOf(kind, said);
    const isPartial = message.partial === true;
    const call = open ?? { ts, callId: `cline-${ts}`, isAsked: false, isReady: false, outputs: [] };
    const { callId } = call;
    if (!open) {
      const body = { type: 'tool_call_started', callId, name, kind: toolKind(name), turnId } as const;
      sink.emit(known<Body<'tool_call_started'>>(body));
    }
    open = call;
    if (isPartial || call.isReady) return;
    call.isReady = true;
    if (message.type !== 'ask') {
      sink.emit({ type: 'tool_call_ready', callId, args });
      return;
    }
    call.isAsked = true;
    sink.emit({ type: 'tool_args', callId, args });
    sink.emit({ type: 'approval_requested', approvalId: `ask-${ts}`, name, callId });
  }

  return {
    read(kind, said, ts, message, turnId) {
      if (CALLS.has(kind)) {
        tell(said, kind, ts, message, turnId);
        return true;
      }
      if (!OUTPUTS.has(kind)) return false;
      if (open && said !== '' && message.type !== 'ask') {
        open.outputs.push(said);
        sink.emit({ type: 'tool_output_delta', callId: open.callId, delta: `${said}\n` });
      }
      return true;
    },
    settle(kind, ts) {
      if (!open || open.ts === ts) return;
      answered(open, kind === 'user_feedback');
      if (BETWEEN.has(kind)) return;
      finish(open);
      open = undefined;
    },
  };
}

/** The name and arguments of a call: JSON, but for a command's line. */
function callOf(kind: string, said: string): { readonly name: string; readonly args: unknown } {
  if (kind === 'command') return { name: 'execute_command', args: { command: said } };
  const told = parseJson(said);
  if (!isObject(told)) return { name: kind, args: said };
  if (kind === 'use_mcp_server') {
    const args = text(told, 'arguments');
    return { name: text(told, 'toolName') ?? kind, args: args === undefined ? told : (parseJson(args) ?? args) };
  }
  const { tool, ...args } = told;
  return { name: typeof tool === 'string' ? tool : kind, args };
}

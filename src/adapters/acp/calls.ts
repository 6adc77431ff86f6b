import type { EventBody } from '../../logic/events.ts';
import { writeJson } from '../../logic/json.ts';
import type { EventSink } from '../decoder.ts';
import { isObject, known, member, number, text } from '../json.ts';
import { blocksOf, changesOf, resultOf, type TerminalOutput, terminalOf, textOfBlocks } from './content.ts';
import { kindOf, nameOf } from './names.ts';

/** Reads tool calls: each update holds only what changed. */
export interface CallReader {
  /** `isNew`: the agent announces the call. */
  update(update: unknown, isNew: boolean): void;
  /** The user allowed the call: it runs. */
  allowed(callId: string): void;
  /** What a question about the call is about. */
  askedAbout(callId: string): { readonly name: string; readonly args: unknown };
  /** The client tells what a terminal shows. */
  terminal(params: unknown, result: unknown): void;
  /** Tells the open calls again. */
  retell(): void;
  knows(callId: string): boolean;
  /** How many calls there were. */
  readonly count: number;
  /** How many began, and how many ended, together. */
  readonly marks: number;
}

/** What the updates have added up to. */
interface Call {
  readonly callId: string;
  name: string;
  kind?: string | undefined;
  title?: string | undefined;
  args?: unknown;
  content: readonly unknown[];
  /** What was told of it: its title, its arguments and its output as texts. */
  told?: { title?: string | undefined; args?: string | undefined; output?: string | undefined } | undefined;
  isRunning: boolean;
  isDone: boolean;
}

export function createCallReader(sink: EventSink, emit: (body: EventBody) => void): CallReader {
  const calls = new Map<string, Call>();
  let ended = 0;
  const terminals = new Map<string, TerminalOutput & { readonly callId?: string | undefined }>();

  function callOf(callId: string): Call {
    const before = calls.get(callId);
    if (before) return before;
    const call: Call = { callId, name: '', content: [], isRunning: false, isDone: false };
    calls.set(callId, call);
    return call;
  }

  /** Takes over what an update holds; `null` is nothing. */
  function merge(call: Call, update: unknown): void {
    call.title = text(update, 'title') ?? call.title;
    call.kind = text(update, 'kind') ?? call.kind;
    if (call.name === '' && isAnnounced(call)) call.name = nameOf(update, call.kind, call.title);
    if (call.isDone && call.told) return;
    const content = member(update, 'content');
    if (Array.isArray(content) && !call.isDone) call.content = content;
    const args = member(update, 'rawInput') ?? argsOfChange(content);
    if (args !== undefined && !isEmpty(args)) call.args = args;
    const terminalId = terminalOf(call.content);
    if (terminalId !== undefined) terminals.set(terminalId, { ...terminals.get(terminalId), callId: call.callId });
  }

  /** A call without a title or kind has not been announced: no row is made up for it. */
  function tell(call: Call): void {
    const { callId, name, kind, title } = call;
    if (!isAnnounced(call)) return;
    if (call.told && call.told.title === title) return;
    call.told = { ...call.told, title };
    emit(
      known<Extract<EventBody, { type: 'tool_call_started' }>>({
        type: 'tool_call_started',
        callId,
        name,
        kind: kindOf(kind, name),
        title: title === name ? undefined : title,
      }),
    );
  }

  /** The arguments, if they are others than those that were told. */
  function newArgs(call: Call): unknown {
    const written = call.args === undefined ? undefined : writeJson(call.args);
    if (!call.told || written === undefined || written === call.told.args) return undefined;
    call.told.args = written;
    return call.args;
  }

  function tellArgs(call: Call): void {
    const args = newArgs(call);
    if (args !== undefined) emit({ type: 'tool_args', callId: call.callId, args });
  }

  function run(call: Call): void {
    if (call.isRunning || !call.told) {
      tellArgs(call);
      return;
    }
    call.isRunning = true;
    emit(
      known<Extract<EventBody, { type: 'tool_call_ready' }>>({
        type: 'tool_call_ready',
        callId: call.callId,
        args: newArgs(call),
      }),
    );
  }

  function output(call: Call, shown: string): void {
    if (shown === '' || !call.told || call.told.output === shown) return;
    call.told.output = shown;
    emit({ type: 'tool_output', callId: call.callId, output: shown });
  }

  function finish(call: Call, update: unknown, isError: boolean): void {
    if (call.isDone) return;
    call.isDone = true;
    ended++;
    tellArgs(call);
    const terminal = terminals.get(terminalOf(call.content) ?? '') ?? {};
    const result = resultOf(call.content, member(update, 'rawOutput') ?? undefined, terminal);
    emit({ type: 'tool_call_finished', callId: call.callId, result, ...(isError && { isError }) });
    call.content = [];
    call.args = undefined;
  }

  /** Agents that run commands for the client stream what they print beside the protocol. */
  function streamed(call: Call, update: unknown): void {
    const meta = member(update, '_meta');
    const data = text(member(meta, 'terminal_output'), 'data');
    if (data !== undefined) emit({ type: 'tool_output_delta', callId: call.callId, delta: data });
    const exitCode = number(member(meta, 'terminal_exit'), 'exit_code');
    const terminalId = text(member(meta, 'terminal_exit'), 'terminal_id') ?? terminalOf(call.content);
    if (exitCode !== undefined && terminalId !== undefined) {
      terminals.set(terminalId, { ...terminals.get(terminalId), exitCode });
    }
  }

  return {
    update(update, isNew) {
      const callId = text(update, 'toolCallId');
      if (callId === undefined) {
        sink.malformed();
        return;
      }
      const call = callOf(callId);
      merge(call, update);
      tell(call);
      streamed(call, update);
      const status = text(update, 'status') ?? (isNew ? 'pending' : undefined);
      if (status === 'completed') finish(call, update, false);
      else if (status === 'failed' || status === 'cancelled') finish(call, update, true);
      else if (status === 'in_progress' && !call.isDone) {
        run(call);
        output(call, textOfBlocks(blocksOf(call.content)));
      } else tellArgs(call);
    },
    allowed(callId) {
      const call = calls.get(callId);
      if (call && !call.isDone) run(call);
    },
    askedAbout(callId) {
      const { name, args, title, content } = callOf(callId);
      const details = textOfBlocks(blocksOf(content));
      return {
        name,
        args: args ?? known<{ title: string; details: string }>({ title, details: details || undefined }),
      };
    },
    terminal(params, result) {
      const id = text(params, 'terminalId') ?? text(result, 'terminalId');
      if (id === undefined) return;
      const before = terminals.get(id);
      const exitCode =
        number(member(result, 'exitStatus'), 'exitCode') ?? number(result, 'exitCode') ?? before?.exitCode;
      const shown = text(result, 'output') ?? before?.output;
      terminals.set(id, { ...before, output: shown, exitCode });
      const call = before?.callId === undefined ? undefined : calls.get(before.callId);
      if (call && shown !== undefined && !call.isDone) output(call, shown);
    },
    retell() {
      for (const call of calls.values()) {
        if (call.isDone || !call.told) continue;
        const { isRunning } = call;
        call.told = undefined;
        call.isRunning = false;
        tell(call);
        if (isRunning) run(call);
        else tellArgs(call);
      }
    },
    knows: (callId) => calls.has(callId),
    get count() {
      return calls.size;
    },
    get marks() {
      return calls.size + ended;
    },
  };
}

function isAnnounced({ title, kind }: Call): boolean {
  return title !== undefined || kind !== undefined;
}

/** An edit that is told only by its change: its text before and after are its arguments. */
function argsOfChange(content: unknown): unknown {
  const changes = changesOf(Array.isArray(content) ? content : []);
  return changes.length === 1 ? changes[0] : undefined;
}

function isEmpty(args: unknown): boolean {
  return isObject(args) && Object.keys(args).length === 0;
}

import type { EventBody, ToolResult } from '../../logic/events.ts';
import type { Body, EventSink } from '../decoder.ts';
import { type JsonObject, known, list, member, number, text } from '../json.ts';
import { toolKind } from '../toolKinds.ts';

/** What a call of a session is named by, for what is asked about it. */
export interface CallName {
  readonly callId: string;
  readonly name: string;
}

/** Hears that a call gives its work to another session. */
export type DelegateListener = (childSession: string, callId: string, input: unknown) => void;

/** The calls of one session, told by tool parts: pending, running with growing snapshots of the output, at last ended. */
export interface Calls {
  update(part: JsonObject, turnId: string | undefined): void;
  /** A piece of the arguments of the call that a part is. */
  argsDelta(partId: string, delta: string): void;
  /** The newest call that has this id on the wire. */
  named(wireId: string): CallName | undefined;
}

interface Call extends CallName {
  isStarted: boolean;
  isReady: boolean;
  title: string | undefined;
  /** What has been told of the text of its arguments, and of its output. */
  raw: string;
  output: string;
}

/** `atPartTimes`: the events get the times that the part carries. */
export function createCalls(
  sink: EventSink,
  agentId: string | undefined,
  atPartTimes: boolean,
  delegates: DelegateListener,
): Calls {
  const open = new Map<string, Call>();
  /** Models may number their calls from the start again: the first part to use an id keeps it. */
  const owners = new Map<string, string>();
  const newest = new Map<string, CallName>();
  const ended = new Set<string>();

  const emit = (body: EventBody): void => sink.emit(body, agentId);

  function callOf(part: JsonObject, partId: string): Call {
    const known = open.get(partId);
    if (known) return known;
    const wireId = text(part, 'callID') ?? partId;
    const owner = owners.get(wireId) ?? partId;
    owners.set(wireId, owner);
    const callId = owner === partId ? wireId : `${wireId}/${partId}`;
    const name = text(part, 'tool') ?? '';
    const call = { callId, name, isStarted: false, isReady: false, title: undefined, raw: '', output: '' };
    open.set(partId, call);
    newest.set(wireId, call);
    return call;
  }

  /** Tells of a call; with `args` it is whole and runs. */
  function start(call: Call, turnId: string | undefined, args?: unknown): void {
    const { callId, name, title } = call;
    emit(
      known<Body<'tool_call_started'>>({
        type: 'tool_call_started',
        callId,
        name,
        title,
        kind: toolKind(name),
        turnId,
        args,
      }),
    );
    call.isStarted = true;
    call.isReady = args !== undefined;
  }

  function run(call: Call, turnId: string | undefined, state: unknown): void {
    const args = member(state, 'input') ?? {};
    const title = text(state, 'title');
    const isNewTitle = title !== undefined && title !== call.title;
    call.title = title ?? call.title;
    if (!call.isStarted) start(call, turnId, args);
    else if (!call.isReady) {
      call.isReady = true;
      emit({ type: 'tool_call_ready', callId: call.callId, args });
      if (isNewTitle) start(call, turnId, args);
    } else if (isNewTitle) start(call, turnId, args);
  }

  function prepare(call: Call, turnId: string | undefined, raw: string): void {
    if (!call.isStarted) start(call, turnId);
    if (raw.length <= call.raw.length || !raw.startsWith(call.raw)) return;
    emit({ type: 'tool_args_delta', callId: call.callId, delta: raw.slice(call.raw.length) });
    call.raw = raw;
  }

  function showOutput(call: Call, output: unknown): void {
    if (typeof output !== 'string' || output === call.output) return;
    call.output = output;
    emit({ type: 'tool_output', callId: call.callId, output });
  }

  function finish(call: Call, partId: string, state: unknown): void {
    const { callId } = call;
    if (member(state, 'status') === 'error')
      emit({ type: 'tool_call_finished', callId, result: failure(state), isError: true });
    else emit({ type: 'tool_call_finished', callId, result: result(state) });
    open.delete(partId);
    ended.add(partId);
  }

  return {
    update(part, turnId) {
      const partId = text(part, 'id') ?? text(part, 'callID');
      if (partId === undefined) {
        sink.malformed();
        return;
      }
      if (ended.has(partId)) return;
      const call = callOf(part, partId);
      const { state } = part;
      const status = member(state, 'status');
      if (status === 'pending') {
        prepare(call, turnId, text(state, 'raw') ?? '');
        return;
      }
      const time = member(state, 'time');
      if (atPartTimes) sink.setTime(number(time, 'start'));
      run(call, turnId, state);
      const childSession = text(member(state, 'metadata'), 'sessionId');
      if (childSession !== undefined) delegates(childSession, call.callId, member(state, 'input'));
      if (status === 'running') {
        showOutput(call, member(member(state, 'metadata'), 'output'));
        return;
      }
      if (atPartTimes) sink.setTime(number(time, 'end') ?? number(time, 'start'));
      finish(call, partId, state);
    },
    argsDelta(partId, delta) {
      const call = open.get(partId);
      if (!call || call.isReady) return;
      call.raw += delta;
      emit({ type: 'tool_args_delta', callId: call.callId, delta });
    },
    named: (wireId) => newest.get(wireId),
  };
}

function result(state: unknown): ToolResult {
  const metadata = member(state, 'metadata');
  const images = list(state, 'attachments').flatMap((file) => {
    const url = text(file, 'mime')?.startsWith('image/') === true ? text(file, 'url') : undefined;
    return url === undefined ? [] : [url];
  });
  return known<ToolResult>({
    text: text(state, 'output') ?? '',
    exitCode: number(metadata, 'exit'),
    diff: text(metadata, 'diff'),
    images: images.length > 0 ? images : undefined,
    raw: state,
  });
}

function failure(state: unknown): ToolResult {
  const error = text(state, 'error') ?? 'The tool failed.';
  return { text: error, raw: state };
}

import type { ToolKind } from '../../logic/events.ts';
import type { Body, EventSink } from '../decoder.ts';
import { isObject, known, list, member, text } from '../json.ts';
import type { CallReader } from './calls.ts';
import type { Rounds } from './rounds.ts';

/** Reads the steps of one interaction, each by its index. */
export interface StepReader {
  start(index: unknown, step: unknown): void;
  delta(index: unknown, delta: unknown): void;
  stop(index: unknown): void;
  /** Whether the interaction calls functions of the client. */
  readonly hasCalls: boolean;
  /** Another interaction begins. */
  restart(): void;
}

interface Step {
  readonly type: string;
  readonly itemId: string;
  /** Of a call, and of a result the call that it is for. */
  readonly callId: string | undefined;
  /** What the start told; pieces replace it. */
  args: unknown;
  hasPieces: boolean;
}

/** What the provider's own tools do. */
const KINDS: ReadonlyMap<string, ToolKind> = new Map([
  ['google_search', 'search'],
  ['file_search', 'search'],
  ['google_maps', 'search'],
  ['url_context', 'fetch'],
  ['code_execution', 'shell'],
]);
const CALL = /^(.+)_call$/;
const RESULT = /_result$/;
const SILENT = new Set(['text_annotation_delta', 'text_annotation', 'image', 'audio', 'document', 'video']);

export function createStepReader(sink: EventSink, rounds: Rounds, calls: CallReader): StepReader {
  const steps = new Map<unknown, Step>();
  let hasCalls = false;

  function startCall(tool: string, source: unknown): string {
    hasCalls ||= tool === 'function';
    const { turnId } = rounds;
    return calls.start({ turnId, name: text(source, 'name') ?? tool, id: text(source, 'id'), kind: KINDS.get(tool) });
  }

  function start(index: unknown, source: unknown): Step {
    const type = text(source, 'type') ?? '';
    const tool = CALL.exec(type)?.[1];
    const step: Step = {
      type,
      itemId: `${rounds.turnId}/step-${String(index)}`,
      callId: tool === undefined ? text(source, 'call_id') : startCall(tool, source),
      args: member(source, 'arguments'),
      hasPieces: false,
    };
    steps.set(index, step);
    for (const content of list(source, 'content')) say(step, text(content, 'text'));
    for (const content of list(source, 'summary')) think(step, text(content, 'text'));
    if (type === 'thought') think(step, undefined, text(source, 'signature'));
    if (RESULT.test(type)) finishCall(step, source);
    return step;
  }

  function say({ type, itemId }: Step, delta: string | undefined): void {
    if (delta !== undefined && type !== 'user_input') {
      sink.emit({ type: 'text_delta', delta, turnId: rounds.turnId, itemId });
    }
  }

  function think({ itemId }: Step, delta: string | undefined, signature?: string): void {
    if (delta === undefined && signature === undefined) return;
    sink.emit(
      known<Body<'thinking_delta'>>({
        type: 'thinking_delta',
        delta: delta ?? '',
        turnId: rounds.turnId,
        itemId,
        signature,
      }),
    );
  }

  function pieceOfArgs(step: Step, said: unknown): void {
    if (isObject(said)) step.args = said;
    if (step.callId === undefined || typeof said !== 'string' || said === '') return;
    step.hasPieces = true;
    sink.emit({ type: 'tool_args_delta', callId: step.callId, delta: said });
  }

  function finishCall({ callId }: Step, source: unknown): void {
    const result = member(source, 'result');
    if (callId !== undefined && result !== undefined) {
      calls.finish(callId, result, member(source, 'is_error') === true);
    }
  }

  return {
    start,
    delta(index, said) {
      const type = text(said, 'type') ?? '';
      // A stream that is joined late has not told of the step.
      const step = steps.get(index) ?? start(index, { type: type.startsWith('thought') ? 'thought' : 'model_output' });
      if (type === 'text') say(step, text(said, 'text'));
      else if (type === 'thought_summary') think(step, text(member(said, 'content'), 'text'));
      else if (type === 'thought_signature') think(step, undefined, text(said, 'signature'));
      else if (type.startsWith('arguments'))
        pieceOfArgs(step, member(said, 'arguments') ?? member(said, 'partial_arguments'));
      else if (CALL.test(type)) pieceOfArgs(step, member(said, 'arguments'));
      else if (RESULT.test(type)) finishCall(step, said);
      else if (!SILENT.has(type)) sink.unknown(`step.delta/${type}`);
    },
    stop(index) {
      const step = steps.get(index);
      steps.delete(index);
      if (!step || !CALL.test(step.type) || step.callId === undefined) return;
      const args = step.hasPieces ? undefined : (step.args ?? {});
      sink.emit(known<Body<'tool_call_ready'>>({ type: 'tool_call_ready', callId: step.callId, args }));
    },
    get hasCalls() {
      return hasCalls;
    },
    restart() {
      steps.clear();
      hasCalls = false;
    },
  };
}

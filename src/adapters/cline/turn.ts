import type { EventBody } from '../../logic/events.ts';
import type { Body, EventSink } from '../decoder.ts';
import { isObject, type JsonObject, known, member, number, text } from '../json.ts';
import { toolKind } from '../toolKinds.ts';
import { clineResult, isFailed } from './results.ts';

/** What one agent does, turn by turn: cline calls a turn an iteration and counts them anew in each run. */
export interface Turn {
  readonly turnId: string;
  emit(body: EventBody): void;
  begin(): void;
  /** A piece of a text or a thought; a call, which runs at once. */
  contentStart(event: JsonObject): void;
  contentUpdate(event: JsonObject): void;
  /** The whole of a text or a thought; the end of a call. */
  contentEnd(event: JsonObject): void;
  /** What the run says last, which is told only where no text had it. */
  lastWords(said: string | undefined): void;
  usage(event: JsonObject): void;
}

type TextKind = 'text' | 'thinking';

export function createTurn(sink: EventSink, agentId: string | undefined): Turn {
  let turns = 0;
  let turnId = 'turn-0';
  let lastText = '';
  /** Texts and thoughts of the turn that are whole: what comes after is another one. */
  const whole = { text: 0, thinking: 0 };

  const emit = (body: EventBody): void => sink.emit(body, agentId);
  const itemId = (kind: TextKind): string => `${turnId}/${kind}-${whole[kind]}`;

  function grow(kind: TextKind, delta: string | undefined): void {
    if (delta === undefined) return;
    emit({ type: kind === 'text' ? 'text_delta' : 'thinking_delta', delta, turnId, itemId: itemId(kind) });
  }

  function tell(kind: TextKind, said: string | undefined): void {
    if (said === undefined) return;
    if (kind === 'text') lastText = said;
    emit({ type: kind, text: said, turnId, itemId: itemId(kind) });
    whole[kind]++;
  }

  function startCall(event: JsonObject): void {
    const callId = text(event, 'toolCallId');
    if (callId === undefined) {
      sink.malformed();
      return;
    }
    const name = text(event, 'toolName') ?? '';
    const kind = toolKind(name);
    const args = event.input ?? {};
    emit(known<Body<'tool_call_started'>>({ type: 'tool_call_started', callId, name, kind, turnId, args }));
  }

  function endCall(event: JsonObject): void {
    const callId = text(event, 'toolCallId');
    if (callId === undefined) {
      sink.malformed();
      return;
    }
    const error = text(event, 'error');
    const { output } = event;
    const result = error !== undefined && output === undefined ? { text: error, raw: error } : clineResult(output);
    const isError = error !== undefined || isFailed(output);
    emit({ type: 'tool_call_finished', callId, result, ...(isError && { isError }) });
  }

  return {
    get turnId() {
      return turnId;
    },
    emit,
    begin() {
      turns++;
      turnId = `turn-${turns}`;
      whole.text = 0;
      whole.thinking = 0;
      emit({ type: 'turn_started', turnId });
    },
    contentStart(event) {
      if (event.contentType === 'text') grow('text', text(event, 'text'));
      else if (event.contentType === 'reasoning') grow('thinking', text(event, 'reasoning'));
      else if (event.contentType === 'tool') startCall(event);
      else sink.unknown(`content_start/${String(event.contentType)}`);
    },
    contentUpdate(event) {
      const callId = text(event, 'toolCallId');
      const { update } = event;
      const chunk = typeof update === 'string' ? update : member(update, 'chunk');
      if (callId === undefined) sink.malformed();
      else if (typeof chunk === 'string') {
        if (chunk !== '') emit({ type: 'tool_output_delta', callId, delta: chunk });
      } else if (isObject(update)) emit({ type: 'tool_output', callId, output: update });
    },
    contentEnd(event) {
      if (event.contentType === 'text') tell('text', text(event, 'text'));
      else if (event.contentType === 'reasoning') tell('thinking', text(event, 'reasoning'));
      else if (event.contentType === 'tool') endCall(event);
      else sink.unknown(`content_end/${String(event.contentType)}`);
    },
    lastWords(said) {
      if (said !== undefined && said.trim() !== lastText.trim()) tell('text', said);
    },
    usage(event) {
      emit({ ...usageOf(event), turnId });
    },
  };
}

/** Tokens of a turn or of a run; the input holds what was read from the cache. */
export function usageOf(source: unknown): Body<'usage'> {
  return known<Body<'usage'>>({
    type: 'usage',
    inputTokens: number(source, 'inputTokens'),
    outputTokens: number(source, 'outputTokens'),
    cachedTokens: number(source, 'cacheReadTokens'),
    cost: number(source, 'cost') ?? number(source, 'totalCost'),
  });
}

import type { EventBody, ThoughtSeal } from '../../logic/events.ts';
import type { Body, EventSink } from '../decoder.ts';
import { type JsonObject, known, member, number, text } from '../json.ts';
import { type Calls, createCalls, type DelegateListener } from './calls.ts';
import type { Turns } from './turns.ts';

/** Reads the parts that the assistant's messages of one session are made of. */
export interface Parts {
  /** A part as it is now: new, grown or whole. `delta`: what of its text is new, as older versions tell it. */
  update(part: JsonObject, delta?: string): void;
  /** A piece of a part's text, or of what else `field` names. */
  delta(partId: string, field: string, delta: string): void;
  readonly calls: Calls;
}

type Kind = 'text' | 'thinking';

/** Kinds of parts that say nothing for the screen. */
const SILENT: ReadonlySet<unknown> = new Set(['agent', 'compaction', 'file', 'patch', 'snapshot', 'subtask']);

export interface PartOptions {
  readonly agentId?: string | undefined;
  /** The events get the times that the parts carry. */
  readonly atPartTimes?: boolean;
  readonly delegates?: DelegateListener;
}

export function createParts(sink: EventSink, turns: Turns, options: PartOptions = {}): Parts {
  const { agentId, atPartTimes = false, delegates = () => {} } = options;
  const calls = createCalls(sink, agentId, atPartTimes, delegates);
  /** The texts and thoughts that are being written. */
  const open = new Map<string, { readonly kind: Kind; readonly turnId: string | undefined }>();

  const emit = (body: EventBody): void => sink.emit(body, agentId);

  function grow(itemId: string, delta: string): void {
    const writing = open.get(itemId);
    if (!writing || delta === '') return;
    const { kind, turnId } = writing;
    const type = kind === 'text' ? 'text_delta' : 'thinking_delta';
    emit(known<Body<'text_delta' | 'thinking_delta'>>({ type, delta, itemId, turnId }));
  }

  function tell(kind: Kind, part: JsonObject, itemId: string, turnId: string | undefined): void {
    const said = text(part, 'text');
    if (kind === 'text') {
      if (said !== undefined) emit(known<Body<'text'>>({ type: 'text', text: said, itemId, turnId }));
      return;
    }
    const seal = sealOf(part);
    if (said === undefined && seal.redacted !== true) return;
    emit({ ...known<Body<'thinking'>>({ type: 'thinking', text: said ?? '', itemId, turnId }), ...seal });
  }

  function write(kind: Kind, part: JsonObject, turnId: string | undefined, delta: string | undefined): void {
    const itemId = text(part, 'id');
    if (itemId === undefined || part.ignored === true) return;
    const time = member(part, 'time');
    if (atPartTimes) sink.setTime(number(time, 'start') ?? number(time, 'end'));
    open.set(itemId, { kind, turnId });
    if (delta !== undefined && number(time, 'end') === undefined) grow(itemId, delta);
    else tell(kind, part, itemId, turnId);
    if (number(time, 'end') !== undefined) open.delete(itemId);
  }

  return {
    calls,
    update(part, delta) {
      const messageId = text(part, 'messageID') ?? '';
      switch (part.type) {
        case 'step-start':
          turns.stepStarts(messageId);
          return;
        case 'step-finish':
          turns.stepFinishes(messageId, part);
          return;
        case 'text':
          write('text', part, turns.of(messageId), delta);
          return;
        case 'reasoning':
          write('thinking', part, turns.of(messageId), delta);
          return;
        case 'tool':
          calls.update(part, turns.of(messageId));
          return;
        case 'retry':
          // Tells after the fact what a status told when it was news.
          return;
        default:
          if (!SILENT.has(part.type)) sink.unknown(`part/${String(part.type)}`);
      }
    },
    delta(partId, field, delta) {
      if (field === 'text') grow(partId, delta);
      else if (/(?:^|\.)(?:raw|input)$/.test(field)) calls.argsDelta(partId, delta);
      else sink.unknown(`delta/${field}`);
    },
  };
}

/** What the provider wants back with a thought; opencode keeps it under the provider's name. */
function sealOf(part: JsonObject): ThoughtSeal {
  const anthropic = member(member(part, 'metadata'), 'anthropic');
  const redacted = text(anthropic, 'redactedData');
  if (redacted !== undefined) return { signature: redacted, redacted: true };
  const openai = member(member(part, 'metadata'), 'openai');
  const signature = text(anthropic, 'signature') ?? text(openai, 'reasoningEncryptedContent');
  return signature === undefined ? {} : { signature };
}

import type { EventBody } from '../../logic/events.ts';
import type { EventSink } from '../decoder.ts';
import { member, text } from '../json.ts';
import { type CallReader, createCallReader } from './calls.ts';
import { textOfBlocks } from './content.ts';
import { createPlanReader } from './plan.ts';
import { createUsageReader } from './usage.ts';

/** Reads the updates of one session. */
export interface Session {
  readonly calls: CallReader;
  readonly emit: (body: EventBody) => void;
  update(kind: string, update: unknown): void;
  /** The client tells of a terminal that a call runs in. */
  terminal(params: unknown, result: unknown): void;
  /** A prompt begins. */
  begin(): void;
  /** Tells the open calls again. */
  retell(): void;
  /** Whether the update is about a message or a call that was seen before. */
  knows(update: unknown): boolean;
  /** Whether anything of the session was seen. */
  isKnown(): boolean;
}

/** Updates that say nothing for the screen. */
const SILENT = new Set([
  'available_commands_update',
  'current_mode_update',
  'config_option_update',
  'session_info_update',
]);
/** Gemini CLI puts a heading before each part of a thought; an empty one says nothing. */
const EMPTY_HEADING = /^\*{4}\n/;
const HEADING = /^\*\*[^*\n]+\*\*\n/;

type Prose = 'text_delta' | 'thinking_delta';

export function createSession(sink: EventSink, emit: (body: EventBody) => void): Session {
  const calls = createCallReader(sink, emit);
  const readPlan = createPlanReader(emit);
  const usage = createUsageReader(emit);
  /** The items of the messages: one that goes on after a call is another item. */
  const messages = new Map<string, { readonly itemId: string; readonly calls: number; readonly parts: number }>();
  /** What was said last, and how many calls had begun or ended by then. */
  let newest: { readonly type: Prose; readonly marks: number } | undefined;
  let unnamed = 0;
  let isSeen = false;

  function itemOf(messageId: string): string {
    const before = messages.get(messageId);
    if (before?.calls === calls.count) return before.itemId;
    const parts = (before?.parts ?? 0) + 1;
    const itemId = parts === 1 ? messageId : `${messageId}#${parts}`;
    messages.set(messageId, { itemId, calls: calls.count, parts });
    return itemId;
  }

  function say(type: Prose, update: unknown): void {
    const said = textOfBlocks([member(update, 'content')]);
    const messageId = text(update, 'messageId');
    const goesOn = newest?.type === type && newest.marks === calls.marks;
    newest = { type, marks: calls.marks };
    if (messageId === undefined && !goesOn) unnamed++;
    const delta = type === 'thinking_delta' && messageId === undefined ? thought(said, goesOn) : said;
    const itemId = messageId === undefined ? `message-${unnamed}` : itemOf(messageId);
    if (delta !== '') emit({ type, delta, itemId });
  }

  return {
    calls,
    emit,
    update(kind, update) {
      isSeen ||= !SILENT.has(kind) && kind !== 'usage_update';
      switch (kind) {
        case 'agent_message_chunk':
          say('text_delta', update);
          return;
        case 'agent_thought_chunk':
          say('thinking_delta', update);
          return;
        case 'tool_call':
        case 'tool_call_update':
          calls.update(update, kind === 'tool_call');
          return;
        case 'plan':
        case 'plan_update':
          newest = undefined;
          readPlan(member(update, 'plan') ?? update);
          return;
        case 'usage_update':
          usage.update(update);
          return;
        default:
          if (!SILENT.has(kind)) sink.unknown(kind === '' ? 'session/update' : kind);
      }
    },
    terminal: calls.terminal,
    begin() {
      newest = undefined;
      usage.begin();
    },
    retell: calls.retell,
    knows(update) {
      const messageId = text(update, 'messageId');
      const callId = text(update, 'toolCallId');
      return (messageId !== undefined && messages.has(messageId)) || (callId !== undefined && calls.knows(callId));
    },
    isKnown: () => isSeen,
  };
}

function thought(said: string, goesOn: boolean): string {
  return goesOn && HEADING.test(said) ? `\n\n${said}` : said.replace(EMPTY_HEADING, '');
}

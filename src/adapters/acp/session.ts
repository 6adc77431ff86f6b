import type { EventBody } from '../../logic/events.ts';
import type { EventSink } from '../decoder.ts';
import { known, member, text } from '../json.ts';
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
  let newest: Prose | 'call' | undefined;

  function itemOf(messageId: string | undefined): string | undefined {
    if (messageId === undefined) return undefined;
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
    const delta = type === 'thinking_delta' && messageId === undefined ? thought(said) : said;
    newest = type;
    if (delta !== '') emit(known<EventBody & { type: Prose }>({ type, delta, itemId: itemOf(messageId) }));
  }

  function thought(said: string): string {
    if (newest === 'thinking_delta' && HEADING.test(said)) return `\n\n${said}`;
    return said.replace(EMPTY_HEADING, '');
  }

  return {
    calls,
    emit,
    update(kind, update) {
      switch (kind) {
        case 'agent_message_chunk':
          say('text_delta', update);
          return;
        case 'agent_thought_chunk':
          say('thinking_delta', update);
          return;
        case 'tool_call':
        case 'tool_call_update':
          newest = 'call';
          calls.update(update, kind === 'tool_call');
          return;
        case 'plan':
        case 'plan_update':
          newest = 'call';
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
    begin: usage.begin,
    retell: calls.retell,
    knows(update) {
      const messageId = text(update, 'messageId');
      const callId = text(update, 'toolCallId');
      return (messageId !== undefined && messages.has(messageId)) || (callId !== undefined && calls.knows(callId));
    },
    isKnown: () => newest !== undefined,
  };
}

import type { Body, EventSink } from '../decoder.ts';
import { interrupt } from '../endings.ts';
import { isObject, type JsonObject, known, list, member, number, text } from '../json.ts';
import { tellEnd } from '../runEnd.ts';
import { toolKind } from '../toolKinds.ts';
import { clineResult, isFailed } from './results.ts';
import { usageOf } from './turn.ts';

/**
 * Reads the messages that a session stores: `session.messages.json`, and the older `api_conversation_history.json`.
 * Blocks are those of Anthropic's messages; calls and their results are told with them, never while they run.
 */
export interface History {
  read(message: JsonObject): void;
  end(): void;
}

export function createHistory(sink: EventSink): History {
  let messages = 0;
  let isRunning = false;
  let stopsForTool = false;
  let lastTime: number | undefined;

  /** The last message of the assistant ends its run unless it calls a tool. */
  function finish(): boolean {
    if (isRunning && messages > 0 && !stopsForTool) {
      tellEnd(sink, { outcome: 'completed' });
      isRunning = false;
    }
    return !isRunning;
  }

  function readUser(message: JsonObject): void {
    for (const block of blocksOf(message)) {
      if (text(block, 'type') === 'tool_result') finishCall(block);
    }
    const said = wordsOf(message);
    if (said === '') return;
    sink.setTime(lastTime);
    finish();
    sink.setTime(number(message, 'ts'));
    isRunning = true;
    messages = 0;
    sink.emit(known<Body<'user_message'>>({ type: 'user_message', text: said, id: text(message, 'id') }));
  }

  function finishCall(block: unknown): void {
    const callId = text(block, 'tool_use_id');
    if (callId === undefined) {
      sink.malformed();
      return;
    }
    const content = member(block, 'content');
    const isError = member(block, 'is_error') === true || isFailed(content);
    sink.emit({ type: 'tool_call_finished', callId, result: clineResult(content), ...(isError && { isError }) });
  }

  function readAssistant(message: JsonObject): void {
    isRunning = true;
    messages++;
    stopsForTool = false;
    const turnId = text(message, 'id') ?? `turn-${number(message, 'ts') ?? messages}`;
    sink.emit({ type: 'turn_started', turnId });
    for (const block of blocksOf(message)) readBlock(block, turnId);
    if (!isObject(message.metrics)) return;
    const model = text(message.modelInfo, 'id');
    sink.emit({ ...usageOf(message.metrics), turnId, ...(model !== undefined && { model }) });
  }

  function readBlock(block: unknown, turnId: string): void {
    switch (text(block, 'type')) {
      case 'text': {
        const said = text(block, 'text');
        if (said !== undefined) sink.emit({ type: 'text', text: said, turnId });
        return;
      }
      case 'thinking':
      case 'reasoning': {
        const thought = text(block, 'thinking') ?? text(block, 'text');
        const signature = text(block, 'signature');
        if (thought !== undefined)
          sink.emit({ type: 'thinking', text: thought, turnId, ...(signature !== undefined && { signature }) });
        return;
      }
      case 'redacted_thinking':
        return;
      case 'tool_use':
        startCall(block, turnId);
        return;
      default:
        sink.unknown(`block/${String(member(block, 'type'))}`);
    }
  }

  function startCall(block: unknown, turnId: string): void {
    const callId = text(block, 'id');
    if (callId === undefined) {
      sink.malformed();
      return;
    }
    stopsForTool = true;
    const name = text(block, 'name') ?? '';
    const kind = toolKind(name);
    const args = member(block, 'input') ?? {};
    sink.emit(known<Body<'tool_call_started'>>({ type: 'tool_call_started', callId, name, kind, turnId, args }));
  }

  return {
    read(message) {
      sink.setTime(number(message, 'ts'));
      if (message.role === 'user') readUser(message);
      else if (message.role === 'assistant') readAssistant(message);
      else sink.unknown(`role/${String(message.role)}`);
      lastTime = number(message, 'ts') ?? lastTime;
    },
    end() {
      sink.setTime(lastTime);
      if (!finish()) interrupt(sink);
    },
  };
}

function blocksOf(message: JsonObject): readonly unknown[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : list(message, 'content');
}

/** What older versions put around the user's words. */
const WRAPPING = /<\/?(?:task|feedback|user_message)>/g;
/** What they add to them. */
const ADDED = ['<environment_details>', '</environment_details>'] as const;
/** The result of a call of older versions, which wrote calls and results as text. */
const RESULT = /^\[[^\]]{0,400}\] Result:/;

function wordsOf(message: JsonObject): string {
  const said = blocksOf(message).flatMap((block) =>
    text(block, 'type') === 'text' ? (text(block, 'text') ?? []) : [],
  );
  if (RESULT.test(said[0] ?? '')) return '';
  return withoutAdded(said.join('\n')).replace(WRAPPING, '').trim();
}

function withoutAdded(said: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let start = said.indexOf(ADDED[0]); start !== -1; start = said.indexOf(ADDED[0], from)) {
    const end = said.indexOf(ADDED[1], start);
    if (end === -1) break;
    kept.push(said.slice(from, start));
    from = end + ADDED[1].length;
  }
  kept.push(said.slice(from));
  return kept.join('');
}

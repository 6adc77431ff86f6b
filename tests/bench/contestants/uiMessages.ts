import type { UIMessage, UIMessageChunk } from 'ai';
import { member } from '../../../src/adapters/json.ts';
import { type EndState, type NeutralEvent, type NeutralLog, type ProseKind, spokenIn } from '../neutral/log.ts';

/** A log as the AI SDK streams it to a screen; for its two contestants. */
export function toChunks(log: NeutralLog): UIMessageChunk[] {
  const steps = log.filter(({ type }) => type === 'step').length;
  const chunks: UIMessageChunk[] = log.flatMap((event, i) => (i > 0 ? toChunk(event) : toChunk(event).slice(-1)));
  const end: UIMessageChunk[] = steps > 0 ? [{ type: 'finish-step' }, { type: 'finish' }] : [{ type: 'finish' }];
  return [{ type: 'start', messageId: 'm' }, ...chunks, ...end];
}

function toChunk(event: NeutralEvent): UIMessageChunk[] {
  const isText = 'of' in event && event.of === 'text';
  switch (event.type) {
    case 'step':
      return [{ type: 'finish-step' }, { type: 'start-step' }];
    case 'open':
      return [{ type: isText ? 'text-start' : 'reasoning-start', id: event.id }];
    case 'delta':
      return [{ type: isText ? 'text-delta' : 'reasoning-delta', id: event.id, delta: event.delta }];
    case 'close':
      return [{ type: isText ? 'text-end' : 'reasoning-end', id: event.id }];
    case 'call':
      return [{ type: 'tool-input-start', toolCallId: event.id, toolName: event.name }];
    case 'args':
      return [{ type: 'tool-input-delta', toolCallId: event.id, inputTextDelta: event.delta }];
    case 'run':
      return [{ type: 'tool-input-available', toolCallId: event.id, toolName: event.name, input: event.args }];
    case 'result':
      return [{ type: 'tool-output-available', toolCallId: event.id, output: event.result }];
  }
}

/** What a screen reads of a message at least: how many parts it has, and the newest. */
export function readNewest(message: UIMessage | undefined): number {
  const newest = message?.parts.at(-1);
  return newest === undefined ? 0 : newest.type.length;
}

export function endState(message: UIMessage | undefined): EndState {
  const parts = message?.parts ?? [];
  const prose = parts.flatMap((part): { of: ProseKind; text: string }[] => {
    if (part.type === 'text') return [{ of: 'text', text: part.text }];
    return part.type === 'reasoning' ? [{ of: 'thinking', text: part.text }] : [];
  });
  const tools = parts.flatMap((part) => {
    if (!part.type.startsWith('tool-')) return [];
    return [{ name: part.type.slice('tool-'.length), args: member(part, 'input'), result: member(part, 'output') }];
  });
  return { ...spokenIn(prose), tools };
}

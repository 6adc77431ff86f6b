import type { AgentEvent, EventStamp } from '../../logic/events.ts';
import { isBlank } from '../../logic/excerpt.ts';
import { isCalled } from './callInput.ts';
import type { Call, CallAnswer, ModelPart, ModelTurn, Prose } from './parts.ts';

export type EventOf<T extends AgentEvent['type']> = EventStamp & Extract<AgentEvent, { readonly type: T }>;
export type ProseEvent = EventOf<'text_delta' | 'thinking_delta'> | EventOf<'text' | 'thinking'>;

/** One model request while its parts come in. */
export interface OpenTurn {
  /** Goes on with the newest part, if an event without an id does so (SPEC R5.5), else begins one. */
  say(event: ProseEvent): Prose;
  /** More of a part that an id names. */
  sayMore(prose: Prose, event: ProseEvent): void;
  add(call: Call): void;
  /** A call of it has its result. */
  answer(call: Call, answer: CallAnswer): void;
  /** Whether calls of it have a result, and whether all have. */
  isAnswered(): boolean;
  isAllAnswered(): boolean;
  close(): ModelTurn;
}

export function createTurn(): OpenTurn {
  let parts: ModelPart[] = [];
  let calls = 0;
  let answers = 0;

  function continued(event: ProseEvent): Prose | undefined {
    const newest = parts.at(-1);
    if (event.itemId !== undefined || !newest || newest.kind === 'call') return undefined;
    if (newest.kind !== kindOf(event.type) || newest.isRedacted || isRedacted(event)) return undefined;
    if ('text' in event) return newest.isWhole ? undefined : newest;
    // What is thought after a seal belongs to the next thought: the seal is over what came before it.
    return newest.signature !== undefined && event.delta !== '' ? undefined : newest;
  }

  function begin({ type, itemId }: ProseEvent): Prose {
    const kind = kindOf(type);
    const prose: Prose = {
      ...{ kind, itemId, text: '', isVisible: false, isWhole: false },
      ...{ signature: undefined, isRedacted: false },
    };
    parts.push(prose);
    return prose;
  }

  function sayMore(prose: Prose, event: ProseEvent): void {
    const wasSilent = isSilent(prose);
    if ('delta' in event) {
      // A character may come in two halves.
      prose.isVisible ||= !isBlank(prose.text.slice(-1) + event.delta);
      prose.text += event.delta;
    } else {
      prose.isWhole = true;
      // A blank whole takes back nothing that was said.
      if (!isBlank(event.text)) {
        prose.text = event.text;
        prose.isVisible = true;
      }
    }
    if ('signature' in event) prose.signature = event.signature ?? prose.signature;
    prose.isRedacted ||= isRedacted(event);
    // Its place is where it began to say something: thinking stands before a text that was blank (SPEC R5.1).
    if (wasSilent && !isSilent(prose) && parts.at(-1) !== prose) {
      parts = parts.filter((part) => part !== prose);
      parts.push(prose);
    }
  }

  return {
    say(event) {
      const prose = continued(event) ?? begin(event);
      sayMore(prose, event);
      return prose;
    },
    sayMore,
    add(call) {
      calls++;
      parts.push(call);
    },
    answer(call, answer) {
      if (call.answer) return;
      answers++;
      call.answer = answer;
    },
    isAnswered: () => answers > 0,
    isAllAnswered: () => answers > 0 && answers === calls,
    close: () => ({ parts: parts.filter((part) => (part.kind === 'call' ? isCalled(part) : !isSilent(part))) }),
  };
}

function kindOf(type: ProseEvent['type']): Prose['kind'] {
  return type === 'text' || type === 'text_delta' ? 'text' : 'thinking';
}

function isRedacted(event: ProseEvent): boolean {
  return 'redacted' in event && event.redacted === true;
}

/** Nobody wants it back: it is blank, and no seal is on it. */
function isSilent({ isVisible, signature }: Prose): boolean {
  return signature === undefined && !isVisible;
}

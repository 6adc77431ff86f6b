import { growHead, isBlank } from '../excerpt.ts';
import { growParagraph, noParagraph } from '../paragraph.ts';
import { type ProseReading, reading } from '../reading.ts';
import type { AssistantText, Thinking } from '../thread.ts';
import { endThought } from './closing.ts';
import { present } from './present.ts';
import {
  appendItem,
  type EventOf,
  find,
  idOf,
  isTakenOut,
  itemOf,
  newItem,
  replaceItem,
  type Scope,
  withState,
} from './scope.ts';
import { state } from './state.ts';
import { beginTurn, inTurn, isVoid } from './turns.ts';

/** What an agent thinks or writes, as a piece of it or as a whole. */
export type ProseEvent = EventOf<'thinking_delta' | 'text_delta'> | EventOf<'thinking' | 'text'>;
type ProseItem = Thinking | AssistantText;
type Kind = ProseItem['kind'];

/** Folds a thought or a text into its item (SPEC R1.1, R5.1, R5.5). */
export function proseCame<S extends Scope>(scope: S, event: ProseEvent): S {
  const kind: Kind = event.type.startsWith('thinking') ? 'thinking' : 'assistant_text';
  const { itemId, turnId } = event;
  const id = idOf(kind, itemId ?? '');
  const named = itemId === undefined ? undefined : find(scope, kind, id);
  if (isVoid(scope, turnId) || (itemId !== undefined && isTakenOut(scope, id))) return scope;
  if (named) return continueProse(scope, named, event);
  const turned = inTurnOf(scope, event);
  const newest = itemId === undefined ? continued(turned, kind, event) : undefined;
  return newest ? continueProse(turned, newest, event) : beginProse(turned, kind, event);
}

/** The turn of the event; where a format has none, a message after a tool's answer begins one (SPEC R5.1). */
function inTurnOf<S extends Scope>(scope: S, event: ProseEvent): S {
  const { turnId, answered } = scope[state];
  const isNext = event.turnId === undefined && turnId === undefined && answered;
  return isNext ? beginTurn(scope, undefined, event) : inTurn(scope, event.turnId, event);
}

/** What an event without an id goes on with: the newest item, if it is of its kind and turn. */
function continued(scope: Scope, kind: Kind, event: ProseEvent): ProseItem | undefined {
  const newest = scope.items.at(-1);
  if (newest?.kind !== kind || newest.turnId !== (event.turnId ?? scope[state].turnId)) return undefined;
  return isWhole(event) && newest[reading].whole ? undefined : newest;
}

function isWhole(event: ProseEvent): event is EventOf<'thinking' | 'text'> {
  return event.type === 'thinking' || event.type === 'text';
}

function continueProse<S extends Scope>(scope: S, item: ProseItem, event: ProseEvent): S {
  if (isWhole(event)) {
    // A blank whole takes back nothing that was said, and none tells anything new of a thought that is over.
    const read = isBlank(event.text) || event.text === item.text ? item : { ...item, ...readText(event.text) };
    return read === item && item[reading].whole
      ? scope
      : replaceItem(scope, { ...read, [reading]: { ...read[reading], whole: true } });
  }
  if (event.delta === '') return scope;
  const { endedAt: _, ...open } = item;
  const grown = { ...open, text: item.text + event.delta, [reading]: readOn(item[reading], event.delta) };
  return nowWriting(replaceItem(scope, grown), item, event);
}

function beginProse<S extends Scope>(scope: S, kind: Kind, event: ProseEvent): S {
  const { unseen } = scope[state];
  const { itemId, turnId = scope[state].turnId } = event;
  const whole = isWhole(event);
  const piece = whole ? event.text : event.delta;
  if (!whole && piece === '') return scope;
  const before = !whole && unseen[kind]?.itemId === itemId ? unseen[kind] : undefined;
  const { startedAt = event.at } = before ?? {};
  const text = (before?.text ?? '') + piece;
  // A character may come in two halves.
  if (isBlank((before?.text.slice(-1) ?? '') + piece))
    return withState(scope, { unseen: { ...unseen, [kind]: { itemId, text, startedAt } } });
  const read = readText(text);
  const item: ProseItem = {
    kind,
    ...newItem(scope, startedAt),
    ...present({ itemId, turnId }),
    ...read,
    [reading]: { ...read[reading], whole },
  };
  const begun = appendItem(scope, item, itemId === undefined ? [] : [idOf(kind, itemId)]);
  const steps = begun.steps + (kind === 'thinking' ? 1 : 0);
  return nowWriting(withState({ ...begun, steps }, { unseen: { ...unseen, [kind]: undefined } }), item, event);
}

/** The run line tells a thought until text of its turn streams, and the newest text is the answer (SPEC R1.1, R2.1). */
function nowWriting<S extends Scope>(scope: S, { kind, key, turnId }: ProseItem, event: ProseEvent): S {
  const { thought, answer = -1 } = scope[state];
  if (kind === 'thinking') return thought === key ? scope : withState(endThought(scope, event), { thought: key });
  const thinking = itemOf(scope, thought);
  const isOfTurn = thinking?.kind === 'thinking' && thinking.turnId === turnId;
  const quiet = isOfTurn ? endThought(scope, event) : scope;
  return answer >= key ? quiet : withState(quiet, { answer: key });
}

function readText(text: string) {
  return { text, [reading]: readOn({ head: '', paragraph: noParagraph, whole: false, preview: {} }, text) };
}

function readOn(known: ProseReading, piece: string): ProseReading {
  const head = growHead(known.head, piece);
  const paragraph = growParagraph(known.paragraph, piece);
  const same = head === known.head && paragraph.head === known.paragraph.head;
  return { head, paragraph, whole: false, preview: same ? known.preview : {} };
}

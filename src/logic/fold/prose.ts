import { isBlank } from '../excerpt.ts';
import { growParagraph, noParagraph } from '../paragraph.ts';
import { type ProseReading, reading } from '../reading.ts';
import type { AssistantText, Scope, Thinking } from '../thread.ts';
import { endThought } from './closing.ts';
import { copyProse } from './copies.ts';
import { appendItem, type EventOf, idOf, itemOf, replaceItem, withState, withStep } from './scope.ts';
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
  if (itemId !== undefined) {
    const newest = scope.items.at(-1);
    // Most pieces go on with the newest item: nothing needs to be looked up.
    if (newest?.kind === kind && newest.itemId === itemId && (turnId === undefined || newest.turnId === turnId))
      return continueProse(scope, newest, event);
    const key = scope[state].ids.get(idOf(kind, itemId));
    const named = itemOf(scope, key);
    if (isVoid(scope, turnId) || (key !== undefined && !named)) return scope;
    if (named?.kind === kind) return continueProse(scope, named, event);
  } else if (isVoid(scope, turnId)) return scope;
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
    const isNews = !isBlank(event.text) && event.text !== item.text;
    if (!isNews && item[reading].whole) return scope;
    const whole = copyProse(item);
    if (isNews) whole.text = event.text;
    whole[reading] = { ...(isNews ? readOn(nothingRead, event.text, item.kind) : item[reading]), whole: true };
    return replaceItem(scope, whole);
  }
  if (event.delta === '') return scope;
  const grown = copyProse(item);
  grown.endedAt = undefined;
  grown.text += event.delta;
  grown[reading] = readOn(item[reading], event.delta, item.kind);
  return nowWriting(replaceItem(scope, grown), grown, event);
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
  const item: ProseItem = {
    kind,
    key: scope[state].nextKey,
    startedAt,
    endedAt: undefined,
    itemId,
    turnId,
    text,
    [reading]: { ...readOn(nothingRead, text, kind), whole },
  };
  const appended = appendItem(scope, item, itemId === undefined ? [] : [idOf(kind, itemId)]);
  const begun = kind === 'thinking' ? withStep(appended) : appended;
  return nowWriting(unseen[kind] ? withState(begun, { unseen: { ...unseen, [kind]: undefined } }) : begun, item, event);
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

const nothingRead: ProseReading = { paragraph: noParagraph, whole: false, preview: {} };

/** Only of a thought the newest paragraph is shown. */
function readOn(known: ProseReading, piece: string, kind: Kind): ProseReading {
  const paragraph = kind === 'thinking' ? growParagraph(known.paragraph, piece) : known.paragraph;
  const { newest, beginning, isLong } = known.preview;
  const isSame = paragraph.head === known.paragraph.head;
  if (isSame && isLong) return { paragraph, whole: false, preview: known.preview };
  const preview = isLong ? { newest: undefined, beginning, isLong } : { newest: isSame ? newest : undefined };
  return { paragraph, whole: false, preview };
}

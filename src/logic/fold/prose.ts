import { growHead, isBlank } from '../excerpt.ts';
import { growParagraph, noParagraph } from '../paragraph.ts';
import { type ProseReading, reading } from '../reading.ts';
import type { AssistantText, Thinking } from '../thread.ts';
import { endThought } from './closing.ts';
import {
  appendItem,
  type EventOf,
  idOfProse,
  isTakenOut,
  itemOf,
  replaceItem,
  type Scope,
  startOf,
  withState,
} from './scope.ts';
import { state, type Unseen } from './state.ts';
import { beginTurn, inTurn, isVoid } from './turns.ts';

/** What an agent thinks or writes, as a piece of it or as a whole. */
export type ProseEvent = EventOf<'thinking_delta' | 'text_delta'> | EventOf<'thinking' | 'text'>;
type ProseItem = Thinking | AssistantText;
type Kind = ProseItem['kind'];

/** Folds a thought or a text into its item (SPEC R1.1, R5.1, R5.5). */
export function proseCame<S extends Scope>(scope: S, event: ProseEvent): S {
  const kind: Kind = event.type === 'thinking' || event.type === 'thinking_delta' ? 'thinking' : 'assistant_text';
  if (isVoid(scope, event.turnId)) return scope;
  if (event.itemId !== undefined) {
    const id = idOfProse(kind, event.itemId);
    const named = itemOf(scope, scope[state].ids.get(id));
    if (named?.kind === kind) return continueProse(scope, named, event);
    if (isTakenOut(scope, id)) return scope;
  }
  const turned = inTurnOf(scope, event);
  const newest = event.itemId === undefined ? continued(turned, kind, event) : undefined;
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
  const whole = isWhole(event);
  // A blank whole takes back nothing that was said.
  if (whole ? isBlank(event.text) || event.text === item.text : event.delta === '')
    return markWhole(scope, item, whole);
  const text = whole ? event.text : item.text + event.delta;
  const read = whole ? readWhole(event.text) : readOn(item[reading], event.delta);
  const { endedAt: _, ...open } = item;
  const grown = replaceItem(scope, { ...(whole ? item : open), text, [reading]: read });
  // A whole tells nothing new of a thought that is over.
  return whole ? grown : nowWriting(grown, item.kind, item.key, event);
}

function markWhole<S extends Scope>(scope: S, item: ProseItem, whole: boolean): S {
  if (!whole || item[reading].whole) return scope;
  return replaceItem(scope, { ...item, [reading]: { ...item[reading], whole } });
}

function beginProse<S extends Scope>(scope: S, kind: Kind, event: ProseEvent): S {
  if (!isWhole(event) && event.delta === '') return scope;
  const slot = kind === 'thinking' ? 'unseenThought' : 'unseenText';
  const known: Unseen | undefined = scope[state][slot];
  const unseen = !isWhole(event) && known?.itemId === event.itemId ? known : undefined;
  const text = isWhole(event) ? event.text : (unseen?.text ?? '') + event.delta;
  const start = unseen?.start ?? startOf(event);
  if (isBlank(isWhole(event) ? event.text : event.delta)) {
    return withState(scope, { [slot]: { itemId: event.itemId, text, start } });
  }
  const { nextKey: key } = scope[state];
  const turnId = event.turnId ?? scope[state].turnId;
  const item: ProseItem = {
    kind,
    key,
    text,
    ...(event.itemId !== undefined && { itemId: event.itemId }),
    ...(turnId !== undefined && { turnId }),
    ...start,
    [reading]: { ...readWhole(text), whole: isWhole(event) },
  };
  const ids = event.itemId === undefined ? [] : [idOfProse(kind, event.itemId)];
  const opened = appendItem(scope, item, ids, { [slot]: undefined });
  const counted = kind === 'thinking' ? { ...opened, steps: opened.steps + 1 } : opened;
  return nowWriting(counted, kind, key, event);
}

/** The run line tells a thought until text streams, and the newest text is the answer (SPEC R1.1, R2.1). */
function nowWriting<S extends Scope>(scope: S, kind: Kind, key: number, event: ProseEvent): S {
  const { thought, answer } = scope[state];
  if (kind === 'thinking') {
    return thought === key ? scope : withState(endThought(scope, event), { thought: key });
  }
  // Text of another turn says nothing of the thought.
  const isOfTurn = turnOfKey(scope, thought) === turnOfKey(scope, key);
  const quiet = isOfTurn ? endThought(scope, event) : scope;
  return answer !== undefined && answer >= key ? quiet : withState(quiet, { answer: key });
}

function turnOfKey(scope: Scope, key: number | undefined): string | undefined {
  const item = itemOf(scope, key);
  return item && 'turnId' in item ? item.turnId : undefined;
}

function readWhole(text: string): ProseReading {
  return { ...readOn({ head: '', paragraph: noParagraph, whole: true, preview: {} }, text), whole: true };
}

function readOn(known: ProseReading, piece: string): ProseReading {
  const head = growHead(known.head, piece);
  const paragraph = growParagraph(known.paragraph, piece);
  const same = head === known.head && paragraph.head === known.paragraph.head;
  return { head, paragraph, whole: false, preview: same ? known.preview : {} };
}

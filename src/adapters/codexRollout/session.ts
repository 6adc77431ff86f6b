import type { ToolResult } from '../../logic/events.ts';
import { createDelegations, type Delegations } from '../codex/delegations.ts';
import { createItemReader, type ItemReader } from '../codex/items.ts';
import { createTurns } from '../codex/turns.ts';
import type { EventSink } from '../decoder.ts';
import { createDoubles, type Source } from './doubles.ts';
import { createRunReader, type RunReader } from './runs.ts';

/** What a rollout tells, whichever of its two sources tells it; what both tell is told once. */
export interface Session {
  readonly sink: EventSink;
  readonly runs: RunReader;
  readonly items: ItemReader;
  readonly delegations: Delegations;
  /** What the user typed, as the event has it. */
  prompt(said: string): void;
  /** What stands in the user's name: the event that tells the same is better. */
  maybePrompt(said: string): void;
  text(source: Source, said: string): void;
  /** `signature`: belongs to the last of the paragraphs. */
  thought(source: Source, paragraphs: readonly string[], signature?: string): void;
  call(callId: string, name: string, args: unknown, kind: Parameters<ItemReader['startCall']>[1]['kind']): void;
  finish(callId: string, result: ToolResult, isError: boolean): void;
  /** A call that both sources tell as a whole, under ids of their own. */
  wholeCall(source: Source, key: string, start: () => void): void;
  /** The usage of a request is told: the id of its turn. */
  usageTold(): string;
  /** The context was compacted, which may be told in three ways. */
  compacted(): void;
  /** An id for what has none. */
  nextId(kind: string): string;
  /** What was held because something better might follow is told. */
  settle(): void;
  /** Whether the agent wrote anything in this run. */
  isAnswered(): boolean;
}

export function createSession(sink: EventSink): Session {
  const delegations = createDelegations(sink);
  const main = () => undefined;
  const items = createItemReader(sink, createTurns(sink, 'run-1', main), delegations, main);
  const doubles = createDoubles();
  let ids = 0;
  let answered = false;
  let held: string | undefined;
  /** The turn that an item was told of. */
  let itemTurn: string | undefined;

  const runs = createRunReader(sink, (name) => {
    items.restart(name);
    delegations.restart();
    doubles.restart();
    answered = false;
  });

  const nextId = (kind: string): string => `${kind}-${++ids}`;

  function works(isWords: boolean): void {
    settle();
    runs.works(isWords);
  }

  function settle(): void {
    const said = held;
    held = undefined;
    if (said !== undefined) runs.prompted(said);
    if (said !== undefined) doubles.match('prompt', 'item', said, '');
  }

  return {
    sink,
    runs,
    items,
    delegations,
    nextId,
    settle,
    isAnswered: () => answered,
    usageTold() {
      const { turns } = items;
      const turnId = turns.usageTold();
      // Older versions tell of the items of a request after its usage.
      if (itemTurn === turnId) turns.requestEnded();
      return turnId;
    },
    compacted() {
      settle();
      if (runs.hasBegun()) items.completed({ id: '', type: 'context_compaction', status: undefined, fields: {} });
    },
    prompt(said) {
      const isHeld = held !== undefined && isAbout(held, said);
      if (isHeld) held = undefined;
      else settle();
      // Of one that was told from the item, the event is the double.
      if (!isHeld && doubles.match('prompt', 'event', said, '') !== undefined) return;
      runs.prompted(said);
      if (!isHeld) doubles.match('prompt', 'event', said, '');
    },
    maybePrompt(said) {
      settle();
      if (doubles.match('prompt', 'item', said, '') === undefined) held = said;
    },
    text(source, said) {
      const id = nextId('text');
      if (said.trim() === '' || doubles.match('text', source, said, id) !== undefined) {
        if (source === 'item') itemTurn = items.turns.current();
        return;
      }
      works(true);
      answered = true;
      items.completed({ id, type: 'agent_message', status: undefined, fields: { text: said } });
      if (source === 'item') itemTurn = items.turns.current();
    },
    thought(source, paragraphs, signature) {
      const last = paragraphs.length - 1;
      for (const [at, said] of paragraphs.entries()) {
        const own = nextId('thought');
        const double = doubles.match('thought', source, said, own);
        const sealed = at === last ? signature : undefined;
        if (double === undefined) works(false);
        if (double === undefined || sealed !== undefined) items.thought(double ?? own, said, sealed);
        if (source === 'item') itemTurn = items.turns.current();
      }
    },
    call(callId, name, args, kind) {
      works(false);
      items.startCall(callId, { name, kind, args });
      itemTurn = items.turns.current();
    },
    finish(callId, result, isError) {
      settle();
      items.finishCall(callId, result, isError);
    },
    wholeCall(source, key, start) {
      if (doubles.match('call', source, key, '') === undefined) start();
    },
  };
}

/** The item has what the event has, and may have more, such as the names of pictures. */
function isAbout(item: string, event: string): boolean {
  return item.includes(event.trim()) || event.includes(item.trim());
}

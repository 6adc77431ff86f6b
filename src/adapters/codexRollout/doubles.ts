/** The two ways in which a rollout tells of the same thing: as an event for the screen, and as an item for the model. */
export type Source = 'event' | 'item';

/**
 * Finds what both sources of a rollout tell (SPEC R5.5). Which comes first differs by version and kind, and either may be
 * missing, so each saying waits for its double from the other source.
 */
export interface Doubles {
  /** The id under which the other source told it; `undefined` if it is new, and then waits under `id` for its double. */
  match(kind: string, source: Source, said: string, id: string): string | undefined;
  /** Another run begins. */
  restart(): void;
}

interface Saying {
  readonly id: string;
  readonly said: string;
}

/** So many sayings wait for their double. */
const MAX_WAITING = 32;

export function createDoubles(): Doubles {
  const waiting = new Map<string, Saying[]>();

  return {
    match(kind, source, text, id) {
      const said = text.trim();
      const others = waiting.get(`${kind} ${source === 'event' ? 'item' : 'event'}`) ?? [];
      const at = others.findIndex((one) => one.said === said);
      const like = at >= 0 ? at : others.findIndex((one) => isCut(one.said, said));
      const [double] = like < 0 ? [] : others.splice(like, 1);
      if (double) return double.id;
      const own = waiting.get(`${kind} ${source}`) ?? [];
      own.push({ id, said });
      if (own.length > MAX_WAITING) own.shift();
      waiting.set(`${kind} ${source}`, own);
      return undefined;
    },
    restart: () => waiting.clear(),
  };
}

/** The event leaves out what follows the words, such as what the model notes for its memory. */
function isCut(one: string, other: string): boolean {
  return one !== '' && other !== '' && (one.startsWith(other) || other.startsWith(one));
}

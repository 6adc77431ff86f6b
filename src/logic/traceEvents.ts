import { positionOf, type Scope } from './fold/scope.ts';
import { state } from './fold/state.ts';
import type { Sequence } from './sequence.ts';
import type { Item } from './thread.ts';

/**
 * All items of a round, or of a delegation, but the answer, in order (SPEC R1.1, R5.1). The array is
 * read-only and made in constant time: it looks its elements up when they are asked for.
 */
export function traceEvents(round: Scope): readonly Item[] {
  const { answer } = round[state];
  return allBut(round.items, answer === undefined ? round.items.length : positionOf(round, answer));
}

/** The elements of a sequence but the one at `skipped`, as an array that is filled only when it is looked at whole. */
function allBut<T>(items: Sequence<T>, skipped: number): readonly T[] {
  const length = items.length - (skipped < items.length ? 1 : 0);
  const filled = (target: T[]) => {
    if (target.length < length) target.push(...[...items].filter((_, i) => i !== skipped));
    return target;
  };
  const indexOf = (key: string | symbol) => (typeof key === 'string' && INDEX.test(key) ? Number(key) : undefined);
  return new Proxy<T[]>([], {
    get(target, key, receiver) {
      if (key === 'length') return length;
      const index = indexOf(key);
      return index === undefined ? Reflect.get(target, key, receiver) : items.at(index < skipped ? index : index + 1);
    },
    has(target, key) {
      const index = indexOf(key);
      return index === undefined ? key in target : index < length;
    },
    ownKeys: (target) => Reflect.ownKeys(filled(target)),
    getOwnPropertyDescriptor: (target, key) => Reflect.getOwnPropertyDescriptor(filled(target), key),
    set: () => false,
    defineProperty: () => false,
    deleteProperty: () => false,
  });
}

const INDEX = /^\d+$/;

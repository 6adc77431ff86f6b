import { positionOf } from './fold/scope.ts';
import { state } from './fold/state.ts';
import type { Sequence } from './sequence.ts';
import type { Item, Scope } from './thread.ts';

/**
 * All items of a round, or of a delegation, but the answer, in order (SPEC R1.1, R5.1). The array is
 * read-only and made in constant time: it looks its elements up when they are asked for.
 */
export function traceEvents(round: Scope): readonly Item[] {
  const { answer } = round[state];
  const { items } = round;
  return new Proxy<Item[]>([], new AllBut(items, answer === undefined ? items.length : positionOf(round, answer)));
}

const INDEX = /^\d+$/;

/** The elements of a sequence but the one at `skipped`, as an array that is filled only when it is looked at whole. */
class AllBut<T> implements ProxyHandler<T[]> {
  private readonly items: Sequence<T>;
  private readonly skipped: number;
  private readonly length: number;

  constructor(items: Sequence<T>, skipped: number) {
    this.items = items;
    this.skipped = skipped;
    this.length = items.length - (skipped < items.length ? 1 : 0);
  }

  get(target: T[], key: string | symbol, receiver: unknown): unknown {
    if (key === 'length') return this.length;
    const index = indexOf(key);
    return index === undefined ? Reflect.get(target, key, receiver) : this.items.at(index + +(index >= this.skipped));
  }

  has(target: T[], key: string | symbol): boolean {
    const index = indexOf(key);
    return index === undefined ? key in target : index < this.length;
  }

  ownKeys(target: T[]): (string | symbol)[] {
    return Reflect.ownKeys(this.filled(target));
  }

  getOwnPropertyDescriptor(target: T[], key: string | symbol): PropertyDescriptor | undefined {
    return Reflect.getOwnPropertyDescriptor(this.filled(target), key);
  }

  set(): boolean {
    return false;
  }

  defineProperty(): boolean {
    return false;
  }

  deleteProperty(): boolean {
    return false;
  }

  private filled(target: T[]): T[] {
    if (target.length < this.length) target.push(...[...this.items].filter((_, i) => i !== this.skipped));
    return target;
  }
}

function indexOf(key: string | symbol): number | undefined {
  return typeof key === 'string' && INDEX.test(key) ? Number(key) : undefined;
}

import { positionOf, type Scope } from './fold/scope.ts';
import { state } from './fold/state.ts';
import type { Sequence } from './sequence.ts';
import type { Item } from './thread.ts';

/**
 * All items of a round, or of a delegation, but the answer, in order (SPEC R1.1, R5.1). The array
 * is read-only and made in constant time: it looks its elements up when they are asked for.
 */
export function traceEvents(round: Scope): readonly Item[] {
  const { answer } = round[state];
  const skipped = answer === undefined ? round.items.length : positionOf(round, answer);
  return new Proxy<Item[]>([], new AllButOne(round.items, skipped));
}

/** Shows the elements of a sequence but one as an array. */
class AllButOne<T> implements ProxyHandler<T[]> {
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
    const index = this.indexOf(key);
    return index === undefined ? Reflect.get(target, key, receiver) : this.at(index);
  }

  has(target: T[], key: string | symbol): boolean {
    return this.indexOf(key) !== undefined || Reflect.has(target, key);
  }

  ownKeys(): string[] {
    return [...Array.from({ length: this.length }, (_, i) => String(i)), 'length'];
  }

  getOwnPropertyDescriptor(target: T[], key: string | symbol): PropertyDescriptor | undefined {
    if (key === 'length') return { value: this.length, writable: true, enumerable: false, configurable: false };
    const index = this.indexOf(key);
    if (index === undefined) return Reflect.getOwnPropertyDescriptor(target, key);
    return { value: this.at(index), writable: false, enumerable: true, configurable: true };
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

  private at(index: number): T | undefined {
    return this.items.at(index < this.skipped ? index : index + 1);
  }

  private indexOf(key: string | symbol): number | undefined {
    if (typeof key !== 'string' || !INDEX.test(key)) return undefined;
    const index = Number(key);
    return index < this.length ? index : undefined;
  }
}

const INDEX = /^(?:0|[1-9]\d{0,9})$/;

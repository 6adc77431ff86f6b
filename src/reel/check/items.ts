import type { Sequence } from '../../logic/sequence.ts';
import type { Item } from '../../logic/thread.ts';

/** The items behind the last one whose key is at most `newest`, in order. */
export function freshItems(items: Sequence<Item>, newest: number): Item[] {
  const found: Item[] = [];
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items.at(i);
    if (!item || item.key <= newest) break;
    found.push(item);
  }
  return found.reverse();
}

/** The item of a key; keys ascend. */
export function itemWithKey(items: Sequence<Item>, key: number): Item | undefined {
  let low = 0;
  let high = Math.min(key, items.length - 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items.at(middle)?.key ?? key) < key) low = middle + 1;
    else high = middle;
  }
  const item = items.at(low);
  return item?.key === key ? item : undefined;
}

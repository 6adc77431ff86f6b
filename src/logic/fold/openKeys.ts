import { IdMap } from '../idMap.ts';

/**
 * The keys of items that are open, in a chain: never changed in place. A key goes in behind the others and out from
 * anywhere at a bounded cost: calls that run at once end in the order in which they began as well as in the other one.
 */
export interface OpenKeys {
  readonly size: number;
  readonly oldest: number;
  readonly newest: number;
  /** The neighbours of each key, where there is more than one. */
  readonly links: IdMap<Link | undefined>;
}

interface Link {
  readonly older: number | undefined;
  readonly newer: number | undefined;
}

const noLinks: OpenKeys['links'] = IdMap.empty();
const alone: Link = { older: undefined, newer: undefined };

/** The keys and one more, which is above them all. */
export function withKey(open: OpenKeys | undefined, key: number): OpenKeys {
  if (!open) return { size: 1, oldest: key, newest: key, links: noLinks };
  const { size, oldest, newest, links } = open;
  const linked = withLink(links, newest, { newer: key }).set(String(key), { older: newest, newer: undefined });
  return { size: size + 1, oldest, newest: key, links: linked };
}

/** The keys without one; the very same where it is none of them. */
export function withoutKey(open: OpenKeys | undefined, key: number): OpenKeys | undefined {
  if (open?.size === 1 && open.oldest === key) return undefined;
  const link = open?.links.get(String(key));
  if (!open || !link) return open;
  const { older, newer } = link;
  const oldest = open.oldest === key ? newer : open.oldest;
  const newest = open.newest === key ? older : open.newest;
  if (oldest === undefined || newest === undefined) return undefined;
  if (oldest === newest) return withKey(undefined, oldest);
  let links = open.links.set(String(key), undefined);
  if (older !== undefined) links = withLink(links, older, { newer });
  if (newer !== undefined) links = withLink(links, newer, { older });
  return { size: open.size - 1, oldest, newest, links };
}

function withLink(links: OpenKeys['links'], key: number, change: Partial<Link>): OpenKeys['links'] {
  return links.set(String(key), { ...(links.get(String(key)) ?? alone), ...change });
}

/** All keys, the oldest first. */
export function keysOf(open: OpenKeys | undefined): readonly number[] {
  const keys: number[] = [];
  for (let key = open?.oldest; key !== undefined; key = open?.links.get(String(key))?.newer) keys.push(key);
  return keys;
}

const ANY = /^[\s\S]/;

/**
 * Makes one piece of a text that was added up from many. Engines keep such a text as a tree of its pieces, several times
 * as large, until someone looks into it: so we look, once nothing more is expected. The value is the same.
 */
export function settle(text: unknown): void {
  if (typeof text === 'string') ANY.test(text);
}

const LIVE = /^(?:https?:\/\/[^/\\]|mailto:[^/\\])/i;
const INLINE_IMAGE = /^data:image\/(?:png|jpeg|gif|webp)[;,]/i;

/** The address of a link that may be live: http, https or mailto, written out; `undefined` for all others (SPEC R6.1). */
export function liveAddress(address: string): string | undefined {
  return LIVE.test(address) && URL.canParse(address) ? new URL(address).href : undefined;
}

/** What an image's address asks for. */
export type ImageAddress =
  /** Nothing leaves the page. */
  | { readonly kind: 'inline'; readonly address: string }
  /** A request to a host: only if the app or the reader allows it. */
  | { readonly kind: 'remote'; readonly url: URL }
  /** Anything else, also what would be a request to the app's own server: never loaded. */
  | { readonly kind: 'refused' };

/** Tells the addresses of images apart. */
export function imageAddress(address: string): ImageAddress {
  if (INLINE_IMAGE.test(address)) return { kind: 'inline', address };
  // `//host` and `/\host` name a host as well.
  const absolute = /^[/\\]{2}/.test(address) ? `https:${address}` : address;
  if (/^https?:[/\\]{2}/i.test(absolute) && URL.canParse(absolute)) return { kind: 'remote', url: new URL(absolute) };
  return { kind: 'refused' };
}

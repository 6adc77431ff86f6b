/** Headers by their names in small letters, each with its name as it was written and all its values. */
export type Headers = ReadonlyMap<string, { readonly name: string; readonly values: readonly string[] }>;

/** They belong to one connection, not to the message (RFC 9110, 7.6.1), so each side of a proxy has its own. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What of a message's headers, in pairs as Node keeps them, is meant for the other end. */
export function endToEnd(rawHeaders: readonly string[]): Headers {
  const headers = new Map<string, { name: string; values: string[] }>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const entry = headers.get(name.toLowerCase()) ?? { name, values: [] };
    entry.values.push(rawHeaders[at + 1] ?? '');
    headers.set(name.toLowerCase(), entry);
  }
  // A message names more headers of its connection in this one.
  const named = headers.get('connection')?.values.flatMap((value) => value.toLowerCase().split(/[\s,]+/)) ?? [];
  for (const name of [...HOP_BY_HOP, ...named]) headers.delete(name);
  return headers;
}

/** The headers of a request to the upstream: its own host, and no compression, so that the recording is readable. */
export function toUpstream(rawHeaders: readonly string[], host: string): Headers {
  const headers = new Map(endToEnd(rawHeaders));
  headers.delete('expect'); // Answered by this server.
  headers.set('host', { name: 'Host', values: [host] });
  headers.set('accept-encoding', { name: 'Accept-Encoding', values: ['identity'] });
  return headers;
}

/** Headers as a reel keeps them. */
export function asRecord(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].map(([name, { values }]) => [name, values.join(', ')]));
}

/** Headers that say how a stream is sent, and nothing of who sends it. */
const ALLOWED = new Set(
  `accept accept-encoding accept-language age allow cache-control connection content-encoding content-language
  content-length content-type date expires keep-alive last-event-id last-modified mcp-protocol-version
  anthropic-beta anthropic-version openai-beta openai-processing-ms openai-version pragma request-id retry-after
  retry-after-ms server te trailer transfer-encoding user-agent vary x-accel-buffering x-request-id x-should-retry
  x-vercel-ai-data-stream x-vercel-ai-ui-message-stream`.split(/\s+/),
);
const ALLOWED_GROUPS = /^(?:x-ratelimit-|anthropic-ratelimit-|ratelimit-?|x-stainless-|access-control-|sec-fetch-)/;

/**
 * Changes the values of headers that are not on the list of those that may stay, in whatever has members `headers`:
 * a list of forbidden ones would never be whole.
 */
export function withoutForeignHeaders(
  value: unknown,
  allowed: readonly string[],
  replace: (value: string) => string,
): unknown {
  const own = new Set(allowed.map((name) => name.toLowerCase()));
  const mayStay = (name: string) => ALLOWED.has(name) || ALLOWED_GROUPS.test(name) || own.has(name);
  const inHeaders = (name: string, field: unknown): unknown => {
    if (mayStay(name.toLowerCase())) return field;
    if (Array.isArray(field)) return field.map((one) => inHeaders(name, one));
    return typeof field === 'string' ? replace(field) : field;
  };
  const walk = (at: unknown, headers: boolean): unknown => {
    if (Array.isArray(at)) return at.map((one) => (headers ? pair(one) : walk(one, false)));
    if (typeof at !== 'object' || at === null) return at;
    return Object.fromEntries(
      Object.entries(at).map(([name, field]) => [
        name,
        headers ? inHeaders(name, field) : walk(field, /^(?:headers|trailers)$/i.test(name)),
      ]),
    );
  };
  /** `["name", "value"]` or `{"name": …, "value": …}`. */
  const pair = (one: unknown): unknown => {
    if (Array.isArray(one) && typeof one[0] === 'string')
      return [one[0], ...one.slice(1).map((field) => inHeaders(one[0], field))];
    if (typeof one !== 'object' || one === null || !('name' in one) || typeof one.name !== 'string') return one;
    return 'value' in one ? { ...one, value: inHeaders(one.name, one.value) } : one;
  };
  return walk(value, false);
}

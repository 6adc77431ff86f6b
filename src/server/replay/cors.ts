/** Whose pages may read what is served: these origins, or `*` for all. By default pages of this machine. */
export type AllowedOrigins = readonly string[];

const thisMachine = /^https?:\/\/(?:localhost|[^/:]+\.localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** The origin of a request, if its page may read the answer. */
export function allowedOrigin(request: Request, allowed: AllowedOrigins): string | undefined {
  const origin = request.headers.get('origin');
  if (origin === null) return undefined;
  const isAllowed = thisMachine.test(origin) || allowed.includes('*') || allowed.includes(origin);
  return isAllowed ? origin : undefined;
}

/** Lets a page of `origin` read a response, with all of its headers. What was recorded of this is replaced. */
export function admit(headers: Headers, origin: string | undefined): void {
  for (const name of [...headers.keys()]) if (name.startsWith('access-control-')) headers.delete(name);
  headers.append('vary', 'origin');
  if (origin === undefined) return;
  const exposed = [...headers.keys()].join(', ');
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-allow-credentials', 'true');
  headers.set('access-control-expose-headers', exposed);
}

/** The answer to a browser that asks before it sends the real request. */
export function preflight(request: Request, origin: string | undefined, methods: string): Response {
  const headers = new Headers({ allow: methods });
  admit(headers, origin);
  if (origin === undefined) return new Response(null, { status: 204, headers });
  headers.set('access-control-allow-methods', methods);
  headers.set('access-control-allow-headers', request.headers.get('access-control-request-headers') ?? '*');
  headers.set('access-control-max-age', '600');
  if (request.headers.get('access-control-request-private-network') === 'true') {
    headers.set('access-control-allow-private-network', 'true');
  }
  return new Response(null, { status: 204, headers });
}

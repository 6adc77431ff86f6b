import http, { type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { toUpstream } from './headers.ts';

/** Shorter than servers usually keep a connection, so that none is taken just when it is closed. */
const KEPT_FOR = 4_000;

/** Keeps connections to the upstream, as a client would: an agent makes many requests, one after the other. */
export function upstreamAgent(upstream: URL): Agent {
  const options = { keepAlive: true, timeout: KEPT_FOR };
  return upstream.protocol === 'https:' ? new https.Agent(options) : new http.Agent(options);
}

/** Begins the same request to the upstream; its body is still to come. */
export function requestUpstream(request: IncomingMessage, upstream: URL, agent: Agent): ClientRequest {
  const send = upstream.protocol === 'https:' ? https.request : http.request;
  const outgoing = send(upstream, {
    agent,
    method: request.method,
    path: upstream.pathname.replace(/\/$/, '') + targetOf(request.url ?? '/'),
    setHost: false,
  });
  for (const { name, values } of toUpstream(request.rawHeaders, upstream.host).values()) {
    outgoing.setHeader(name, values.length === 1 ? String(values[0]) : values);
  }
  // With this, a body without a length is framed for every method.
  if (request.headers['transfer-encoding'] !== undefined) outgoing.setHeader('Transfer-Encoding', 'chunked');
  return outgoing;
}

/** A client that takes this for a forward proxy asks with the whole address. */
function targetOf(url: string): string {
  if (url.startsWith('/')) return url;
  try {
    const { pathname, search } = new URL(url);
    return pathname + search;
  } catch {
    return '/';
  }
}

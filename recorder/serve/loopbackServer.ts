import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendResponse } from './sendResponse.ts';

export interface LoopbackServer {
  /** Such as `http://127.0.0.1:43117`. */
  readonly origin: string;
  /** Cuts what goes on, and is gone afterwards, with all that its handler still did. */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** Names of this machine: under any other a page elsewhere could have itself taken for one of ours. */
const ownName = /^(?:localhost|127\.0\.0\.1|\[::1\]|[^.:]+\.localhost)(?::\d+)?$/i;

/**
 * Serves a handler of web standards over HTTP, to this machine only. The body of a request is not read. The request's
 * signal aborts when the client leaves.
 * @param port 0 takes one that is free
 * @throws the system's error where it cannot listen
 */
export async function serveLoopback(
  handler: (request: Request) => Promise<Response>,
  port: number,
): Promise<LoopbackServer> {
  const running = new Set<Promise<void>>();
  const server = createServer((incoming, outgoing) => {
    const run = respond(handler, incoming, outgoing).finally(() => running.delete(run));
    running.add(run);
  });
  const { port: bound } = await listen(server, port);
  return {
    origin: `http://${LOOPBACK}:${bound}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await Promise.all(running);
    },
  };
}

function listen(server: Server, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('the server has no port'));
      else resolve(address);
    });
  });
}

async function respond(
  handler: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const left = new AbortController();
  outgoing.on('close', () => left.abort(new DOMException('The client left.', 'AbortError')));
  // What is written to a client that left is lost, and no fault.
  outgoing.on('error', () => {});
  // Read away, or the connection could not be used again.
  incoming.resume();
  try {
    await sendResponse(await answerOf(handler, incoming, left.signal), outgoing, left.signal);
  } catch (error) {
    if (left.signal.aborted) return;
    // Nothing that the handler foresaw; the client must not wait for an answer.
    if (!outgoing.headersSent) outgoing.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
    outgoing.end(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}

function answerOf(
  handler: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  signal: AbortSignal,
): Promise<Response> | Response {
  if (!ownName.test(incoming.headers.host ?? LOOPBACK)) {
    return new Response('This server answers to names of this machine only.\n', { status: 421 });
  }
  const request = requestOf(incoming, signal);
  return request ? handler(request) : new Response('This is no request that can be answered.\n', { status: 400 });
}

/** `undefined` for what HTTP allows, and web standards do not. */
function requestOf({ url = '/', method = 'GET', headers }: IncomingMessage, signal: AbortSignal): Request | undefined {
  const given = new Headers();
  for (const [name, value = ''] of Object.entries(headers)) {
    for (const each of Array.isArray(value) ? value : [value]) given.append(name, each);
  }
  // A target that names a host of its own, as proxies are asked, is taken by its path.
  const target = url.replace(/^https?:\/\/[^/]*/i, '');
  try {
    return new Request(`http://${headers.host ?? LOOPBACK}${target}`, { method, headers: given, signal });
  } catch {
    return undefined;
  }
}

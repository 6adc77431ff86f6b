import { HttpResponse, http, type RequestHandler } from 'msw';
import { type Player, type PlayOptions, play, type Reel } from '../reel/index.ts';

export interface ReplayOptions extends PlayOptions {
  /** Where the stream is served: an address or a path, as in any handler of msw. */
  readonly url: string;
  /** Gives the bytes instead of the play options, one stream at a time. */
  readonly player?: Player;
}

/**
 * Request handlers that answer at `url`, whatever the method, with the stream that was recorded (SPEC R7.5):
 * its status, headers, bytes and chunk borders. A cut is an errored body. The replay ends when the reader
 * leaves, or when `signal` aborts: abort that when a story or a test is left, since `resetHandlers()` ends
 * no stream. (A service worker does not tell that a reader left a body other than an event stream.)
 */
export function replayHandlers(reel: Reel, options: ReplayOptions): RequestHandler[] {
  const { url, player, signal, ...rest } = options;
  const { status, headers } = responseOf(reel);
  return [
    http.all(url, ({ request }) => {
      const session = new AbortController();
      const ends = [request.signal, session.signal, ...(signal ? [signal] : [])];
      const until = AbortSignal.any(ends);
      const bytes = player ? player.stream(until) : play(reel, { ...rest, signal: until });
      return new HttpResponse(bodyOf(bytes, session), { status, headers });
    }),
  ];
}

/** Headers that told of the recorded connection and would be untrue, or even do harm, on another one. */
const connectionHeaders = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
]);

function responseOf(reel: Reel): { status: number; headers: Headers } {
  const line = reel.lines.find((candidate) => candidate.kind === 'h');
  const headers = new Headers();
  for (const [name, value] of Object.entries(line?.headers ?? {})) {
    if (!connectionHeaders.has(name.toLowerCase())) headers.set(name, value);
  }
  if (!headers.has('content-type')) {
    headers.set('content-type', reel.header.transport === 'sse' ? 'text/event-stream' : 'application/x-ndjson');
  }
  // Without it msw in Node takes a body that errors for one that ends.
  headers.set('transfer-encoding', 'chunked');
  return { status: line?.status ?? 200, headers };
}

/** Pulls, so that a reader's chunk is a recorded chunk, and nothing is read ahead. */
function bodyOf(bytes: AsyncIterable<Uint8Array>, session: AbortController): ReadableStream<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => session.abort(reason),
    },
    { highWaterMark: 0 },
  );
}

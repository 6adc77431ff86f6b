import { HttpResponse, http, type RequestHandler } from 'msw';
import { byteStream } from '../reel/byteStream.ts';
import { type Player, type PlayOptions, play, type Reel, withFaults } from '../reel/index.ts';
import { recordedResponse } from '../reel/recordedResponse.ts';

export interface ReplayOptions extends PlayOptions {
  /** Where the stream is served: an address or a path, as in any handler of msw. */
  readonly url: string;
  /** Gives the bytes instead of the play options, one stream at a time; `reel` is then its reel, faults and all. */
  readonly player?: Player;
}

/**
 * Request handlers that answer at `url`, whatever the method, with the stream that was recorded (SPEC R7.5):
 * its status, headers, bytes and chunk borders, and the faults that are wanted. A cut is an errored body. The replay ends when the reader
 * leaves, or when `signal` aborts: abort that when a story or a test is left, since `resetHandlers()` ends
 * no stream. (A service worker does not tell that a reader left a body other than an event stream.)
 */
export function replayHandlers(reel: Reel, options: ReplayOptions): RequestHandler[] {
  const { url, player, signal, faults, seed, ...rest } = options;
  const run = player ? reel : withFaults(reel, faults, seed);
  const { status, headers } = recordedResponse(run);
  // Without it msw in Node takes a body that errors for one that ends.
  headers.set('transfer-encoding', 'chunked');
  return [
    http.all(url, ({ request }) => {
      const session = new AbortController();
      const ends = [request.signal, session.signal, ...(signal ? [signal] : [])];
      const until = AbortSignal.any(ends);
      const bytes = player ? player.stream(until) : play(run, { ...rest, signal: until });
      const body = byteStream(bytes, (reason) => session.abort(reason));
      return new HttpResponse(body, { status, headers });
    }),
  ];
}

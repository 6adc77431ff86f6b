import { type Fault, isLossless } from '../../reel/faults/fault.ts';
import { withFaults } from '../../reel/faults/withFaults.ts';
import type { Reel } from '../../reel/format.ts';
import { recordedResponse } from '../../reel/recordedResponse.ts';
import { type AllowedOrigins, admit, allowedOrigin, preflight } from './cors.ts';
import { behindEvent, withEventIds } from './eventIds.ts';
import { listOf } from './list.ts';
import { type StreamOptions, streamed } from './streamed.ts';

export interface ReplayHandlerOptions extends StreamOptions {
  /** What goes wrong with the bytes; where a run is taken up again only what loses nothing. */
  readonly faults?: readonly Fault[];
  /** What the faults are decided by. Default 1. */
  readonly seed?: number;
  /** Gives the events of an event stream ids where it has none, so that it can be taken up again. Default false. */
  readonly ids?: boolean;
  /** Origins whose pages may read the answers, beside pages of this machine; `*` for all. */
  readonly cors?: AllowedOrigins;
}

/** Answers a request on web standards. Rejects with the reason of the request's signal, once that aborts. */
export type Handler = (request: Request) => Promise<Response>;

const methods = 'GET, HEAD, POST, OPTIONS';

/**
 * Replays reels over HTTP, each at its path, as the responses that they were: status, headers (early, when they came),
 * bytes, chunk borders and pauses; a cut is a body that errors (SPEC R7.5). A request with `Last-Event-ID` gets what
 * comes behind that event, and 204 where nothing does. `/` lists what there is. The replay ends with its request.
 * @param reels by their paths, such as `/fix-a-test`
 */
export function replayHandler(reels: ReadonlyMap<string, Reel>, options: ReplayHandlerOptions = {}): Handler {
  const { ids = false, cors = [], faults = [], seed, ...playing } = options;
  let connections = 0;

  /** What a request gets to see of a reel. Each stream has ids of its own: two of them are two runs. */
  function wanted(reel: Reel, request: Request): { readonly run: Reel; readonly isRest: boolean } {
    const seen = request.headers.get('last-event-id') ?? '';
    const isEvents = recordedResponse(reel).headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    if (!isEvents) return { run: reel, isRest: false };
    const connection = /^(\d+)-\d+$/.exec(seen)?.[1];
    const known = ids && connection !== undefined ? withEventIds(reel, connection) : reel;
    const rest = seen === '' ? undefined : behindEvent(known, seen);
    if (rest) return { run: rest, isRest: true };
    return { run: ids ? withEventIds(reel, String(++connections)) : reel, isRest: false };
  }

  async function answer(request: Request): Promise<Response> {
    const path = pathOf(request);
    const reel = reels.get(path);
    if (!reel && path !== '/') return said(404, `There is no ${path} here; there is: ${[...reels.keys()].join(', ')}`);
    if (request.method !== 'GET' && request.method !== 'HEAD' && (request.method !== 'POST' || !reel)) {
      const allowed = reel ? methods : methods.replace('POST, ', '');
      return said(405, `${request.method} is not answered here; ${allowed} are.`, { allow: allowed });
    }
    if (!reel) return listOf(reels, request);
    const { run, isRest } = wanted(reel, request);
    const wrong = isRest ? faults.filter(isLossless) : faults;
    return streamed(withFaults(run, wrong, seed), isRest, request, playing);
  }

  return async (request) => {
    const origin = allowedOrigin(request, cors);
    if (request.method === 'OPTIONS') return preflight(request, origin, methods);
    const response = await answer(request);
    admit(response.headers, origin);
    return response;
  };
}

function pathOf(request: Request): string {
  const { pathname } = new URL(request.url);
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function said(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, { status, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } });
}

import { byteStream } from '../../reel/byteStream.ts';
import { systemClock } from '../../reel/clock.ts';
import { createPlayer } from '../../reel/createPlayer.ts';
import { isCut, type Reel } from '../../reel/format.ts';
import type { PlayOptions } from '../../reel/play.ts';
import { type RecordedResponse, recordedResponse } from '../../reel/recordedResponse.ts';
import { timelineOf } from '../../reel/timeline.ts';

export type StreamOptions = PlayOptions;

/** Statuses whose responses have no body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * A run as the response to a request, given when its headers came.
 * @param isRest whether the client has seen the run's beginning
 */
export async function streamed(
  run: Reel,
  isRest: boolean,
  request: Request,
  options: StreamOptions,
): Promise<Response> {
  const { status, headers, time } = recordedResponse(run);
  if (isRest && isOver(run)) return new Response(null, { status: 204 });
  if (request.method === 'HEAD' || bodiless.has(status)) return new Response(null, { status, headers });

  const { from = 0, signal, ...timing } = options;
  const session = new AbortController();
  const until = AbortSignal.any([request.signal, session.signal, ...(signal ? [signal] : [])]);
  const player = createPlayer(run, { ...timing, playing: true });
  if (from > 0 && !isRest) player.seek(from);
  // The reel's clock starts with the request, not with the headers.
  const bytes = player.stream(until);
  const left = time - player.getState().time;
  if (left > 0) await waitFor(left, options, until);
  until.throwIfAborted();
  return new Response(
    byteStream(bytes, (reason) => session.abort(reason)),
    { status, headers },
  );
}

/** Nothing is left of it, and it ended well. */
function isOver(run: Reel): boolean {
  const { chunks, end } = timelineOf(run);
  return chunks.length === 0 && !isCut(end.cause);
}

async function waitFor(time: RecordedResponse['time'], options: StreamOptions, until: AbortSignal): Promise<void> {
  const { speed = 1, idleLimit = Number.POSITIVE_INFINITY, clock = systemClock } = options;
  if (speed !== 'instant') await clock.sleep(Math.min(time, idleLimit) / speed, until);
}

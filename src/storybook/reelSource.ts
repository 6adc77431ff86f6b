import { StreamRefused } from '../react/chunks.ts';
import { type Player, timelineOf } from '../reel/index.ts';

/** A clock for stamping events: when the chunk that was read last came, by the recording. */
export interface ReelSource {
  /** Sets the clock back to the start, before a run is started. */
  rewind(): void;
  /**
   * Opens the stream at `url`, cut as it was recorded.
   * @throws {StreamRefused} for a response that is no success, when the player has let go of it.
   */
  open(url: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
  /** Milliseconds since the epoch. */
  now(): number;
}

/**
 * Reads the stream of a player and knows of each chunk when it came. After a jump many chunks come at
 * once; stamped by the player's clock, they would all have come at that moment.
 */
export function createReelSource(player: Player): ReelSource {
  const epoch = Date.parse(player.reel.header.recordedAt);
  const { chunks } = timelineOf(player.reel);
  let time = 0;

  async function* recut(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
    let held = new Uint8Array();
    let next = 0;
    for await (const bytes of iterate(body)) {
      held = joined(held, bytes);
      for (let chunk = chunks[next]; chunk && held.length >= chunk.bytes.length; chunk = chunks[++next]) {
        time = chunk.time;
        yield held.subarray(0, chunk.bytes.length);
        held = held.subarray(chunk.bytes.length);
      }
    }
    if (held.length > 0) yield held;
  }

  return {
    now: () => epoch + time,
    rewind() {
      time = 0;
    },
    async open(url, signal) {
      const response = await fetch(url, { method: 'POST', signal });
      const { ok, status, statusText, body } = response;
      if (!ok) {
        await response.arrayBuffer();
        throw new StreamRefused(`HTTP ${status} ${statusText}`.trim());
      }
      return body ? recut(body) : recut(new ReadableStream());
    },
  };
}

function joined(before: Uint8Array, after: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(before.length + after.length);
  all.set(before);
  all.set(after, before.length);
  return all;
}

/** Streams are not iterable in every browser. */
async function* iterate(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** What an app hands over as the agent's output: a response, its body, or any list of chunks in time. */
export type StreamSource = Response | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>;

/** A stream that could not be opened: the one thing that is told to the reader as it is. */
export class StreamRefused extends Error {
  override readonly name = 'StreamRefused';
}

function bodyOf(source: StreamSource): ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string> | undefined {
  if (!(source instanceof Response)) return source;
  if (!source.ok) {
    // What the server says beside its status is not read: let go of it.
    void source.body?.cancel().catch(() => {});
    throw new StreamRefused(`HTTP ${source.status} ${source.statusText}`.trim());
  }
  return source.body ?? undefined;
}

interface Chunk {
  readonly done?: boolean | undefined;
  readonly value?: Uint8Array | string | undefined;
}

interface Chunks {
  next(): Promise<Chunk>;
  /** Lets go of the source; not awaited, as a source that never answers must not hold up the end. */
  close(): void;
}

function chunksOf(body: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>): Chunks {
  if (body instanceof ReadableStream) {
    const reader = body.getReader();
    return { next: () => reader.read(), close: () => void reader.cancel().catch(() => {}) };
  }
  const iterator = body[Symbol.asyncIterator]();
  return { next: () => iterator.next(), close: () => void iterator.return?.()?.catch(() => {}) };
}

/**
 * Hands every chunk of a source to `onChunk`, until the source ends or the signal aborts; the source is then closed.
 * @throws what the source throws, and {@link StreamRefused} for an HTTP error.
 */
export async function readSource(
  source: StreamSource,
  signal: AbortSignal,
  onChunk: (chunk: Uint8Array | string) => void,
): Promise<void> {
  const body = bodyOf(source);
  if (body === undefined) return;
  const chunks = chunksOf(body);
  let stop = () => {};
  const onAbort = () => stop();
  signal.addEventListener('abort', onAbort);
  // Not raced against one promise for all: that would keep what it was raced against as long as the stream runs.
  const next = () =>
    new Promise<Chunk>((resolve, reject) => {
      stop = () => resolve({ done: true });
      chunks.next().then(resolve, reject);
    });
  try {
    while (!signal.aborted) {
      const { done, value } = await next();
      if (done || signal.aborted || value === undefined) return;
      onChunk(value);
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    chunks.close();
  }
}

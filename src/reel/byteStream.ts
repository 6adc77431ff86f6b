/**
 * A body of bytes that come in time. Pulls, so that a reader's chunk is a chunk of `bytes`, and nothing is read ahead.
 * @param onCancel hears that the reader left; what waits inside `bytes` does not hear it by itself
 */
export function byteStream(
  bytes: AsyncIterable<Uint8Array>,
  onCancel: (reason: unknown) => void,
): ReadableStream<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: onCancel,
    },
    { highWaterMark: 0 },
  );
}

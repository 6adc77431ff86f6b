import type { ServerResponse } from 'node:http';

/**
 * Sends a response: its headers at once, then each chunk of its body with a write of its own. A body that errors
 * cuts the connection, behind all that came before.
 * @param left aborts when the client is gone
 */
export async function sendResponse(response: Response, outgoing: ServerResponse, left: AbortSignal): Promise<void> {
  const { status, statusText, headers, body } = response;
  const names = Object.fromEntries(headers);
  if (statusText === '') outgoing.writeHead(status, names);
  else outgoing.writeHead(status, statusText, names);
  if (body === null) {
    await written((done) => outgoing.end(done), left);
    return;
  }
  outgoing.flushHeaders();
  const reader = body.getReader();
  const leave = () => void reader.cancel(left.reason).catch(() => {});
  if (left.aborted) leave();
  else left.addEventListener('abort', leave);
  try {
    for (let next = await reader.read(); !next.done && !left.aborted; next = await reader.read()) {
      const chunk = next.value;
      await written((done) => outgoing.write(chunk, done), left);
    }
    if (!left.aborted) await written((done) => outgoing.end(done), left);
  } catch {
    // An end of the chunked body is missing: that is how a client sees a cut.
    outgoing.destroy();
  } finally {
    left.removeEventListener('abort', leave);
  }
}

/** Waits until the system has taken what is written, or the client is gone. */
function written(write: (done: () => void) => void, left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (left.aborted) return resolve();
    const done = () => {
      left.removeEventListener('abort', done);
      resolve();
    };
    left.addEventListener('abort', done);
    write(done);
  });
}

/** What a client of an agent's server does. */

/** @param {string} address @param {unknown} body @param {AbortSignal} [signal] */
export async function postAnd(address, body, signal) {
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
  return await fetch(address, { method: 'POST', headers, body: JSON.stringify(body), signal: signal ?? null });
}

/**
 * Reads an event stream to its end, or to where it is cut.
 * @param {Response} response @param {{ onEvent?: (event: any) => unknown }} [listeners]
 * @returns {Promise<any[]>} the events
 */
export async function readEvents(response, { onEvent } = {}) {
  let rest = '';
  /** @type {any[]} */
  const events = [];
  const decoder = new TextDecoder();
  try {
    for await (const bytes of response.body ?? []) {
      const piece = decoder.decode(bytes, { stream: true });
      const frames = (rest + piece).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const data = frame.replace(/^data: ?/, '');
        if (!data.startsWith('{')) continue;
        events.push(JSON.parse(data));
        onEvent?.(events.at(-1));
      }
    }
  } catch (error) {
    console.error(`The stream ended early: ${String(error)}`);
  }
  return events;
}

/**
 * Does something once so many events of a kind have come.
 * @param {number} count @param {(event: any) => boolean} isOfKind @param {() => unknown} act
 */
export function after(count, isOfKind, act) {
  let seen = 0;
  return (/** @type {any} */ event) => {
    if (isOfKind(event) && ++seen === count) act();
  };
}

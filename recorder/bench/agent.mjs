// Stands for an agent program (`paced`, `flood`), or for the service behind one (`serve`).
import { createServer } from 'node:http';

/** @typedef {{ write(chunk: Buffer, done?: () => void): boolean, once(event: 'drain', then: () => void): unknown }} Sink */

const PACE = 200 * 1024; // bytes a second
const EVERY = 5; // milliseconds

/** One SSE event of a text delta. @param {number} n @param {number} length */
const event = (n, length) =>
  Buffer.from(
    `data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"${String(n).padEnd(length, ' wört')}"}\n\n`,
  );

/**
 * Works between its writes, as an agent does, and counts its work and not the clock: what holds it up adds up.
 * @param {Sink} out @param {number} seconds
 */
async function paced(out, seconds) {
  const chunk = event(0, (PACE * EVERY) / 1000 - 80);
  const count = (seconds * 1000) / EVERY;
  const started = performance.now();
  let waited = 0;
  for (let n = 0; n < count; n += 1) {
    const until = performance.now() + EVERY / 10;
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, EVERY - 1));
    const writing = performance.now();
    await new Promise((resolve) => out.write(chunk, () => resolve(undefined)));
    waited += performance.now() - writing;
  }
  return `ran ${performance.now() - started} waited ${waited}`;
}

/** @param {Sink} out @param {number} bytes */
async function flood(out, bytes) {
  const piece = Buffer.concat(Array.from({ length: 256 }, (_, n) => event(n, 200)));
  for (let left = bytes; left > 0; left -= piece.length) {
    if (!out.write(left < piece.length ? piece.subarray(0, left) : piece)) {
      await new Promise((resolve) => out.once('drain', () => resolve(undefined)));
    }
  }
}

/** One chunk, and the next one when the word came that it is there. @param {Sink} out @param {number} count */
async function pingPong(out, count) {
  for (let n = 0; n < count; n += 1) {
    out.write(event(n, 60));
    await new Promise((resolve) => process.stdin.once('data', resolve));
  }
}

const [, , role, amount = '0'] = process.argv;
if (role === 'paced') console.error(await paced(process.stdout, Number(amount)));
if (role === 'flood') await flood(process.stdout, Number(amount));
if (role === 'serve') {
  const server = createServer(async (request, response) => {
    const [, what, size = '0'] = (request.url ?? '').split('/');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (what === 'paced') await paced(response, Number(size));
    if (what === 'flood') await flood(response, Number(size));
    if (what === 'pingpong') await pingPong(response, Number(size));
    response.end();
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`);
  });
}

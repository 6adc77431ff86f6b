import type { Reel } from './format.ts';

/** The status and the headers of the HTTP response that a reel was. */
export interface RecordedResponse {
  /** 200 where none was recorded, or one that no response can have. */
  readonly status: number;
  /** As recorded, but for those of the connection; always with a content type. */
  readonly headers: Headers;
  /** When they came, in milliseconds since the reel's clock started. */
  readonly time: number;
}

/** Headers that told of the recorded connection and would be untrue, or even do harm, on another one. */
const connectionHeaders = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function recordedResponse(reel: Reel): RecordedResponse {
  const headers = new Headers();
  let status = 200;
  let time = 0;
  for (const line of reel.lines) {
    time += line.dt;
    if (line.kind !== 'h') continue;
    if (line.status >= 200 && line.status <= 599) status = line.status;
    for (const [name, value] of Object.entries(line.headers)) {
      if (!connectionHeaders.has(name.toLowerCase())) setIfValid(headers, name, value);
    }
    return { status, headers: withType(headers, reel), time };
  }
  return { status, headers: withType(headers, reel), time: 0 };
}

/** What somebody wrote into a reel by hand may be no header. */
function setIfValid(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    // Left out: no server could have sent it.
  }
}

function withType(headers: Headers, reel: Reel): Headers {
  if (!headers.has('content-type')) {
    headers.set('content-type', reel.header.transport === 'sse' ? 'text/event-stream' : 'application/x-ndjson');
  }
  return headers;
}

/** @typedef {[dt: number, kind: string, payload: any, extra?: unknown]} Line */

/**
 * A round that waits for its user in the middle is two requests, and two recordings: one after the other they are one
 * reel. Between them stands what the client sent, and the time that it took.
 * @param {readonly string[]} texts in the order in which they were recorded @returns {string}
 */
export function joinReels(texts) {
  const reels = texts.map((text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
  /** @type {Line[]} */
  const lines = [];
  let chunks = 0;
  let bytes = 0;
  let end;
  let before = 0;
  for (const [header, ...rest] of reels) {
    const start = Date.parse(header.recordedAt);
    if (lines.length > 0) lines.push([Math.max(0, start - before), 'i', JSON.stringify(header.request.body)]);
    end = rest.at(-1);
    const said = rest.slice(0, -1);
    // The status and headers of a further response are like those of the first.
    const [head] = said;
    const further = lines.length > 0 && head?.[1] === 'h';
    if (further && said[1]) said[1][0] += head[0];
    lines.push(...(further ? said.slice(1) : said));
    before = start + rest.reduce((sum, [dt]) => sum + dt, 0);
    chunks += end[2].chunks;
    bytes += end[2].bytes;
  }
  lines.push([end[0], 'x', { ...end[2], chunks, bytes }]);
  return [reels[0]?.[0], ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

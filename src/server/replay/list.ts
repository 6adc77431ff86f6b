import type { Reel } from '../../reel/format.ts';
import { timelineOf } from '../../reel/timeline.ts';

type Reels = ReadonlyMap<string, Reel>;

/** What there is, for a person or for a program, as the request likes it. */
export function listOf(reels: Reels, request: Request): Response {
  const wantsPage = request.headers.get('accept')?.includes('text/html') ?? false;
  const body = wantsPage ? pageOf(reels) : `${JSON.stringify([...reels].map(entryOf), null, 2)}\n`;
  const type = wantsPage ? 'text/html' : 'application/json';
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': "default-src 'none'",
      vary: 'accept',
    },
  });
}

function entryOf([path, reel]: readonly [string, Reel]) {
  const { chunks, end } = timelineOf(reel);
  const { title, agent, format } = reel.header;
  return { path, title, agent, format, chunks: chunks.length, duration: end.time, end: end.cause };
}

function pageOf(reels: Reels): string {
  const rows = [...reels].map(entryOf).map(({ path, title, agent, format }) => {
    const about = text(`${agent.name} ${agent.version}, ${format}`);
    return `<li><a href="${text(path)}">${text(title)}</a> (${about})</li>\n`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Reels</title>
<h1>Reels</h1>
<ul>
${rows.join('')}</ul>
</html>
`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function text(value: string): string {
  return value.replace(/[&<>"]/g, (mark) => entities[mark] ?? '');
}

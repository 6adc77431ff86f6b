import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { createLineMaker, formatReel, type Reel, type ReelHeader } from '../src/reel/index.ts';

/** A folder of a test with a file of each kind that the program reads, by the names that its help uses. */
export interface Sandbox {
  readonly folder: string;
  /** Writes a file and gives its whole path. */
  write(name: string, content: string | Uint8Array): string;
  remove(): void;
}

export function createSandbox(): Sandbox {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'runreel-')));
  return {
    folder,
    write(name, content) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
    remove() {
      // A test may have taken the rights away.
      chmodSync(folder, 0o700);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A round of AG-UI, an event a line. */
export const agUiLines: readonly string[] = [
  '{"type":"RUN_STARTED","threadId":"t","runId":"r"}',
  '{"type":"TEXT_MESSAGE_START","messageId":"m","role":"assistant"}',
  '{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"你好 🔍"}',
  '{"type":"TEXT_MESSAGE_END","messageId":"m"}',
  '{"type":"RUN_FINISHED","threadId":"t","runId":"r"}',
];

export const agUiSse = agUiLines.map((line) => `data: ${line}\n\n`).join('');

/** Lines as a timed log. */
export function timed(frames: readonly (readonly [number, string])[]): string {
  return frames.map(([t, line]) => `${JSON.stringify({ t, line })}\n`).join('');
}

/** A reel of AG-UI over standard output, a chunk a second; `repeat` rounds. */
export function agUiReel(header: Partial<ReelHeader> = {}, repeat = 1): Reel {
  const make = createLineMaker();
  const encoder = new TextEncoder();
  const rounds = Array.from({ length: repeat }, (_, i) =>
    agUiLines.map((line) => (i === 0 ? line : line.replaceAll('"r"', `"r${i}"`))),
  );
  const all = rounds.flat();
  return {
    header: {
      ...{ reel: 1, format: 'ag-ui', agent: { name: 'A', version: '1.0.0' }, title: 'T', prompt: 'Hello' },
      ...{ recordedAt: '2026-11-30T18:00:00.000Z', transport: 'stdout', redaction: { replaced: 0 }, ...header },
    },
    lines: [
      ...all.map((line, i) => make.output((i + 1) * 1000, encoder.encode(`${line}\n`))),
      make.beside(all.length * 1000, 'e', encoder.encode('careful\n')),
      make.end((all.length + 1) * 1000, 'exit', 0),
    ],
    truncated: false,
  };
}

/** A HAR file with these entries; each is laid over a POST that was answered by an event stream. */
export function harOf(...entries: readonly { readonly [name: string]: unknown }[]): string {
  return JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'test', version: '1' },
      entries: entries.map(({ request, response, content, ...entry }) => ({
        startedDateTime: '2026-11-30T18:00:00.000Z',
        time: 520,
        request: {
          method: 'POST',
          url: 'https://api.example.com/v1/chat?key=hidden',
          headers: [{ name: 'Authorization', value: 'Bearer hidden' }],
          postData: { mimeType: 'application/json', text: '{"prompt":"Hello"}' },
          ...(request as object),
        },
        response: {
          status: 200,
          headers: [
            { name: 'Content-Type', value: 'text/event-stream; charset=utf-8' },
            { name: 'Set-Cookie', value: 'hidden' },
          ],
          content: {
            size: Buffer.byteLength(agUiSse),
            mimeType: 'text/event-stream',
            text: agUiSse,
            ...(content as object),
          },
          ...(response as object),
        },
        timings: { blocked: -1, send: 20, wait: 100, receive: 400 },
        ...entry,
      })),
    },
  });
}

/** The files that the examples of the help name. */
export function writeExampleFiles({ write, folder }: Sandbox): void {
  const reel = formatReel(agUiReel({}, 30));
  const raw = formatReel(agUiReel());
  write('run.reel.jsonl', reel);
  write('fixtures/ai-sdk/one.reel.jsonl', reel);
  write('.runreel/20261130-180000-123-my-agent.raw.jsonl', raw);
  write('run.raw.jsonl', raw);
  write('tools/runreel.config.ts', 'export default {};\n');
  write('run.timed.jsonl', timed(agUiLines.map((line, i) => [i * 10, line])));
  write(
    'session.jsonl',
    `${JSON.stringify({ type: 'user', uuid: 'u', sessionId: 's', timestamp: '2026-11-30T18:00:00.000Z', message: { role: 'user', content: 'Hi' } })}\n`,
  );
  write(
    'acp.jsonl',
    '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}\n{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hi"}}}}\n',
  );
  write('acp.client.jsonl', '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}\n');
  write('network.har', harOf({}, {}, {}));
  write('logs/one.sse', agUiSse);
  write('logs/two.sse.gz', gzipSync(agUiSse));
  write('bin/my-agent', `#!${process.execPath}\nconsole.log(${JSON.stringify(agUiLines[0])});\n`);
  chmodSync(path.join(folder, 'bin/my-agent'), 0o755);
}

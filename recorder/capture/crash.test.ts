import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { parseReel, timelineOf } from '../../src/reel/index.ts';
import { ask, queue, standUpstream } from './proxy/proxyStand.ts';

/** KILLS=100 for a long run. */
const KILLS = Number(process.env['KILLS'] ?? 20);

const root = path.resolve(import.meta.dirname, '../..');
// It has to lie here to find its packages.
const program = path.join(root, '.cache', `crash-${process.pid}`, 'cli.mjs');
const folder = mkdtempSync(path.join(tmpdir(), 'runreel-kill-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(path.dirname(program), { recursive: true });
});
buildSync({
  // The one command, not the whole program: it starts sooner.
  stdin: {
    contents: `import { Command } from 'commander';
      import { addRecord } from './recorder/commands/record.ts';
      import { processIo } from './recorder/processIo.ts';
      const program = new Command();
      addRecord(program, processIo());
      await program.parseAsync();`,
    resolveDir: root,
  },
  ...{ outfile: program, bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' },
});

/** A process of its own that records, in a folder of its own. */
function record(cwd: string, ...args: string[]) {
  return spawn(process.execPath, [program, 'record', '--raw', ...args], { cwd, stdio: 'pipe' });
}

const newFolder = () => mkdtempSync(path.join(folder, 'run-'));

/** Kills at a random moment of the next `within` milliseconds; settles when the process is gone. */
function killSoon(child: ChildProcess, within: number): Promise<void> {
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  setTimeout(() => child.kill('SIGKILL'), Math.random() * within);
  return gone;
}

/** What the file of the killed recorder holds. */
function recorded(cwd: string): Buffer[] {
  const raw = path.join(cwd, '.runreel');
  const files = readdirSync(raw).filter((name) => name.endsWith('.raw.jsonl'));
  expect(files).toHaveLength(1);
  const reel = parseReel(readFileSync(path.join(raw, String(files[0])), 'utf8'));
  expect(timelineOf(reel).end.cause).toBe('reset');
  return timelineOf(reel).chunks.map(({ bytes }) => Buffer.from(bytes));
}

/** Message number n; large ones take the system a while to write. */
const message = (n: number, length: number) => Buffer.from(`${n}:${'ü'.repeat(length)}\n`);

test.each(Array.from({ length: KILLS / 2 }, (_, round) => round))(
  'R7.1: kill -9 while a command is recorded costs one line at most (%d)',
  async (round) => {
    const length = round % 2 === 0 ? 8 : 100_000;
    const cwd = newFolder();
    // What goes in comes out: so one message is on its way at a time.
    const child = record(cwd, '--', 'cat');
    child.stdin.on('error', () => {});
    let sent = message(0, length);
    let received = Buffer.alloc(0);
    let messages = 1;
    let killed = false;
    child.stdin.write(sent);
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        received = Buffer.concat([received, chunk]);
        if (!killed) void killSoon(child, 20).then(resolve);
        killed = true;
        if (received.length < sent.length) return;
        const next = message(messages, length);
        messages += 1;
        sent = Buffer.concat([sent, next]);
        child.stdin.write(next);
      });
    });
    const chunks = recorded(cwd);
    const bytes = Buffer.concat(chunks);
    expect(sent.subarray(0, bytes.length).equals(bytes)).toBe(true);
    // One read of a pipe is 64 KiB; a small message is one read.
    const oneLine = length === 8 ? message(messages, length).length : 65_536;
    expect(received.length - bytes.length).toBeLessThanOrEqual(oneLine);
  },
);

test.each(Array.from({ length: KILLS / 2 }, (_, round) => round))(
  'R7.1: kill -9 while the proxy records costs one line at most (%d)',
  async (round) => {
    const length = round % 2 === 0 ? 8 : 20_000;
    const received = queue<Buffer>();
    let got = 0;
    let messages = 0;
    const upstream = await standUpstream(async (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (; !response.destroyed; messages += 1) {
        const chunk = message(messages, length);
        response.write(chunk);
        for (let left = chunk.length; left > 0; ) left -= (await received.take()).length;
      }
    });
    const cwd = newFolder();
    const child = record(cwd, '--proxy', upstream.url.href);
    const address = await new Promise<string>((resolve) => {
      child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()));
    });
    const first = queue<true>();
    const asked = await ask(address, {}, '', (chunk) => {
      got += chunk.length;
      received.put(chunk);
      first.put(true);
    });
    await first.take();
    await killSoon(child, 20);
    await asked.whole;
    upstream.close();
    const bytes = Buffer.concat(recorded(cwd));
    const all = Buffer.concat(Array.from({ length: messages + 1 }, (_, n) => message(n, length)));
    expect(all.subarray(0, bytes.length).equals(bytes)).toBe(true);
    expect(got - bytes.length).toBeLessThanOrEqual(message(messages, length).length);
  },
);

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { chunkBytes, parseReel, type Reel } from '../../src/reel/index.ts';
import { type ProgramRun, recordProgram } from './program.ts';
import { startRecording } from './recording.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'runreel-program-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Ran {
  readonly status: number;
  readonly reel: Reel;
  readonly out: Buffer;
  readonly err: string;
}

interface Driver {
  readonly stdin: PassThrough;
  readonly stdout: PassThrough;
  signal(signal: NodeJS.Signals): void;
}

/** Runs a script of Node, recorded; `drive` is called with each chunk that was passed on. */
async function record(
  script: string,
  drive: (driver: Driver, out: Buffer) => void = () => {},
  options: Partial<ProgramRun> = {},
): Promise<Ran> {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  const handlers = new Set<(signal: NodeJS.Signals) => void>();
  const out: Buffer[] = [];
  let err = '';
  const driver: Driver = {
    ...streams,
    signal(signal) {
      for (const handler of handlers) handler(signal);
    },
  };
  streams.stdout.on('data', (chunk: Buffer) => {
    out.push(chunk);
    drive(driver, Buffer.concat(out));
  });
  streams.stderr.on('data', (chunk: Buffer) => {
    err += chunk;
  });
  const recording = newRecording();
  const status = await recordProgram({
    command: process.execPath,
    args: ['-e', script],
    cwd: folder,
    env: process.env,
    streams,
    onSignal(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
    sharesTerminal: false,
    recordsInput: true,
    recording,
    now: () => performance.now(),
    onLingering() {},
    ...options,
  });
  expect(handlers.size).toBe(0);
  return { status, reel: parseReel(readFileSync(recording.path, 'utf8')), out: Buffer.concat(out), err };
}

function newRecording() {
  return startRecording({
    folder: path.join(folder, '.runreel'),
    name: 'test',
    startedAt: performance.now(),
    header: {
      reel: 1,
      format: 'unknown',
      agent: { name: 'test', version: 'unknown' },
      title: 'Test',
      recordedAt: new Date().toISOString(),
      transport: 'stdout',
      redaction: { replaced: 0 },
    },
    onFailure(error) {
      throw error;
    },
  });
}

const outputOf = (reel: Reel) =>
  Buffer.concat(reel.lines.flatMap((line) => (line.kind === 'o' || line.kind === 'b' ? [chunkBytes(line)] : [])));

describe('R7.2: runreel record -- <command>', () => {
  it('records each chunk as the pipe delivers it, an emoji over two of them, and what was sent in between', async () => {
    const { status, reel, out } = await record(
      `const smile = Buffer.from('😀');
      process.stdout.write(Buffer.concat([Buffer.from('a '), smile.subarray(0, 2)]));
      process.stdin.once('data', () => {
        process.stdout.write(Buffer.concat([smile.subarray(2), Buffer.from(' b\\n')]));
        process.stdin.destroy();
      });`,
      ({ stdin }, sofar) => {
        // A real reader answers in its own time, not while it is being written to.
        if (sofar.length === 4) setImmediate(() => stdin.write('go on\n'));
      },
    );
    expect(status).toBe(0);
    expect(out.toString()).toBe('a 😀 b\n');
    expect(reel.lines).toMatchObject([
      { kind: 'o', text: 'a ', tail: 'f09f' },
      { kind: 'i', text: 'go on\n' },
      { kind: 'o', text: ' b\n', head: '9880' },
      { kind: 'x', end: 'exit', code: 0, chunks: 2, bytes: 9 },
    ]);
  });

  it('keeps binary output to the byte', async () => {
    const { reel, out } = await record(
      `process.stdout.write(Buffer.from(Array.from({ length: 70_000 }, (_, at) => at * 7 % 256)))`,
    );
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 7) % 256));
    expect(out.equals(bytes)).toBe(true);
    expect(outputOf(reel).equals(bytes)).toBe(true);
    expect(reel.lines[0]?.kind).toBe('b');
  });

  it('keeps stderr beside the output, passes it on, and does not count it', async () => {
    const { reel, err } = await record(`console.error('warn 你好'); console.log('out')`);
    expect(err).toBe('warn 你好\n');
    expect(reel.lines).toContainEqual({ kind: 'e', dt: expect.any(Number), text: 'warn 你好\n' });
    expect(reel.lines.at(-1)).toMatchObject({ chunks: 1, bytes: 4 });
  });

  it.each([
    ['of its own', 'process.exitCode = 7', 7],
    ['by a signal', 'process.kill(process.pid, "SIGKILL")', 137],
  ])('keeps the exit status %s', async (_, script, code) => {
    const { status, reel } = await record(script);
    expect(status).toBe(code);
    expect(reel.lines.at(-1)).toMatchObject({ kind: 'x', end: 'exit', code, chunks: 0 });
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('passes %s on and records an abort', async (signal, code) => {
    const { status, reel } = await record(`console.log('up'); setInterval(() => {}, 1000)`, (driver) =>
      driver.signal(signal),
    );
    expect(status).toBe(code);
    expect(reel.lines.at(-1)).toMatchObject({ end: 'abort', code });
  });

  it('sends no second Ctrl-C to a program that the terminal already sent one', async () => {
    const { status, reel } = await record(
      `console.log('up');
      process.on('SIGINT', () => process.exit(99));
      process.stdin.once('data', () => process.exit(3));`,
      ({ signal, stdin }) => {
        signal('SIGINT');
        stdin.write('quit');
      },
      { sharesTerminal: true },
    );
    expect(status).toBe(3);
    expect(reel.lines.at(-1)).toMatchObject({ end: 'abort', code: 3 });
  });

  it('lets a program feel that the reader of its output went away', async () => {
    const { reel } = await record(
      `const more = () => process.stdout.write('x'.repeat(1000), () => setImmediate(more)); more();
      process.stdout.on('error', () => process.exit(4));`,
      ({ stdout }) => stdout.destroy(new Error('EPIPE')),
    );
    expect(reel.lines.at(-1)).toMatchObject({ end: 'abort', code: 4 });
  });

  it('tells of what a program leaves running with its output, and waits for it no longer after Ctrl-C', async () => {
    let lingered = 0;
    let interrupt = () => {};
    const { status, reel } = await record(
      `const left = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'],
        { stdio: ['ignore', 'inherit', 'ignore'], detached: true });
      left.unref();
      process.stdout.write(String(left.pid), () => process.exit(0));`,
      ({ signal }) => {
        interrupt = () => signal('SIGINT');
      },
      {
        lingeringAfter: 20,
        onLingering() {
          lingered += 1;
          interrupt();
        },
      },
    );
    process.kill(Number(outputOf(reel).toString()), 'SIGKILL');
    expect([status, lingered]).toEqual([0, 1]);
    expect(reel.lines.at(-1)).toMatchObject({ end: 'abort', code: 0 });
  });

  it('rejects with the reason where there is no such program', async () => {
    await expect(record('', undefined, { command: 'no-such-program-here' })).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('holds a fast program back where the reader of its output is slow', async () => {
    let largest = 0;
    let read = 0;
    const slow = new Writable({
      highWaterMark: 65_536,
      write(chunk: Buffer, _, done) {
        largest = Math.max(largest, slow.writableLength);
        read += chunk.length;
        setImmediate(done);
      },
    });
    const streams = { stdin: new PassThrough(), stdout: slow, stderr: new PassThrough() };
    const { reel } = await record(
      `const piece = Buffer.alloc(65_536, 'z'); let left = 256;
      const more = () => { while (left-- > 0) if (!process.stdout.write(piece)) return process.stdout.once('drain', more); };
      more();`,
      undefined,
      { streams },
    );
    expect(outputOf(reel).length).toBe(256 * 65_536);
    expect(read).toBeGreaterThan(255 * 65_536 - largest);
    expect(largest).toBeLessThan(3 * 65_536);
  });
});

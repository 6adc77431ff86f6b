import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseReel } from '../../src/reel/index.ts';
import { ask, portOf, standUpstream } from '../capture/proxy/proxyStand.ts';
import type { Io } from '../io.ts';
import { runProgram } from '../ioStand.ts';
import { sealReel } from '../seal.ts';

// Sealing has tests of its own.
vi.mock('../seal.ts');

let cwd = '';
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'runreel-record-'));
  vi.mocked(sealReel).mockImplementation(async (raw, output) => {
    mkdirSync(path.dirname(output), { recursive: true });
    writeFileSync(output, readFileSync(raw));
    rmSync(raw);
    return { sealed: true, output, replaced: 2, bytes: 1, format: reelAt(output).header.format };
  });
});
afterEach(() => {
  rmSync(cwd, { recursive: true });
  vi.clearAllMocks();
});

const clock = { now: () => performance.now(), date: () => new Date('2026-11-30T18:00:00.123Z') };
const record = (args: readonly string[], over: Partial<Io> = {}) =>
  runProgram(['record', ...args], { cwd, env: process.env, clock, ...over });

const node = (script: string) => ['--', process.execPath, '-e', script];
const byPath = (a: string, b: string) => a.slice(20).localeCompare(b.slice(20));
const rawFiles = () => readdirSync(path.join(cwd, '.runreel')).filter((name) => name.endsWith('.jsonl'));
const reelAt = (...names: string[]) => parseReel(readFileSync(path.resolve(cwd, ...names), 'utf8'));

describe('R7.2, R7.3: runreel record -- <command>', () => {
  it('keeps what was said of the run, and seals it into the named file', async () => {
    const said = [
      '--agent',
      'My agent',
      '--agent-version',
      '1.2.3',
      '--prompt',
      'Fix it.',
      '--model',
      'scripted model',
    ];
    const { status, err, out } = await record(
      ['-o', 'out/fix-a-test.reel.jsonl', ...said, '--format', 'pi', ...node('console.log(1)')],
      {},
    );
    expect({ status, out }).toEqual({ status: 0, out: '' });
    expect(err).toMatch(
      /^runreel: recorded 1 chunk, 2 B in \d+\.\d s, end: exit\.\nrunreel: sealed in \S+fix-a-test\.reel\.jsonl, pi, 2 places redacted\.\n$/,
    );
    expect(reelAt('out', 'fix-a-test.reel.jsonl').header).toEqual({
      ...{ reel: 1, format: 'pi', agent: { name: 'My agent', version: '1.2.3' }, title: 'Fix a test' },
      ...{ prompt: 'Fix it.', model: 'scripted model', transport: 'stdout', redaction: { replaced: 0 } },
      recordedAt: '2026-11-30T18:00:00.123Z',
    });
    expect(rawFiles()).toEqual([]);
  });

  it.each([
    ['no name', [], 'reels'],
    ['a folder to be', ['-o', 'new/'], 'new'],
    ['a folder that is there', ['-o', '.'], '.'],
  ])('names the reel by time and program where it is given %s', async (_, args, folder) => {
    expect((await record([...args, ...node('')])).status).toBe(0);
    expect(reelAt(folder, '20261130-180000-123-node.reel.jsonl').header).toMatchObject({
      ...{ format: 'unknown', title: 'node', agent: { name: 'node', version: 'unknown' } },
    });
  });

  it('keeps the private file to its owner and out of git, and with --raw leaves it', async () => {
    const { status, err } = await record(['--raw', ...node('console.log(1)')]);
    const [name = ''] = rawFiles();
    expect([status, name]).toEqual([0, '20261130-180000-123-node.raw.jsonl']);
    expect(err).toContain(`the private recording is ${path.join(cwd, '.runreel', name)}.`);
    expect(statSync(path.join(cwd, '.runreel', name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(path.join(cwd, '.runreel', '.gitignore'), 'utf8')).toBe('*\n');
    expect(sealReel).not.toHaveBeenCalled();
  });

  it('does not write over a private file of the same moment', async () => {
    await record(['--raw', ...node('console.log(1)')]);
    await record(['--raw', ...node('console.log(2)')]);
    expect(rawFiles()).toHaveLength(2);
  });

  it.each([
    [0, 1],
    [3, 3],
  ])('ends with the status of the program, %d, and 1 only for a seal that failed', async (code, expected) => {
    vi.mocked(sealReel).mockResolvedValue({ sealed: false, findings: [{ rule: 'GitHub token', line: 4 }] });
    const { status, err } = await record(node(`process.exitCode = ${code}`));
    expect(status).toBe(expected);
    expect(err).toContain(
      'not sealed, something private is left (line 4: GitHub token); the private recording stays in /',
    );
    expect(rawFiles()).toHaveLength(1);
  });

  it('keeps the private file where sealing fails', async () => {
    vi.mocked(sealReel).mockRejectedValue(new Error('the disk is full.'));
    const { status, err } = await record(node(''));
    expect(status).toBe(1);
    expect(err).toMatch(/runreel: not sealed: the disk is full; the private recording stays in \S+\.raw\.jsonl\.\n$/);
    expect(rawFiles()).toHaveLength(1);
  });
});

describe('R7.2: runreel record --proxy', () => {
  /** Records until all was asked; gives what the program wrote. */
  async function recordProxy(args: readonly string[], names: readonly string[]) {
    const upstream = await standUpstream((request, response) => {
      const isStream = request.url?.startsWith('/v1/stream');
      response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
      response.end(isStream ? 'data: 1\n\n' : '{}');
    });
    let interrupt = (_: NodeJS.Signals) => {};
    const out: string[] = [];
    const result = await record(['--proxy', `${upstream.url.href}v1`, ...args], {
      onSignal(handler) {
        interrupt = handler;
        return () => {};
      },
      out(data) {
        out.push(String(data));
        if (out.length > 1) return;
        void (async () => {
          for (const name of names) await (await ask(`${out[0]?.trim()}${name}`, { method: 'POST' }, '{"a":1}')).whole;
          interrupt('SIGINT');
        })();
      },
    });
    upstream.close();
    return { ...result, out: out.slice(1), address: out[0] };
  }

  it('tells its address, records a reel of each request, and seals them when Ctrl-C ends it', async () => {
    const { status, out, address, err } = await recordProxy(['-o', 'reels'], ['/stream?key=k', '/count']);
    expect(status).toBe(0);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
    const written = readdirSync(path.join(cwd, 'reels'));
    // The time is that of the request, a moment before the clock was asked.
    expect(written.sort(byPath)).toEqual([
      expect.stringMatching(/^20261130-180000-\d{3}-post-count\.reel\.jsonl$/),
      expect.stringMatching(/^20261130-180000-\d{3}-post-stream\.reel\.jsonl$/),
    ]);
    const reels = written.map((name) => reelAt('reels', name));
    expect(reels.map(({ header }) => [header.title, header.transport, header.request])).toEqual(
      expect.arrayContaining([
        ['POST /stream', 'sse', expect.objectContaining({ path: '/stream?key=k', body: { a: 1 } })],
        ['POST /count', 'http', expect.objectContaining({ path: '/count' })],
      ]),
    );
    expect(out).toEqual([
      expect.stringMatching(
        /^POST \/stream\?key=k 200: sealed in \S+, of no format that is known; --format says one, 2 places redacted\.\n$/,
      ),
      expect.stringMatching(
        /^POST \/count 200: sealed in \S+, of no format that is known; --format says one, 2 places redacted\.\n$/,
      ),
    ]);
    expect(err).toContain('runreel: recorded POST /stream?key=k 200: 1 chunk, 9 B in 0.0 s, end: eof.\n');
  });

  it('records streams alone with --only sse', async () => {
    const { out } = await recordProxy(['--only', 'sse', '--raw'], ['/count', '/stream']);
    expect(out).toEqual([expect.stringMatching(/^POST \/stream 200: the private recording is \S+\.raw\.jsonl\.\n$/)]);
    expect(rawFiles()).toHaveLength(1);
  });

  it('says so where nothing was asked', async () => {
    const { status, err } = await recordProxy([], []);
    expect(status).toBe(0);
    expect(err).toContain('nothing was asked, so nothing is recorded');
  });
});

describe('what a person has to put right is one line, status 2, and nothing is left behind', () => {
  it.each([
    ['no command', [], 'name the program to record'],
    ['a command and a proxy', ['--proxy', 'http://127.0.0.1', '--', 'x'], 'not both'],
    ['a port without a proxy', ['--port', '3', '--', 'x'], '--port goes with --proxy only'],
    ['a proxy for no address', ['--proxy', 'localhost:80'], 'is no address'],
    ['a port that is none', ['--proxy', 'http://127.0.0.1', '--port', '70000'], 'from 0 to 65535'],
    ['a format that nobody knows', ['--format', 'nope', '--', 'x'], 'Known are'],
    ['a program that is not there', ['--', 'no-such-program-here'], 'there is no such program'],
    ['a program that may not run', ['--', '/etc/passwd'], 'you may not'],
    ['an output inside a file', ['-o', 'file/x.jsonl', '--', 'true'], 'is a file'],
  ])('%s', async (_, args, sentence) => {
    writeFileSync(path.join(cwd, 'file'), '');
    const { status, out, err } = await record(args);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^runreel: [^\n]+\n$/);
    expect(err).toContain(sentence);
    expect(existsSync(path.join(cwd, '.runreel')) ? rawFiles() : []).toEqual([]);
    expect(readdirSync(cwd).filter((name) => name !== '.runreel')).toEqual(['file']);
  });

  it('a port in use', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const port = portOf(server.address());
    const { status, err } = await record(['--proxy', 'http://127.0.0.1:1', '--port', String(port)]);
    server.close();
    expect([status, err]).toEqual([
      2,
      `runreel: port ${port} cannot be used: the port is in use; --port 0 takes a free one.\n`,
    ]);
  });
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chunkLine, formatReel, parseReel } from '../../src/reel/index.ts';
import { main } from '../cli.ts';
import { createIoStand, runProgram } from '../ioStand.ts';
import { agUiLines, agUiReel, agUiSse, createSandbox, type Sandbox } from '../sandbox.ts';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox();
});
afterEach(() => sandbox.remove());

const runreel = (...args: string[]) => runProgram(args, { cwd: sandbox.folder });
const output = agUiLines.map((line) => `${line}\n`).join('');

describe('runreel trim', () => {
  it.each([
    ['--from', '2s', '--to', '3500ms', 2],
    ['--from', '4', 2],
    ['--to', '0.05m', 3],
    ['--drop-first', '4', 1],
    ['--chunks', '2-4', 3],
    ['--chunks', '4-', 2],
    ['--chunks', '-1', 1],
    ['--round', '1', 5],
  ])('keeps what is asked for: %j %j %j', async (...given) => {
    sandbox.write('run.reel.jsonl', formatReel(agUiReel()));
    const count = given.pop();
    const { status, out, err } = await runreel('trim', 'run.reel.jsonl', ...given.map((each) => String(each)));
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(parseReel(out).lines.at(-1)).toMatchObject({ kind: 'x', chunks: count });
  });

  it('writes a file, also over the one that it reads', async () => {
    const file = sandbox.write('run.reel.jsonl', formatReel(agUiReel()));
    expect(await runreel('trim', 'run.reel.jsonl', '--chunks', '2-3', '-o', 'run.reel.jsonl')).toEqual({
      ...{ status: 0, out: '', err: '' },
    });
    expect(parseReel(readFileSync(file, 'utf8')).header.trimmed).toMatchObject([{ chunks: [2, 3], of: 5 }]);
    expect(await runreel('check', 'run.reel.jsonl')).toMatchObject({ status: 0 });
  });

  it('says so where nothing would be left, and writes nothing', async () => {
    sandbox.write('run.reel.jsonl', formatReel(agUiReel()));
    for (const [args, message] of [
      [['--from', '1m'], 'run.reel.jsonl is not cut: nothing would be left.'],
      [['--round', '2'], 'run.reel.jsonl is not cut: it has 1 rounds, and no round 2.'],
    ] as const) {
      expect(await runreel('trim', 'run.reel.jsonl', ...args)).toEqual({
        ...{ status: 2, out: '', err: `runreel: ${message}\n` },
      });
    }
  });
});

describe('runreel cat', () => {
  it('gives the bytes of the output exactly, whatever they are', async () => {
    const reel = agUiReel();
    const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i * 7) % 256);
    const cut = [0, 100, 101, 300].map((to, i, all) => bytes.subarray(all[i - 1] ?? 0, to));
    sandbox.write('run.reel.jsonl', formatReel({ ...reel, lines: cut.map((chunk) => chunkLine(1, chunk)) }));
    const io = createIoStand({ cwd: sandbox.folder });
    expect(await main(['cat', 'run.reel.jsonl'], io)).toBe(0);
    expect(io.written.out).toEqual(Buffer.from(bytes));
  });

  it('gives what was written to standard error, or what was sent, by themselves', async () => {
    const reel = agUiReel();
    const lines = [{ kind: 'i' as const, dt: 0, text: 'asked\n' }, ...reel.lines];
    sandbox.write('run.reel.jsonl', formatReel({ ...reel, lines }));
    expect((await runreel('cat', 'run.reel.jsonl')).out).toBe(output);
    expect((await runreel('cat', 'run.reel.jsonl', '--stderr')).out).toBe('careful\n');
    expect((await runreel('cat', 'run.reel.jsonl', '--input')).out).toBe('asked\n');
  });

  it("gives the kit's events, one a line, of a reel and of a log", async () => {
    sandbox.write('run.reel.jsonl', formatReel(agUiReel()));
    sandbox.write('log.sse', agUiSse);
    const typesIn = (out: string) =>
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).type);
    const ofReel = typesIn((await runreel('cat', 'run.reel.jsonl', '--events')).out);
    expect(ofReel.slice(0, 2)).toEqual(['user_message', 'run_started']);
    expect(typesIn((await runreel('cat', 'log.sse', '--events')).out)).toEqual(ofReel.slice(1));
  });
});

describe('runreel info', () => {
  it('tells what is in a reel', async () => {
    sandbox.write('run.reel.jsonl', formatReel(agUiReel({ title: 'One\u001b[31m\nline', model: 'scripted model' })));
    const { status, out, err } = await runreel('info', 'run.reel.jsonl');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out.split('\n')).toEqual([
      'title     One [31m line',
      'prompt    Hello',
      'agent     A 1.0.0, scripted model',
      'recorded  2026-11-30T18:00:00.000Z, stdout',
      'format    ag-ui',
      'duration  6.0 s',
      expect.stringMatching(/^output {4}5 chunks, 28\d B, the largest \d+ B$/),
      'stderr    8 B',
      expect.stringMatching(/^rounds {4}1 \(completed\), 4 events$/),
      'tools     none',
      'redacted  0 places',
      'end       exit with 0',
      '',
    ]);
  });

  it('names the tools in use, and the end that is missing', async () => {
    const fixture = path.resolve(import.meta.dirname, '../../fixtures/claude-code/fix-a-test.reel.jsonl');
    const text = readFileSync(fixture, 'utf8');
    sandbox.write('died.reel.jsonl', `${text.slice(0, text.lastIndexOf('[0,"x"'))}[12,"o","torn`);
    const { out } = await runreel('info', 'died.reel.jsonl');
    expect(out).toMatch(/^tools {5}Bash ×2, Read ×1, Write ×1$/m);
    expect(out).toMatch(/^end {7}none: the recorder died$/m);
    expect(out).toMatch(/^torn {6}the last line was cut off/m);
  });

  it('gives machines one JSON document', async () => {
    sandbox.write('run.reel.jsonl', formatReel(agUiReel()));
    expect(JSON.parse((await runreel('info', 'run.reel.jsonl', '--json')).out)).toMatchObject({
      header: { format: 'ag-ui', title: 'T' },
      ...{ duration: 6000, chunks: { count: 5 }, stderr: 8, input: 0, events: 4 },
      ...{ rounds: ['completed'], tools: {}, end: { cause: 'exit', code: 0 }, truncated: false },
    });
  });
});

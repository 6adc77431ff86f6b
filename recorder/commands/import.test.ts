import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { chunkBytes, parseReel, type Reel } from '../../src/reel/index.ts';
import { runProgram } from '../ioStand.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'runreel-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a log into the test's folder. */
function logFile(name: string, content: string | Uint8Array): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}
const timed = (frames: readonly (readonly [number, string])[]) =>
  frames.map(([t, line]) => `${JSON.stringify({ t, line })}\n`).join('');

const runreel = (...args: string[]) => runProgram(args);
const bytesOf = (reel: Reel) =>
  Buffer.concat(reel.lines.flatMap((line) => (line.kind === 'o' || line.kind === 'b' ? [chunkBytes(line)] : [])));

const events = [
  '{"type":"RUN_STARTED","threadId":"t","runId":"r"}',
  '{"type":"RUN_FINISHED","threadId":"t","runId":"r"}',
];
const sse = timed([
  [100.4, `data: ${events[0]}`],
  [100.8, ': ping 你好 🔍'],
  [250.2, `data: ${events[1]}`],
]);
const date = ['--recorded-at', '2026-11-30T18:00:00Z'];

describe('R7.2: runreel import', () => {
  it('makes of a log of SSE frames a reel with the bytes that were on the wire', async () => {
    const { status, out, err } = await runreel('import', logFile('run.timed.jsonl', sse), ...date);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const reel = parseReel(out);
    expect(reel.header).toEqual({
      reel: 1,
      format: 'ag-ui',
      agent: { name: 'ag-ui', version: 'unknown' },
      title: 'Run',
      recordedAt: '2026-11-30T18:00:00.000Z',
      transport: 'sse',
      redaction: { replaced: 0, length: 'kept', ruleset: 1 },
    });
    expect(reel.lines.map(({ kind, dt }) => [kind, dt])).toEqual([
      ['h', 100],
      ['o', 0],
      ['o', 1],
      ['o', 149],
      ['x', 0],
    ]);
    expect(bytesOf(reel).toString()).toBe(`data: ${events[0]}\n\n: ping 你好 🔍\n\ndata: ${events[1]}\n\n`);
  });

  it('R7.3: takes out what is private, unless it is told not to', async () => {
    const key = ['sk', 'ant', 'api03', 'Ab3'.repeat(30)].join('-');
    const delta = JSON.stringify({ type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', delta: `The key is ${key}.` });
    const log = logFile('key.timed.jsonl', timed([...events, delta].map((event) => [1, `data: ${event}`])));
    const sealed = await runreel('import', log, ...date);
    expect(sealed.status).toBe(0);
    expect(sealed.out).not.toContain(key);
    expect(parseReel(sealed.out).header.redaction.replaced).toBeGreaterThan(0);
    expect((await runreel('import', '--no-seal', log, ...date)).out).toContain(key);
  });

  it('makes of a log of JSON lines a reel of what the program wrote, with all that is said of it', async () => {
    const output = path.join(folder, 'out.reel.jsonl');
    const log = logFile('x.jsonl.gz', gzipSync(timed([[5, '{"type":"system"}']])));
    const said = ['--agent', 'Program', '--agent-version', '1.2.3', '--title', 'T', '--prompt', 'P', '--model', 'M'];
    const how = ['--format', 'claude-stream-json', '--end', 'exit', '--exit-code', '1', '-o', output];
    expect(await runreel('import', log, ...said, ...how, ...date)).toEqual({ status: 0, out: '', err: '' });
    const reel = parseReel(readFileSync(output, 'utf8'));
    expect(reel.header).toMatchObject({
      format: 'claude-stream-json',
      agent: { name: 'Program', version: '1.2.3' },
      title: 'T',
      prompt: 'P',
      model: 'M',
      transport: 'stdout',
    });
    expect(reel.lines).toEqual([
      { kind: 'o', dt: 5, text: '{"type":"system"}\n' },
      { kind: 'x', dt: 0, end: 'exit', code: 1, chunks: 1, bytes: 18 },
    ]);
  });

  it.each([
    ['numbers', 'data: {"type":"RUN_STARTED","timestamp":1796064283845}'],
    ['dates', '{"type":"RUN_STARTED","timestamp":"2026-11-30T18:44:43.845Z"}'],
  ])('takes the start of the clock from the %s that the agent wrote', async (_, line) => {
    const log = logFile('stamped.jsonl', timed([[845, line]]));
    const { out } = await runreel('import', log, '--format', 'ag-ui');
    expect(parseReel(out).header.recordedAt).toBe('2026-11-30T18:44:43.000Z');
  });

  it.each([
    [['import'], /missing required argument 'log'/],
    [['import', 'nowhere.jsonl'], /^runreel: nowhere\.jsonl cannot be read: there is no such file\.$/],
    [['import', folder], /cannot be read: it is a folder\.$/],
    [['import', logFile('g.jsonl', 'data: {}\n')], /g\.jsonl: the format is not known/],
    [['import', logFile('bad.jsonl', `${sse}\n{"time":1}\n`)], /bad\.jsonl: line 5 is not \{"t": milliseconds/],
    [['import', logFile('empty.jsonl', '\n')], /empty\.jsonl: it is empty\.$/],
    [['import', logFile('odd.jsonl', timed([[0, '{"a":1}']])), ...date], /odd\.jsonl: the format is not known/],
    [['import', logFile('a.jsonl', sse), '--format', 'morse'], /the format "morse" is not known; known are .*ag-ui/],
    [['import', logFile('c.jsonl', sse), '--recorded-at', 'soon'], /--recorded-at "soon" is no date/],
    [['import', logFile('d.jsonl', sse), ...date, '--end', 'bang'], /--end "bang" is none of eof, reset/],
    [['import', logFile('e.jsonl', sse), ...date, '--exit-code', 'x'], /--exit-code "x" is no number/],
    [
      ['import', logFile('f.jsonl', sse), ...date, '-o', path.join(folder, 'g.jsonl', 'x')],
      /cannot be written: a file stands/,
    ],
    [['import', 'a', '--colour'], /--colour/],
    [['export'], /unknown command 'export'/],
  ])('answers %j with one clear line and status 2', async (args, message) => {
    const { status, out, err } = await runreel(...args);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^runreel: [^\n]+\n$/);
    expect(err.trim()).toMatch(message);
  });

  it('names agent and run by where the reel goes, makes its folder, and dates it by the file of the log', async () => {
    const log = logFile('undated.jsonl', sse);
    const output = path.join(folder, 'new', 'my-agent', 'fix-a_test.reel.jsonl');
    expect(await runreel('import', log, '-o', output)).toEqual({ status: 0, out: '', err: '' });
    const { header } = parseReel(readFileSync(output, 'utf8'));
    expect(header).toMatchObject({ agent: { name: 'My agent' }, title: 'Fix a test' });
    expect(header.recordedAt).toBe(statSync(log).mtime.toISOString());
  });

  it('takes a log whose last line is torn for a run that was cut', async () => {
    const { out } = await runreel('import', logFile('torn.jsonl', `${sse}{"t":300,"li`), ...date);
    const reel = parseReel(out);
    expect(reel.lines.at(-1)).toMatchObject({ kind: 'x', end: 'reset', chunks: 3 });
  });
});

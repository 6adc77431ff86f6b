import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatReel, parseReel, type Reel } from '../src/reel/index.ts';
import { madeUp, madeUpPem, makers } from '../src/reel/redact/madeUpSecrets.ts';
import { reelOf, shows } from '../src/reel/redact/testReel.ts';
import { runProgram } from './ioStand.ts';
import { sealReel } from './seal.ts';
import { UsageError } from './usageError.ts';

let cwd = '';
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'seal-'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const RAW = 'run.raw.jsonl';
const OUT = 'fixtures/agent/run.reel.jsonl';
const write = (reel: Reel) => writeFileSync(path.join(cwd, RAW), formatReel(reel));
const sealed = () => parseReel(readFileSync(path.join(cwd, OUT), 'utf8'));
const seal = (options = {}) => sealReel(RAW, OUT, { cwd, env: {}, known: [], ...options });

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const call = { toolCallId: 'c1' };
const key = makers['anthropic']?.(1) ?? '';
const other = makers['github']?.(2) ?? '';
const hidden = makers['npm']?.(3) ?? '';
const cookie = madeUp(24, 4);
const pem = madeUpPem(5);

/** The run of the issue: each secret in another place. */
const leaky = reelOf(
  [
    event({ type: 'RUN_STARTED', threadId: 't', runId: 'r' }),
    event({ type: 'TOOL_CALL_START', ...call, toolCallName: 'write' }),
    event({ type: 'TOOL_CALL_ARGS', ...call, delta: `{"token": "${key.slice(0, 20)}` }),
    event({ type: 'TOOL_CALL_ARGS', ...call, delta: `${key.slice(20)}"}` }),
    event({ type: 'TOOL_CALL_END', ...call }),
    event({
      type: 'TOOL_CALL_RESULT',
      messageId: 'm',
      ...call,
      content: JSON.stringify({ a: JSON.stringify({ b: other }) }),
    }),
    event({ type: 'CUSTOM', name: 'file', value: btoa(`registry ${hidden}\n`) }),
    event({ type: 'CUSTOM', name: 'pem', value: JSON.stringify({ pem: JSON.stringify(pem) }) }),
    event({ type: 'RUN_FINISHED', threadId: 't', runId: 'r' }),
  ],
  {
    lines: [
      {
        kind: 'h',
        dt: 1,
        status: 200,
        headers: { 'content-type': 'text/event-stream', 'set-cookie': `sid=${cookie}` },
      },
      { kind: 'e', dt: 1, text: 'reading /home/adalove/kit/a.ts\n' },
    ],
  },
);

describe('R7.3: runreel seal', () => {
  it('leaves none of the secrets in any decoded view, and keeps the run', async () => {
    write(leaky);
    const result = await seal();
    expect(result).toEqual({
      sealed: true,
      output: OUT,
      replaced: 6,
      format: 'ag-ui',
      bytes: statSync(path.join(cwd, OUT)).size,
    });
    const secrets = [key, other, hidden, cookie, 'adalove', ...pem.split('\n').slice(1, 9)];
    for (const secret of secrets) {
      expect(shows(leaky, secret)).toBe(true);
      expect(shows(sealed(), secret)).toBe(false);
    }
    expect(sealed().header.redaction).toEqual({ replaced: 6, ruleset: 1, length: 'kept' });
    expect(sealed().lines).toHaveLength(leaky.lines.length);
  });

  it('deletes the raw file only when asked', async () => {
    write(leaky);
    await seal();
    expect(existsSync(path.join(cwd, RAW))).toBe(true);
    await seal({ deleteRaw: true });
    expect(existsSync(path.join(cwd, RAW))).toBe(false);
  });

  it('leaves nothing beside the fixture', async () => {
    write(leaky);
    await seal();
    expect(readdirSync(path.dirname(path.join(cwd, OUT)))).toEqual(['run.reel.jsonl']);
  });

  it('what the machine knows is taken out', async () => {
    const password = madeUp(12, 8, 'abcdefgh');
    write(reelOf([`: said ${password} to /srv/ada/x and mailed ada@heron.io\n\n`]));
    const known = [
      { source: '$DB_PASSWORD', value: password, isName: false },
      { source: 'the user', value: 'ada', isName: true },
    ];
    expect(await seal({ known })).toMatchObject({ sealed: true, replaced: 3 });
    expect(readFileSync(path.join(cwd, OUT), 'utf8')).not.toMatch(new RegExp(`${password}|/ada/|heron`));
  });

  it('a finding is told by rule and line, never by value, and nothing is written', async () => {
    // Without a digit it is no key for `redact`, which could not tell it from a name in a program.
    const value = ['lin', 'api', madeUp(40, 6, 'abcdefghijkl')].join('_');
    write(reelOf([': nothing here\n\n', `: ${value}\n\n`]));
    const result = await seal();
    expect(result).toEqual({ sealed: false, findings: [{ rule: expect.stringContaining('linear'), line: 3 }] });
    expect(JSON.stringify(result)).not.toContain(value);
    expect(readdirSync(cwd)).toEqual([RAW]);
  });
});

describe('R7.3: runreel.config', () => {
  const text = ': the Heron project, ACME-17\n\n';

  it.each([
    [
      'runreel.config.ts',
      "import type {} from 'node:fs';\nexport default { redact: ['Heron', /ACME-\\d+/] as (string | RegExp)[] };\n",
    ],
    ['runreel.config.mjs', "export default { redact: ['Heron', /ACME-\\d+/] };\n"],
    ['runreel.config.json', '{"redact":["Heron","ACME-17"]}'],
  ])('%s', async (name, source) => {
    write(reelOf([text]));
    writeFileSync(path.join(cwd, name), source);
    expect(await seal()).toMatchObject({ sealed: true, replaced: 2 });
    expect(readFileSync(path.join(cwd, OUT), 'utf8')).not.toMatch(/Heron|ACME/);
  });

  it.each([
    ['a member that nobody knows', 'export default { redacted: [] };', /"redacted".*known: redact, headers/],
    ['no list', 'export default { redact: "Heron" };', /"redact" is no list/],
    ['no source', 'export default {', /cannot be loaded/],
    ['a failure', 'throw new Error("no network\\nsecond line");', /cannot be loaded: no network\.$/],
  ])('%s: one line, and nothing is written', async (_name, source, message) => {
    write(reelOf([text]));
    writeFileSync(path.join(cwd, 'runreel.config.ts'), source);
    const error = await seal().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toMatch(message);
    expect(String(error)).not.toContain('\n');
    expect(existsSync(path.join(cwd, OUT))).toBe(false);
  });

  it('one that was named is missing', async () => {
    write(reelOf([text]));
    await expect(seal({ config: 'other.ts' })).rejects.toThrow(/other\.ts cannot be read/);
  });
});

describe('R7.3: the command', () => {
  const run = (...args: readonly string[]) => runProgram(['seal', ...args], { cwd });

  it('says what it did, and where', async () => {
    write(leaky);
    const { status, out, err } = await run(RAW, '-o', OUT);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/^fixtures\/agent\/run\.reel\.jsonl: \d+ replaced, \d+ bytes\n$/);
  });

  it('names the fixture after the raw file in a folder', async () => {
    write(leaky);
    expect((await run(RAW, '-o', 'reels/', '--json')).out).toContain('"output":"reels/run.reel.jsonl"');
  });

  it.each([
    ['no such file', 'none.jsonl', undefined],
    ['empty', RAW, ''],
    ['binary', RAW, '\0\0\x01'],
    ['half a header', RAW, '{"reel":1,"format":"ag'],
    ['another version', RAW, '{"reel":9}\n'],
    ['a folder', '.', undefined],
  ])('%s: one line and status 2', async (_name, file, content) => {
    if (content !== undefined) writeFileSync(path.join(cwd, RAW), content);
    const { status, err } = await run(file, '-o', OUT);
    expect(status).toBe(2);
    expect(err).toMatch(/^runreel: .+\n$/);
    expect(existsSync(path.join(cwd, OUT))).toBe(false);
  });
});

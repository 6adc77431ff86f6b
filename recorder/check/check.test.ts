import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatReel } from '../../src/reel/index.ts';
import { runProgram } from '../ioStand.ts';
import { agUiLines, agUiReel, agUiSse, createSandbox, type Sandbox, timed } from '../sandbox.ts';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox();
});
afterEach(() => sandbox.remove());

const runreel = (...args: string[]) => runProgram(args, { cwd: sandbox.folder });
const reel = formatReel(agUiReel());
/** Its header promises what is not so. */
const wrong = formatReel(agUiReel({ expect: { calls: 3 } }));

describe('R7.4: runreel check', () => {
  it('tells of a reel or a log in one line', async () => {
    sandbox.write('a.reel.jsonl', reel);
    sandbox.write('b.sse', agUiSse);
    expect(await runreel('check', 'a.reel.jsonl')).toEqual({
      status: 0,
      out: 'a.reel.jsonl: ok, ag-ui, 1 round, 1 turn, 0 calls, 4 events, 6.0 s\n',
      err: '',
    });
    expect(await runreel('check', 'b.sse')).toEqual({
      status: 0,
      out: 'b.sse: ok, ag-ui, 1 round, 1 turn, 0 calls, 3 events\n',
      err: '',
    });
  });

  it('tells of each finding with file, line and rule, with status 1', async () => {
    sandbox.write('wrong.reel.jsonl', wrong);
    const { status, out } = await runreel('check', 'wrong.reel.jsonl');
    expect(status).toBe(1);
    expect(out).toBe(
      'wrong.reel.jsonl: 1 finding, ag-ui, 1 round, 1 turn, 0 calls, 4 events, 6.0 s\n' +
        '  wrong.reel.jsonl:8 expect The header expects calls 3; it is 0.\n',
    );
  });

  it('takes an unreadable line of a reel for a finding, with its number', async () => {
    const rows = reel.split('\n');
    sandbox.write('broken.reel.jsonl', rows.with(3, '[1,"o"').join('\n'));
    const { status, out } = await runreel('check', 'broken.reel.jsonl');
    expect(status).toBe(1);
    expect(out).toContain('  broken.reel.jsonl:4 format Line 4 of the reel: it is not JSON.\n');
  });

  it('tells of kinds that nobody knows and lines that cannot be read', async () => {
    sandbox.write('odd.jsonl', `${agUiLines.join('\n')}\n{"type":"WHO_KNOWS"}\nnoise\n`);
    const { status, out } = await runreel('check', 'odd.jsonl', '--format', 'ag-ui');
    expect(status).toBe(1);
    expect(out).toMatch(/3 events, unknown: WHO_KNOWS \(1\), 1 unreadable\n/);
    expect(out).toMatch(/ {2}odd\.jsonl:7 section 8 /);
    expect(out).toMatch(/ {2}odd\.jsonl:\d+ R5\.4 /);
  });

  it('looks through a whole folder, passes over what is none, and sums up', async () => {
    sandbox.write('all/b/two.reel.jsonl', wrong);
    sandbox.write('all/a/one.reel.jsonl', reel);
    sandbox.write('all/c.sse', agUiSse);
    sandbox.write('all/package.json', '{"name":"x"}');
    sandbox.write('all/empty.jsonl', '');
    sandbox.write('all/notes.md', agUiSse);
    sandbox.write('all/.hidden/x.reel.jsonl', 'broken');
    const { status, out, err } = await runreel('check', 'all');
    expect({ status, err }).toEqual({ status: 1, err: '' });
    const place = (...names: string[]) => path.join('all', ...names);
    expect(out.split('\n').map((line) => line.replace(/,.*/, ''))).toEqual([
      `${place('a', 'one.reel.jsonl')}: ok`,
      `${place('b', 'two.reel.jsonl')}: 1 finding`,
      `  ${place('b', 'two.reel.jsonl')}:8 expect The header expects calls 3; it is 0.`,
      `${place('c.sse')}: ok`,
      '3 files checked: 2 ok',
      '',
    ]);
    expect(out).toContain('3 files checked: 2 ok, 1 with 1 finding, 2 passed over, no reel and no log.\n');
  });

  it('gives machines one JSON document', async () => {
    sandbox.write('all/one.reel.jsonl', wrong);
    sandbox.write('all/package.json', '{"name":"x"}');
    sandbox.write('all/bad.reel.jsonl', '{"reel":9}\n');
    const { status, out, err } = await runreel('check', 'all', '--json');
    expect(status).toBe(2);
    expect(JSON.parse(out)).toMatchObject({
      files: [{ file: path.join('all', 'one.reel.jsonl'), rounds: 1, findings: [{ rule: 'expect', at: { line: 8 } }] }],
      passedOver: [path.join('all', 'package.json')],
      unreadable: [{ file: path.join('all', 'bad.reel.jsonl'), reason: expect.stringContaining('version 9') }],
    });
    expect(err).toMatch(/^runreel: [^\n]*version 9 is not known[^\n]*\n$/);
  });

  it('goes on after a file that cannot be read, and ends with status 2', async () => {
    sandbox.write('timed.jsonl', timed([[1, 'x']]));
    sandbox.write('wrong.reel.jsonl', wrong);
    const { status, out, err } = await runreel('check', 'timed.jsonl', 'wrong.reel.jsonl');
    expect(status).toBe(2);
    expect(err).toBe(
      'runreel: timed.jsonl is no reel and no log that can be checked: it is a timed log: "runreel import" makes a reel of it.\n',
    );
    expect(out).toContain('1 file checked: 0 ok, 1 with 1 finding, 1 cannot be read.\n');
  });

  it('shows how far it is in one line, on a terminal only, and takes it away', async () => {
    sandbox.write('all/one.reel.jsonl', reel);
    sandbox.write('all/two.reel.jsonl', reel);
    const { err } = await runProgram(['check', 'all'], { cwd: sandbox.folder, isTerminal: true });
    expect(err).toContain(`\r\u001b[K2 of 2: ${path.join('all', 'two.reel.jsonl')}`);
    expect(err).toMatch(/\r\u001b\[K$/);
    expect(err).not.toContain('\n');
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { formatReel } from '../../src/reel/index.ts';
import { eventReel } from '../../src/reel/reelStand.ts';
import { runProgram } from '../ioStand.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'runreel-serve-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  writeFileSync(path.join(folder, name), content);
  return name;
}
const events = ['{"type":"run_started","runId":"r"}', '{"type":"run_finished","outcome":"completed"}'];
const frames = events.map((event) => `data: ${event}\n\n`);
const run = file('my run.reel.jsonl', formatReel(eventReel(frames, { header: { title: 'My\u001b[2J run' } })));

/** Runs `serve` until the test has seen enough; gives what it printed, and its status at the end. */
async function serving(args: readonly string[], look: (addresses: readonly string[]) => Promise<void>) {
  let printed = '';
  const signal: { send?: () => void } = {};
  const ended = runProgram(['serve', ...args], {
    cwd: folder,
    out: (data) => {
      printed += data;
    },
    onSignal(handler) {
      signal.send = () => handler('SIGINT');
      return () => {};
    },
  });
  await vi.waitFor(() => expect(signal.send).toBeDefined());
  const addresses = printed
    .trim()
    .split('\n')
    .map((line) => line.split('  ')[0] ?? '');
  await look(addresses);
  signal.send?.();
  const { status, err } = await ended;
  return { status, err, printed };
}

describe('R7.5: runreel serve', () => {
  it('prints the address of each reel on this machine, replays it, and is gone after Ctrl-C', async () => {
    let address = '';
    const { status, err, printed } = await serving([run, '--speed', 'instant'], async ([first = '']) => {
      address = first;
      expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/my%20run$/);
      expect(await (await fetch(address)).text()).toBe(frames.join(''));
    });
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(printed).toBe(`${address}  My [2J run\n`);
    await expect(fetch(address)).rejects.toThrow();
  });

  it('ends although a client still reads', async () => {
    let cut: Promise<unknown> = Promise.resolve();
    const { status } = await serving([run, '--fault', 'stall:3600000@1'], async ([address = '']) => {
      const response = await fetch(address);
      cut = expect(response.text()).rejects.toThrow('terminated');
    });
    expect(status).toBe(0);
    await cut;
  });

  it('takes all that a replay can do: faults by their seed, ids, a pause cap, a start, an origin', async () => {
    const faults = ['--fault', 'reset@1', '--fault', 'heartbeat', '--seed', '7'];
    const more = [
      '--ids',
      '--idle-limit',
      '0',
      '--from',
      '1',
      '--cors',
      'https://app.test/',
      '--cors',
      'http://b.test',
    ];
    await serving([run, ...faults, ...more], async ([address = '']) => {
      const response = await fetch(address, { headers: { origin: 'https://app.test' } });
      expect(response.headers.get('access-control-allow-origin')).toBe('https://app.test');
      let text = '';
      const read = async () => {
        for await (const chunk of response.body ?? []) text += new TextDecoder().decode(chunk);
      };
      await expect(read()).rejects.toThrow('terminated');
      expect(text).toContain(`id: 1-1\n${frames[0]}`);
      expect(text).not.toContain(frames[1]);
    });
  });

  it('serves logs as import reads them, and files of one name apart', async () => {
    const log = file('plain.jsonl', events.map((event) => `${event}\n`).join(''));
    await serving([run, run, log, '--speed', 'instant'], async (addresses) => {
      const paths = addresses.map((address) => new URL(address).pathname);
      expect(paths).toEqual(['/my%20run', `/${path.basename(folder)}/my%20run`, '/plain']);
      for (const address of addresses) expect((await fetch(address)).status).toBe(200);
      expect(await (await fetch(addresses[2] ?? '')).text()).toBe(events.map((event) => `${event}\n`).join(''));
      const list: unknown = await (await fetch(new URL('/', addresses[0]))).json();
      expect(list).toMatchObject([{ path: '/my run' }, {}, { path: '/plain', format: 'runreel' }]);
    });
  });

  it('says in one line that a port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await vi.waitFor(() => expect(other.listening).toBe(true));
    const { port } = other.address() as AddressInfo;
    const result = await runProgram(['serve', run, '--port', String(port)], { cwd: folder });
    other.close();
    expect(result).toEqual({
      status: 2,
      out: '',
      err: `runreel: port ${port} cannot be opened: the port is in use; take another, or 0 for a free one.\n`,
    });
  });

  it.each([
    [['serve'], /missing required argument/],
    [['serve', 'nowhere.reel.jsonl'], /^runreel: nowhere\.reel\.jsonl cannot be read: there is no such file\.$/],
    [['serve', '.'], /it is a folder/],
    [
      ['serve', file('bad.reel.jsonl', '{"reel":9}\n')],
      /^runreel: bad\.reel\.jsonl is no reel that can be read\. Line 1/,
    ],
    [['serve', file('notes.txt', 'Notes\n')], /notes\.txt/],
    [['serve', run, '--port', '70000'], /--port.*It is a number from 0 to 65535/],
    [['serve', run, '--speed', 'fast'], /--speed.*It is a number above 0, or "instant"/],
    [['serve', run, '--speed', '0'], /--speed/],
    [['serve', run, '--from', 'x'], /--from.*It is a whole number/],
    [['serve', run, '--fault', 'flood'], /--fault.*The fault "flood" is not known; known are one-byte/],
    [['serve', run, '--cors', 'app'], /--cors.*It is an origin, such as/],
  ])('answers %j with one clear line and status 2', async (args, message) => {
    const { status, out, err } = await runProgram(args, { cwd: folder });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^runreel: [^\n]+\n$/);
    expect(err.trim()).toMatch(message);
  });
});

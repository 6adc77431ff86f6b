import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chunkBytes, parseReel, type Reel } from '../../src/reel/index.ts';
import { runProgram } from '../ioStand.ts';
import { agUiLines, agUiSse, createSandbox, harOf, type Sandbox } from '../sandbox.ts';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox();
});
afterEach(() => sandbox.remove());

const runreel = (...args: string[]) => runProgram(args, { cwd: sandbox.folder });
/** The reel that an import writes to standard output. */
async function imported(...args: string[]): Promise<Reel> {
  const { status, out, err } = await runreel('import', ...args);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  return parseReel(out);
}
const linesOf = (reel: Reel, ...kinds: string[]) =>
  reel.lines.flatMap((line) => ('text' in line && kinds.includes(line.kind) ? [line] : []));
const bytesOf = (reel: Reel) => Buffer.concat(linesOf(reel, 'o', 'b').map((line) => chunkBytes(line))).toString();
const timesOf = (reel: Reel) => {
  let time = 0;
  return reel.lines.map(({ kind, dt }) => {
    time += dt;
    return [kind, time];
  });
};

describe('R7.2: runreel import of a raw log', () => {
  it('takes JSON lines byte for byte, one chunk a message, at a steady pace where nothing tells the times', async () => {
    const log = `${agUiLines.join('\r\n')}\r\n`;
    sandbox.write('raw.jsonl', log);
    const reel = await imported('raw.jsonl');
    expect(bytesOf(reel)).toBe(log);
    expect(reel.header).toMatchObject({
      format: 'ag-ui',
      transport: 'stdout',
      imported: { from: 'log', timing: 'even', chunks: 'messages' },
    });
    expect(timesOf(reel)).toEqual([
      ['o', 0],
      ['o', 50],
      ['o', 100],
      ['o', 150],
      ['o', 200],
      ['x', 200],
    ]);
    expect(timesOf(await imported('raw.jsonl', '--pace', '5')).at(-1)).toEqual(['x', 20]);
  });

  it('takes the rhythm from the times that the agent wrote into its events', async () => {
    const start = Date.parse('2026-11-30T18:00:00Z');
    const stamps = [0, undefined, undefined, 30, 2030];
    const log = agUiLines.map((line, i) => {
      const at = stamps[i];
      return at === undefined ? line : JSON.stringify({ ...JSON.parse(line), timestamp: start + at });
    });
    sandbox.write('raw.jsonl', log.join('\n'));
    const reel = await imported('raw.jsonl');
    expect(reel.header).toMatchObject({ recordedAt: '2026-11-30T18:00:00.000Z', imported: { timing: 'events' } });
    expect(timesOf(reel)).toEqual([
      ['o', 0],
      ['o', 10],
      ['o', 20],
      ['o', 30],
      ['o', 2030],
      ['x', 2030],
    ]);
  });

  it('takes a dump of an event stream, comments and all, with the headers that its server answered with', async () => {
    const log = `: ping\r\n\r\n${agUiSse.replaceAll('\n', '\r\n')}`;
    sandbox.write('dump.sse', log);
    const reel = await imported('dump.sse');
    expect(bytesOf(reel)).toBe(log);
    expect(reel.header.transport).toBe('sse');
    expect(reel.lines[0]).toMatchObject({ kind: 'h', status: 200, headers: { 'content-type': 'text/event-stream' } });
  });

  it('takes a log that is torn for a run that was cut', async () => {
    sandbox.write('torn.jsonl', `${agUiLines.slice(0, 3).join('\n')}\n{"type":"TEXT_ME`);
    expect((await imported('torn.jsonl')).lines.at(-1)).toMatchObject({ end: 'reset', chunks: 4 });
  });

  it('takes what is packed, whatever its name, and standard input', async () => {
    sandbox.write('packed', gzipSync(agUiSse));
    expect(bytesOf(await imported('packed'))).toBe(agUiSse);
    const stdin = new PassThrough();
    stdin.end(agUiSse);
    const { out } = await runProgram(['import', '-'], { streams: { stdin, stdout: stdin, stderr: stdin } });
    expect(parseReel(out).header).toMatchObject({ title: 'Run', recordedAt: '1970-01-01T00:00:00.000Z' });
    expect(bytesOf(parseReel(out))).toBe(agUiSse);
  });

  it('makes of several logs as many reels in a folder', async () => {
    for (const name of ['a/run.sse', 'b/run.sse', 'c.sse']) sandbox.write(name, agUiSse);
    expect(await runreel('import', 'a/run.sse', 'b/run.sse', 'c.sse', '-o', 'my-agent/')).toMatchObject({ status: 0 });
    const folder = path.join(sandbox.folder, 'my-agent');
    expect(readdirSync(folder).sort()).toEqual(['c.reel.jsonl', 'run-2.reel.jsonl', 'run.reel.jsonl']);
    const { header } = parseReel(readFileSync(path.join(folder, 'c.reel.jsonl'), 'utf8'));
    expect(header).toMatchObject({ agent: { name: 'My agent' }, title: 'C' });
  });

  it('writes none of several where one cannot be read', async () => {
    sandbox.write('a.sse', agUiSse);
    sandbox.write('b.sse', 'nothing');
    expect(await runreel('import', 'a.sse', 'b.sse', '-o', 'out/')).toMatchObject({ status: 2 });
    expect(existsSync(path.join(sandbox.folder, 'out'))).toBe(false);
  });
});

describe('R7.2: runreel import of what the client sent', () => {
  const agent = [
    '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}',
    '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hi"}}}}',
    '{"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s"}}',
    '{"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}',
  ];
  const client = [
    { jsonrpc: '2.0', id: 1, method: 'initialize' },
    { jsonrpc: '2.0', id: 2, method: 'session/prompt' },
    { jsonrpc: '2.0', id: 7, result: { outcome: {} } },
  ];
  const order = (reel: Reel) =>
    linesOf(reel, 'o', 'i').map(({ kind, text }) => {
      const { id, method, result } = JSON.parse(text);
      return `${kind} ${id ?? ''} ${method ?? Object.keys(result)[0] ?? 'result'}`;
    });

  it('puts each message where the conversation allows it, where it has no time', async () => {
    sandbox.write('acp.jsonl', agent.join('\n'));
    sandbox.write('client.jsonl', client.map((message) => `${JSON.stringify(message)}\n`).join(''));
    expect(order(await imported('acp.jsonl', '--client', 'client.jsonl'))).toEqual([
      'i 1 initialize',
      'i 2 session/prompt',
      'o 1 protocolVersion',
      'o  session/update',
      'i 7 outcome',
      'o 7 session/request_permission',
      'o 2 stopReason',
    ]);
  });

  it.each([
    ['a member of the message', (t: number, message: object) => ({ t, ...message })],
    ['beside its line', (t: number, message: object) => ({ t, line: JSON.stringify(message) })],
  ])('keeps the time that is %s', async (_, lineOf) => {
    sandbox.write('acp.jsonl', agent.map((line, i) => `${JSON.stringify({ t: i * 100, line })}\n`).join(''));
    const sent = client.map((message, i) => `${JSON.stringify(lineOf([0, 150, 250][i] ?? 0, message))}\n`);
    sandbox.write('client.jsonl', sent.join(''));
    const reel = await imported('acp.jsonl', '--client', 'client.jsonl');
    expect(timesOf(reel)).toEqual([
      ['i', 0],
      ['o', 0],
      ['o', 100],
      ['i', 150],
      ['o', 200],
      ['i', 250],
      ['o', 300],
      ['x', 300],
    ]);
    expect(linesOf(reel, 'i').map(({ text }) => JSON.parse(text))).toEqual(client);
  });
});

describe('R7.2: runreel import of a HAR file', () => {
  it('tells what a HAR file cannot hold, and keeps nothing private of it', async () => {
    sandbox.write('network.har', harOf({}));
    const reel = await imported('network.har');
    expect(reel.header).toEqual({
      reel: 1,
      format: 'ag-ui',
      agent: { name: 'api.example.com', version: 'unknown' },
      title: 'POST /v1/chat',
      recordedAt: '2026-11-30T18:00:00.000Z',
      transport: 'sse',
      request: { method: 'POST', path: '/v1/chat', body: { prompt: 'Hello' } },
      redaction: { replaced: 0, length: 'kept', ruleset: 1 },
      imported: {
        from: 'har',
        entry: 1,
        timing: 'response',
        chunks: 'messages',
        missing: ['the chunks', 'their times', 'how the stream ended'],
      },
    });
    expect(JSON.stringify(reel)).not.toContain('hidden');
    expect(bytesOf(reel)).toBe(agUiSse);
    // Headers after 120 ms, then five messages over the 400 ms that the body took.
    expect(timesOf(reel)).toEqual([
      ['h', 120],
      ['o', 120],
      ['o', 220],
      ['o', 320],
      ['o', 420],
      ['o', 520],
      ['x', 520],
    ]);
  });

  it('reads a body in base64', async () => {
    sandbox.write('n.har', harOf({ content: { text: Buffer.from(agUiSse).toString('base64'), encoding: 'base64' } }));
    expect(bytesOf(await imported('n.har'))).toBe(agUiSse);
  });

  it('takes the times of messages where the browser kept them, and rebuilds a body that it did not keep', async () => {
    const _eventSourceMessages = agUiLines.map((data, i) => ({ time: 1796061600 + i * 2, eventName: 'message', data }));
    for (const content of [{}, { text: '' }]) {
      sandbox.write('n.har', harOf({ _eventSourceMessages, content }));
      const reel = await imported('n.har');
      expect(reel.header.imported).toMatchObject({ timing: 'recorded' });
      expect(timesOf(reel).at(-1)).toEqual(['x', 8120]);
      expect(bytesOf(reel)).toBe(agUiSse);
    }
  });

  it.each([
    ['a body that is shorter than it was', { content: { size: 9999 } }, 'reset', 'the rest of a body of 9999 bytes'],
    ['a connection that broke', { response: { _error: 'net::ERR_CONNECTION_RESET' } }, 'reset', undefined],
    ['a page that left', { response: { _error: 'net::ERR_ABORTED' } }, 'abort', undefined],
    ['no status', { response: { status: 0 } }, 'eof', 'the status'],
  ])('tells of %s', async (_, entry, end, missing) => {
    sandbox.write('n.har', harOf(entry));
    const reel = await imported('n.har');
    expect(reel.lines.at(-1)).toMatchObject({ kind: 'x', end });
    if (missing !== undefined)
      expect(reel.header.imported).toMatchObject({ missing: expect.arrayContaining([missing]) });
  });

  const page = {
    request: { method: 'GET', url: 'https://example.com/' },
    content: { mimeType: 'text/html', text: '<p>' },
  };

  it('makes a reel of each stream of an agent, or of the entry that is named', async () => {
    sandbox.write('n.har', harOf(page, {}, {}));
    expect(await runreel('import', 'n.har', '-o', 'out')).toMatchObject({
      status: 2,
      err: expect.stringContaining('there are 2 runs (entries 2, 3): choose one with --entry'),
    });
    expect(await runreel('import', 'n.har', '-o', 'out/')).toEqual({ status: 0, out: '', err: '' });
    expect(readdirSync(path.join(sandbox.folder, 'out')).sort()).toEqual([
      'n-2-v1-chat.reel.jsonl',
      'n-3-v1-chat.reel.jsonl',
    ]);
    expect((await imported('n.har', '--entry', '3')).header.imported).toMatchObject({ entry: 3 });
  });

  it('tells of a stream whose body was not kept', async () => {
    sandbox.write('n.har', harOf({ content: { text: undefined } }, {}));
    const { status, err } = await runreel('import', 'n.har');
    expect({ status, err }).toEqual({
      status: 0,
      err: 'runreel: n.har: entry 1 (POST api.example.com/v1/chat) is an event stream, but the file does not hold its body.\n',
    });
  });

  it.each([
    [harOf(), [], /the HAR file holds no request/],
    [harOf(page), [], /no response in its 1 entries is of a known format/],
    [harOf({}), ['--entry', '2'], /n\.har has no entry 2; it has 1/],
    [harOf({ content: { text: '' } }), ['--entry', '1'], /does not hold its body; export the HAR file with contents/],
    [harOf(page), ['--entry', '1'], /entry 1 .*: the format is not known; say it with --format/],
    ['{"log":{"entries":[null,7,{"request":"x","response":[]}]}}', [], /no response in its 3 entries/],
    ['{"log":{"entries":[', [], /the format is not known/],
    [agUiSse, ['--entry', '1'], /is no HAR file, so it has no entries/],
  ])('answers %.40s with one line and status 2', async (har, args, message) => {
    sandbox.write('n.har', har);
    const { status, out, err } = await runreel('import', 'n.har', ...args);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^runreel: [^\n]+\n$/);
    expect(err).toMatch(message);
  });
});

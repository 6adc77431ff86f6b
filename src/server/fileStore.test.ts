import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { decodeAll } from '../adapters/decodeAll.ts';
import { type AgentEvent, createConversationLog } from '../logic/index.ts';
import { createFileStore, LogFileError } from './index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'runreel-log-'));
afterAll(() => rmSync(folder, { recursive: true }));
let file = '';
let files = 0;
beforeEach(() => {
  file = path.join(folder, `${files++}.jsonl`);
});

const text = (said: string): AgentEvent => ({ type: 'text', text: said });
const read = () => [...createFileStore(file).read()];
const line = (entry: AgentEvent) => `${JSON.stringify(entry)}\n`;
const written = () => readFileSync(file, 'utf8');

/** What a call throws. */
function thrown(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}

describe('R5.2: a conversation log in a file', () => {
  it('a file that does not exist is an empty log; the first entry makes it, for its owner only', () => {
    const store = createFileStore(file);
    expect([...store.read()]).toEqual([]);
    store.append([]);
    expect(() => statSync(file)).toThrow('ENOENT');
    store.append([text('Hi')]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect([...store.read()]).toEqual([text('Hi')]);
  });

  it('holds one event a line, whatever is in it, and is only ever appended to', () => {
    const said = 'a\nb\u2028c\r\n"ü🚀\ud83d\0';
    const entries = [text(said), text('x'.repeat(200_000)), text('')];
    const store = createFileStore(file);
    store.append(entries.slice(0, 1));
    const before = written();
    store.append(entries.slice(1));
    expect(written().startsWith(before)).toBe(true);
    expect(written().split('\n')).toHaveLength(4);
    expect([...store.read()]).toEqual(entries);
    expect([...createFileStore(file).read()]).toEqual(entries);
  });

  it('R5.3: after a restart a conversation goes on where its log ends', () => {
    const first = createConversationLog(createFileStore(file));
    first.listener({ type: 'run_started', runId: 'r', seq: 1 });
    first.listener({ type: 'tool_call_started', callId: 'c', name: 'x', args: {}, seq: 2 });
    const second = createConversationLog(createFileStore(file));
    expect(second.replay()).toEqual(first.replay());
    second.listener({ type: 'tool_call_finished', callId: 'c', seq: 3 });
    second.listener({ type: 'tool_call_finished', callId: 'c', seq: 3 });
    expect(read()).toHaveLength(3);
  });

  it('is a file of the format runreel', () => {
    const entries = [text('Hi'), { type: 'run_finished', outcome: 'completed' } as const];
    createFileStore(file).append(entries);
    expect(decodeAll('runreel', [written()])).toEqual(entries);
  });

  it('an entry that has no JSON is refused, and with it all that came with it', () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    const store = createFileStore(file);
    store.append([text('Hi')]);
    const entry: AgentEvent = { type: 'tool_output', callId: 'c', output: cycle };
    expect(() => store.append([text('Ho'), entry])).toThrow(`${file}: a tool_output has no JSON`);
    store.append([text('He')]);
    expect(read()).toEqual([text('Hi'), text('He')]);
  });

  it('a closed store writes nothing any more, and can be read', () => {
    const store = createFileStore(file);
    store.append([text('Hi')]);
    store.close();
    expect(() => store.append([text('Ho')])).toThrow('closed');
    expect([...store.read()]).toEqual([text('Hi')]);
  });
});

describe('section 8: a log file that is not as it was written', () => {
  it('any cut of its bytes reads as the first of its entries, and goes on behind them', () => {
    const entry = fc.record({ type: fc.constant('text' as const), text: fc.string({ unit: 'grapheme' }) });
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 4 }), fc.nat(), (entries, at) => {
        const whole = Buffer.from(entries.map(line).join(''));
        const cut = whole.subarray(0, at % (whole.length + 1));
        writeFileSync(file, cut);
        const breaks = cut.filter((byte) => byte === 0x0a).length;
        const kept = read();
        // A last entry that only lacks its line break is one too.
        expect([breaks, breaks + 1]).toContain(kept.length);
        expect(kept).toEqual(entries.slice(0, kept.length));
        createFileStore(file).append([text('next'), text('last')]);
        expect(read()).toEqual([...kept, text('next'), text('last')]);
      }),
      { numRuns: 300 },
    );
  });

  it('B09: a line that lacks its line break is an entry; a torn one is cut off before the next', () => {
    writeFileSync(file, line(text('A')) + line(text('B')).trimEnd());
    createFileStore(file).append([text('C')]);
    expect(written()).toBe([text('A'), text('B'), text('C')].map(line).join(''));
    for (const torn of ['{"type":"text","te', '{"type":"te\u0000\u0000', '\u0000'.repeat(70_000), '  ']) {
      writeFileSync(file, line(text('A')) + torn);
      expect(read()).toEqual([text('A')]);
      createFileStore(file).append([text('C')]);
      expect(written()).toBe(line(text('A')) + line(text('C')));
    }
  });

  it('B09: an unreadable line before the last is an error that names file, line and reason; what is before it is read', () => {
    const reasons = [
      ['{"type":"te', 'it is not JSON.'],
      ['What?', 'it is not JSON.'],
      ['{"a":1}', 'it is no entry of a conversation log.'],
      ['[]', 'it is no entry of a conversation log.'],
    ] as const;
    for (const [bad, reason] of reasons) {
      writeFileSync(file, `${line(text('A'))}\n${bad}\n${line(text('B'))}`);
      const before: AgentEvent[] = [];
      const error = thrown(() => {
        for (const entry of createFileStore(file).read()) before.push(entry);
      });
      expect(error).toBeInstanceOf(LogFileError);
      expect(error).toMatchObject({ message: `${file}:3: ${reason}`, path: file, line: 3 });
      expect(before).toEqual([text('A')]);
    }
    writeFileSync(file, Buffer.from([0xc3, 0x28, 0x0a]));
    expect(read).toThrow(`${file}:1: it is not UTF-8.`);
  });

  it('blank lines, CRLF and a byte-order mark are no harm', () => {
    writeFileSync(file, `\ufeff${line(text('A')).replace('\n', '\r\n')}\n \r\n${line(text('B'))}`);
    expect(read()).toEqual([text('A'), text('B')]);
  });

  it('a file that is no log is not written to', () => {
    for (const other of ['{"name":"an-app"}', '# Notes', '# Notes\n']) {
      writeFileSync(file, other);
      expect(thrown(read)).toBeInstanceOf(LogFileError);
      const append = () => createConversationLog(createFileStore(file)).listener({ type: 'run_started', runId: 'r' });
      expect(thrown(append)).toBeInstanceOf(LogFileError);
      expect(written()).toBe(other);
    }
    writeFileSync(file, '# Notes');
    expect(() => createFileStore(file).append([text('A')])).toThrow(`${file}: its last line: it is not JSON.`);
    expect(written()).toBe('# Notes');
  });

  it('a line of 64 MiB is read', { timeout: 60_000 }, () => {
    const entry = text('x'.repeat(64 * 1024 * 1024));
    createFileStore(file).append([entry]);
    createFileStore(file).append([text('next')]);
    expect(read().map((each) => 'text' in each && each.text.length)).toEqual([64 * 1024 * 1024, 4]);
  });
});

describe('two stores on one file', () => {
  it('the one whose file has grown without it throws, and what the other wrote stands', () => {
    const [one, two] = [createFileStore(file), createFileStore(file)];
    one.append([text('1')]);
    two.append([text('2')]);
    expect(() => one.append([text('3')])).toThrow(`${file}: something else has written to it; nothing was appended.`);
    two.append([text('4')]);
    expect(read()).toEqual([text('1'), text('2'), text('4')]);
  });

  it('a log that was read before another one wrote does not go on from what it knows', () => {
    const one = createConversationLog(createFileStore(file));
    createFileStore(file).append([text('other')]);
    expect(() => one.listener({ type: 'run_started', runId: 'r' })).toThrow(LogFileError);
    expect(read()).toEqual([text('other')]);
  });

  it('a file that was taken away is not begun anew', () => {
    const store = createFileStore(file);
    store.append([text('1')]);
    rmSync(file);
    expect(() => store.append([text('2')])).toThrow(LogFileError);
  });
});

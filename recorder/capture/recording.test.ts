import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseReel } from '../../src/reel/index.ts';
import { type Recording, startRecording } from './recording.ts';

const disk = vi.hoisted(() => ({
  writes: [] as string[],
  free: Number.POSITIVE_INFINITY,
  most: Number.POSITIVE_INFINITY,
}));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const writeSync = (file: number, bytes: Uint8Array, from = 0) => {
    const length = Math.min(bytes.length - from, disk.free, disk.most);
    if (length === 0) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    disk.free -= length;
    disk.writes.push(Buffer.from(bytes.subarray(from, from + length)).toString());
    return fs.writeSync(file, bytes, from, length);
  };
  return { ...fs, writeSync };
});

let folder = '';
const failures: unknown[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'runreel-recording-'));
  Object.assign(disk, { writes: [], free: Number.POSITIVE_INFINITY, most: Number.POSITIVE_INFINITY });
  failures.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

const start = (): Recording =>
  startRecording({
    ...{ folder, name: 'GET /a?b', startedAt: 1000 },
    header: {
      ...{ reel: 1, format: 'unknown', agent: { name: 'a', version: '1' }, title: 't', transport: 'stdout' },
      ...{ recordedAt: '2026-11-30T18:00:00.000Z', redaction: { replaced: 0 } },
    },
    onFailure: (error) => failures.push(error),
  });
const read = ({ path: file }: Recording) => parseReel(readFileSync(file, 'utf8'));

test('R7.1: a line is one write, and the header is there before the file has its name', () => {
  const recording = start();
  recording.output(1000.6, Buffer.from('a'));
  recording.beside(1001.2, 'e', Buffer.of(0x41, 0xff));
  recording.output(1001.2, Buffer.of());
  recording.end(1100, 'eof');
  recording.end(1200, 'abort');
  recording.output(1300, Buffer.from('late'));
  expect(disk.writes.slice(1)).toEqual([
    '[1,"o","a"]\n',
    '[0,"e","A\ufffd"]\n',
    '[99,"x",{"end":"eof","chunks":1,"bytes":1}]\n',
  ]);
  expect(recording.totals).toEqual({ chunks: 1, bytes: 1, duration: 100, end: 'eof' });
  expect(readdirSync(folder).sort()).toEqual(['.gitignore', '20261130-180000-000-get-a-b.raw.jsonl']);
});

test('R7.1: a header that does not fit on the disk leaves no file', () => {
  disk.free = 20;
  expect(start).toThrow('ENOSPC');
  expect(readdirSync(folder)).toEqual(['.gitignore']);
});

test('R7.1: a disk that fills up is told once, and what was recorded before is read', () => {
  const recording = start();
  recording.output(1001, Buffer.from('first'));
  disk.free = 5;
  for (let at = 2; at < 5; at += 1) recording.output(1000 + at, Buffer.from('second'));
  recording.end(1010, 'exit', 0);
  expect(failures).toEqual([expect.objectContaining({ code: 'ENOSPC' })]);
  expect(read(recording)).toMatchObject({ truncated: true, lines: [{ kind: 'o', text: 'first' }] });
  expect(recording.totals.failure).toBe(failures[0]);
});

test('R7.1: a line that the system takes in parts is written to its end', () => {
  const recording = start();
  disk.most = 4;
  recording.output(1001, Buffer.from('你好, 😀'));
  expect(read(recording).lines).toMatchObject([{ kind: 'o', text: '你好, 😀' }]);
});

test('a recording that is discarded leaves nothing', () => {
  start().discard();
  expect(readdirSync(folder)).toEqual(['.gitignore']);
});

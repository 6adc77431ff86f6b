import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, expect, test, vi } from 'vitest';
import { createFileStore } from './index.ts';

const synced = vi.hoisted(() => ({ files: 0 }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const fsyncSync = (file: number) => {
    synced.files++;
    fs.fsyncSync(file);
  };
  return { ...fs, fsyncSync };
});

const folder = mkdtempSync(path.join(tmpdir(), 'runreel-crash-'));
afterAll(() => rmSync(folder, { recursive: true }));

const LONG = 16 * 1024 * 1024;
const server = path.join(folder, 'server.mjs');
const writer = path.join(folder, 'writer.mjs');
buildSync({
  ...{ entryPoints: [path.join(import.meta.dirname, 'index.ts')], outfile: server },
  ...{ bundle: true, platform: 'node', format: 'esm' },
});
// Says the number of each entry once it is written; one is so long that it can be caught while it is being written.
writeFileSync(
  writer,
  `import { writeSync } from 'node:fs';
import { createFileStore } from './server.mjs';
const [, , file, long] = process.argv;
const store = createFileStore(file);
for (let n = 0; ; n++) {
  store.append([{ type: 'text', text: 'x'.repeat(n === Number(long) ? ${LONG} : n), itemId: String(n) }]);
  writeSync(1, n + '\\n');
}
`,
);

/**
 * Lets a program write until it has told of some entries, and kills it, where `inEntry` says so in the middle of the
 * next one; gives how many it told of.
 */
function killWriter(file: string, after: number, inEntry: boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    const long = inEntry ? after : -1;
    const child = spawn(process.execPath, [writer, file, String(long)], { stdio: ['ignore', 'pipe', 'inherit'] });
    let told = '';
    const count = () => told.split('\n').length - 1;
    const kill = () => {
      if (inEntry && statSync(file).size < LONG / 8) setImmediate(kill);
      else child.kill('SIGKILL');
    };
    child.stdout.on('data', (chunk: Buffer) => {
      const before = count();
      told += chunk.toString();
      if (before < after && count() >= after) kill();
    });
    child.on('error', reject);
    child.on('close', () => resolve(count()));
  });
}

test('after a kill at any moment at most the entry that was being written is missing', {
  timeout: 120_000,
}, async () => {
  for (let round = 0; round < 20; round++) {
    const file = path.join(folder, `${round}.jsonl`);
    const told = await killWriter(file, 1 + ((round * 7) % 12), round % 2 === 0);
    const ids = () => [...createFileStore(file).read()].map((entry) => 'itemId' in entry && Number(entry.itemId));
    const before = ids();
    expect(before).toEqual(before.map((_, n) => n));
    expect([told, told + 1]).toContain(before.length);
    createFileStore(file).append([{ type: 'text', text: 'next', itemId: '-1' }]);
    expect(ids()).toEqual([...before, -1]);
  }
});

test('what is appended is flushed to the disk before append returns', () => {
  const store = createFileStore(path.join(folder, 'flushed.jsonl'));
  store.append([{ type: 'text', text: 'A' }]);
  const first = synced.files;
  expect(first).toBeGreaterThan(0);
  store.append([{ type: 'text', text: 'B' }]);
  expect(synced.files).toBe(first + 1);
});

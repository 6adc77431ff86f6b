import { chmodSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatReel } from '../src/reel/index.ts';
import { runProgram } from './ioStand.ts';
import { agUiReel, createSandbox, type Sandbox } from './sandbox.ts';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox();
});
afterEach(() => sandbox.remove());

const reel = formatReel(agUiReel());
const [header = ''] = reel.split('\n');

/** Each command as it reads one file; those that write are told where. */
const commands: readonly (readonly [name: string, args: (file: string) => string[]])[] = [
  ['seal', (file) => ['seal', file, '-o', 'out.reel.jsonl']],
  ['import', (file) => ['import', file, '-o', 'out.reel.jsonl']],
  ['check', (file) => ['check', file]],
  ['trim', (file) => ['trim', file, '--round', '1', '-o', 'out.reel.jsonl']],
  ['cat', (file) => ['cat', file]],
  ['cat --events', (file) => ['cat', file, '--events']],
  ['info', (file) => ['info', file]],
];

/** Each bad file, and what the line says of it. */
const files: readonly (readonly [what: string, content: string | Uint8Array, says: RegExp])[] = [
  ['is empty', '', /empty|no reel|header/i],
  ['is blank', ' \n\n', /empty|no reel|header/i],
  ['is binary', Uint8Array.from({ length: 2000 }, (_, i) => (i * 31) % 256), /no text|not JSON|no reel|not known/],
  ['is packed and cut', Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0), /end is missing|not JSON|no reel|no text/],
  ['has half a header', header.slice(0, 60), /not JSON|already/],
  ['is of a later version', reel.replace('"reel":1', '"reel":2'), /version 2 is not known|already/],
  ['has no format', reel.replace('"format":"ag-ui",', ''), /no text "format"|already/],
  ['is not JSON', 'Once upon a time\n', /not JSON|no reel|not known/],
  ['is some other JSON', '{"name":"x","version":"1"}\n', /no reel|not known|no reel header/],
];

async function expectOneLine(args: readonly string[], says: RegExp, run = runProgram) {
  const before = readdirSync(sandbox.folder);
  const { status, out, err } = await run(args, { cwd: sandbox.folder });
  expect({ status, out, err }).toEqual({ status: 2, out: '', err: expect.stringMatching(/^runreel: [^\n]+\n$/) });
  expect(err).toMatch(says);
  expect(readdirSync(sandbox.folder)).toEqual(before);
}

const NOBODY = 65_534;

/** The superuser may do everything: it becomes a user without rights for as long as the program runs. */
async function runWithoutRights(...given: Parameters<typeof runProgram>) {
  if (process.getuid?.() !== 0) return runProgram(...given);
  process.seteuid?.(NOBODY);
  try {
    return await runProgram(...given);
  } finally {
    process.seteuid?.(0);
  }
}

/** Windows knows no such rights. */
const hasRights = process.getuid !== undefined;

describe.each(commands)(
  'runreel %s answers in one line with status 2, and writes nothing, where its file',
  (_, argsFor) => {
    it.each(files)('%s', async (_what, content, says) => {
      sandbox.write('bad.jsonl', content);
      await expectOneLine(argsFor('bad.jsonl'), says);
    });

    it('is missing', () => expectOneLine(argsFor('nowhere.jsonl'), /there is no such file/));

    it('is a folder', async () => {
      sandbox.write('folder/notes.md', 'x');
      await expectOneLine(argsFor('folder'), /it is a folder|no reel and no log in folder/);
    });

    it('lies under a file', async () => {
      sandbox.write('file', 'x');
      await expectOneLine(argsFor('file/x.jsonl'), /a file stands where a folder should be/);
    });

    it.runIf(hasRights)('may not be read', async () => {
      chmodSync(sandbox.folder, 0o755);
      chmodSync(sandbox.write('secret.jsonl', reel), 0o000);
      await expectOneLine(argsFor('secret.jsonl'), /you may not/, runWithoutRights);
    });
  },
);

describe.each([
  ['import', ['import', 'run.sse']],
  ['trim', ['trim', 'run.reel.jsonl', '--round', '1']],
  ['seal', ['seal', 'run.reel.jsonl']],
])('runreel %s answers in one line with status 2, and writes nothing, where its output', (_, args) => {
  beforeEach(() => {
    sandbox.write('run.reel.jsonl', reel);
    sandbox.write('run.sse', 'data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}\n\n');
    sandbox.write('file', 'x');
  });

  it('would lie under a file', () =>
    expectOneLine([...args, '-o', path.join('file', 'x.reel.jsonl')], /a file|is no folder/));

  it.runIf(hasRights)('may not be written', async () => {
    chmodSync(sandbox.folder, 0o555);
    await expectOneLine([...args, '-o', 'x.reel.jsonl'], /you may not/, runWithoutRights);
  });
});

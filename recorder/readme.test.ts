import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from './ioStand.ts';
import { createSandbox, type Sandbox, writeExampleFiles } from './sandbox.ts';
import { wordsOf } from './shellWords.ts';

const readme = readFileSync(path.resolve(import.meta.dirname, '../README.md'), 'utf8');
const blocks = [...readme.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
/** What the README tells to type, without npm and the program's name. */
const commands = blocks.flatMap((block) =>
  [...block.matchAll(/^npm run (?:-s )?runreel -- (.*)$/gm)].map(([, words = '']) => words),
);

describe('the README', () => {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = createSandbox();
    writeExampleFiles(sandbox);
  });
  afterAll(() => sandbox.remove());

  it('tells how to record, import, look at, check, cut and give back a run', () => {
    const names = new Set(commands.map((words) => words.split(' ')[0]));
    expect([...names]).toEqual(expect.arrayContaining(['record', 'import', 'info', 'check', 'trim', 'cat']));
  });

  // In their order: a later one reads what an earlier one wrote.
  it.each(commands)('runreel %s', async (words) => {
    const env = {
      PATH: `${path.join(sandbox.folder, 'bin')}${path.delimiter}${process.env['PATH']}`,
      HOME: sandbox.folder,
    };
    // The proxy and the server run until they are told to end; their port may be in use here.
    const isOpen = /--proxy|^serve/.test(words);
    const args = wordsOf(words).map((word) => word.replace('*', 'one').replace(/^4\d{3}$/, '0'));
    const onSignal = (handler: (signal: NodeJS.Signals) => void) => {
      const soon = setImmediate(handler, 'SIGINT');
      return () => clearImmediate(soon);
    };
    const { status, err } = await runProgram(args, { cwd: sandbox.folder, env, ...(isOpen ? { onSignal } : {}) });
    expect({ status, err: status === 0 ? '' : err }).toEqual({ status: 0, err: '' });
  });
});

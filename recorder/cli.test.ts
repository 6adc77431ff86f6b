import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { runProgram } from './ioStand.ts';
import { createSandbox, type Sandbox, writeExampleFiles } from './sandbox.ts';
import { wordsOf } from './shellWords.ts';

const ONE_LINE = /^runreel: [^\n]+\n$/;

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox();
});
afterEach(() => sandbox.remove());

const commands = [...(await runProgram(['--help'])).out.matchAll(/^ {2}(\w+) \[options\]/gm)].flatMap(
  ([, name]) => name ?? [],
);

/** The examples in the help of a command, as a shell would take them apart. */
async function examplesOf(command: string): Promise<string[][]> {
  const { out } = await runProgram([command, '--help']);
  const lines = out.slice(out.indexOf('Examples:')).matchAll(/^ {2}runreel (.*)$/gm);
  return [...lines].map(([, line = '']) => wordsOf(line));
}

describe('the program', () => {
  it('has the commands of the specification', () => {
    expect(commands).toEqual(expect.arrayContaining(['record', 'seal', 'import', 'check', 'trim', 'cat', 'info']));
  });

  it.each([[['--help']], [['-h']], [['help']]])('%j tells each command, with status 0', async (args) => {
    const { status, out, err } = await runProgram(args);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    for (const command of commands) expect(out).toMatch(new RegExp(`^  ${command} .*  \\w`, 'm'));
  });

  it('told nothing tells its help on standard error, with status 2', async () => {
    expect(await runProgram([])).toMatchObject({ status: 2, out: '', err: expect.stringContaining('Usage: runreel') });
  });

  it.each([[['--version']], [['-V']]])('%j tells the version of the package', async (args) => {
    expect(await runProgram(args)).toEqual({ status: 0, out: `${manifest.version}\n`, err: '' });
  });

  it.each([
    [['chekc'], /unknown command 'chekc' \(Did you mean check\?\)/],
    [['play', 'x'], /unknown command 'play'; see "runreel --help"/],
    [['check', '--jsno', 'x'], /unknown option '--jsno' \(Did you mean --json\?\)/],
    [['check', '--colour', 'x'], /unknown option '--colour'; see "runreel check --help"/],
    [['--colour'], /unknown option '--colour'; see "runreel --help"/],
    [['info'], /missing required argument 'reel'; see "runreel info --help"/],
    [['info', 'a', 'b'], /too many arguments.*; see "runreel info --help"/],
    [['trim', 'a', '--from'], /option '--from <time>' argument missing/],
    [['trim', 'a', '--from', 'soon'], /'soon' is invalid. It is a time, as 2s/],
    [['trim', 'a', '--round', '0'], /'0' is invalid. It is a whole number from 1/],
    [['trim', 'a', '--chunks', 'x'], /'x' is invalid. It is a range/],
    [['trim', 'a'], /say one thing to keep/],
    [['trim', 'a', '--round', '1', '--drop-first', '2'], /say one thing to keep/],
    [['cat', 'a', '--events', '--stderr'], /'--events' cannot be used with option '--stderr'/],
    [['check', 'a', '--format', 'morse'], /'morse' is invalid. Allowed choices are ai-sdk-ui,/],
    [['import', 'a', '--pace', '-1'], /'-1' is invalid|argument missing/],
  ])('answers %j with one line and status 2', async (args, message) => {
    const { status, out, err } = await runProgram(args);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(ONE_LINE);
    expect(err).toMatch(message);
  });
});

describe.each(commands)('runreel %s', (command) => {
  it('tells its options and examples', async () => {
    const { status, out, err } = await runProgram([command, '--help']);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(new RegExp(`^Usage: runreel ${command} `));
    expect(await examplesOf(command)).not.toEqual([]);
    expect(await runProgram(['help', command])).toMatchObject({ status: 0, out });
  });

  it('has examples that work as they stand', async () => {
    for (const args of await examplesOf(command)) {
      const { folder } = sandbox;
      writeExampleFiles(sandbox);
      mkdirSync(path.join(folder, 'home'), { recursive: true });
      const env = {
        PATH: `${path.join(folder, 'bin')}${path.delimiter}${process.env['PATH']}`,
        HOME: path.join(folder, 'home'),
      };
      // What runs until it is told to end is told so at once.
      const onSignal = (handler: (signal: NodeJS.Signals) => void) => {
        const soon = setImmediate(handler, 'SIGINT');
        return () => clearImmediate(soon);
      };
      // The port of an example may be in use here.
      const stayed = ['serve', '--proxy'].some((word) => args.includes(word));
      const files = args.map((arg) => arg.replace('*', 'one').replace(/^(4\d{3})$/, '0'));
      const { status, err } = await runProgram(files, { cwd: folder, env, ...(stayed ? { onSignal } : {}) });
      expect({ args, status, err: status === 0 ? '' : err }).toEqual({ args, status: 0, err: '' });
    }
  });
});

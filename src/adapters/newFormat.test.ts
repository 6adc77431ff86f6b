import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { reduceAll } from '../logic/reducer.ts';
import { emptyThread } from '../logic/thread.ts';
import { decode, type Format } from './decoder.ts';

/** The format that CONTRIBUTING.md shows, as it would be with its file here. */
async function shownFormat(): Promise<{ readonly parrot: Format }> {
  const guide = readFileSync(path.resolve(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8');
  const code = /```ts\n(.*?)```/s.exec(guide)?.[1];
  if (code === undefined) throw new Error('CONTRIBUTING.md shows no format.');
  const stdin = { contents: code, resolveDir: import.meta.dirname, loader: 'ts' } as const;
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false });
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`);
}

it('the format that CONTRIBUTING.md shows reads its stream, an unknown kind and a cut one included', async () => {
  const decoder = decode((await shownFormat()).parrot);
  const lines = '{"say":"I look."}\n{"run":"ls","id":"1"}\n{"ran":"1","out":"a.txt"}\n{"odd":1}\n';
  const thread = reduceAll(emptyThread, decoder.push(lines));
  expect([...(thread.rounds.at(-1)?.items ?? [])]).toMatchObject([
    { kind: 'assistant_text', text: 'I look.' },
    { kind: 'tool_call', args: { command: 'ls' }, status: 'done', result: { text: 'a.txt' } },
  ]);
  expect(decoder.diagnostics).toEqual({ unknown: { odd: 1 }, malformed: 0 });
  const cut = reduceAll(thread, decoder.end()).rounds.at(-1);
  expect(cut?.status).toBe('failed');
});

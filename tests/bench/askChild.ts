import { spawn } from 'node:child_process';
import path from 'node:path';
import type { JobName, Jobs } from './jobs.ts';

const CHILD = path.join('.cache', 'bench', 'peers', 'child.mjs');
/** Megabytes; some libraries need them for the long cases. */
const HEAP = 8192;
/** Milliseconds after which a process is taken for stuck, also where the machine has much else to do. */
const STUCK = 600_000;

/** Has a fresh process do a job: nothing of one measurement is warm, or in the heap, for the next. */
export function askChild<Name extends JobName>(name: Name, asks: Jobs[Name]['asks']): Promise<Jobs[Name]['gives']> {
  const args = ['--expose-gc', `--max-old-space-size=${HEAP}`, CHILD, name, JSON.stringify(asks)];
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: STUCK });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      // Libraries may write lines of their own; the answer is the last one.
      if (code === 0) resolve(JSON.parse(out.trimEnd().split('\n').at(-1) ?? ''));
      else reject(new Error(`${name} ${JSON.stringify(asks)} failed: ${err.trim().split('\n').slice(-12).join('\n')}`));
    });
  });
}

/** Processes of a scenario, inside the sandbox. */
import { spawn } from 'node:child_process';
import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { recorderInside } from './install.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {import('./program.ts').Env} Env */

/**
 * The recorder leaves its private file, which is sealed outside of the sandbox, where the machine's own names are known.
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: Env | undefined, stdin: 'ignore' | 'pipe' }} options
 */
export function startRecorder(args, { cwd, env, stdin }) {
  const command = [recorderInside, 'record', '--raw', ...args];
  return spawn('node', command, { cwd, env: { ...process.env, ...env }, stdio: [stdin, 'pipe', 'inherit'] });
}

/** @param {readonly string[]} command @param {{ cwd: string, env?: Env | undefined }} options */
export function startProcess([command = '', ...args], { cwd, env }) {
  return spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** @param {ChildProcess} child @returns {Promise<number>} its exit status */
export function finished(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

const TRIES = 300;

/** @param {ChildProcess} child @param {number} port @returns {Promise<import('./program.ts').Server>} */
export async function startServer(child, port) {
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.stdout?.resume();
  for (let i = 0; i < TRIES && !(await answers(port)); i++) await sleep(100);
  return {
    address: `http://127.0.0.1:${port}`,
    async stop(signal = 'SIGINT') {
      child.kill(signal);
      await closed;
    },
  };
}

/** @param {number} port @returns {Promise<boolean>} */
function answers(port) {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

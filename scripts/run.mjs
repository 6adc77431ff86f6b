import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

/**
 * The script behind a program of node_modules, so that it runs without a shell on every system.
 * @param {string} packageName
 * @param {string} [program] when it is not called like its package
 */
export function programOf(packageName, program = packageName) {
  const folder = path.join(root, 'node_modules', packageName);
  /** @type {{ bin: string | Record<string, string> }} */
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = typeof bin === 'string' ? bin : bin[program];
  if (!file) throw new Error(`The package ${packageName} has no program ${program}.`);
  return path.join(folder, file);
}

/**
 * Runs a program to its end, its output shown as it comes or, with `quiet`, only when it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, quiet?: boolean, shell?: boolean }} [options]
 * @returns {Promise<number>} its exit code
 */
export function run(command, args, { env = process.env, cwd = root, quiet = false, shell = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      shell,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    /** @type {Buffer[]} */
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (quiet && code !== 0) process.stderr.write(Buffer.concat(output));
      resolve(code ?? 1);
    });
  });
}

/**
 * npm, by the script that runs us where there is one.
 * @param {readonly string[]} args
 * @param {{ cwd?: string, quiet?: boolean }} [options]
 */
export function runNpm(args, options) {
  const script = process.env['npm_execpath'];
  if (script?.endsWith('.js')) return run(process.execPath, [script, ...args], options);
  return run('npm', args, { ...options, shell: process.platform === 'win32' });
}

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, runNpm } from './run.mjs';

const lockFile = path.join(root, 'package-lock.json');
const npmsRecord = path.join(root, 'node_modules', '.package-lock.json');
const stampFile = path.join(root, 'node_modules', '.runreel-lock');

/**
 * What is known of the installed dependencies.
 * @typedef {object} Installed
 * @property {string} lock the lock's hash
 * @property {string} [stamp] the hash of the lock that this script installed last
 * @property {number} lockTime when the lock was written, in ms
 * @property {number} [recordTime] when npm wrote its own record, in ms; absent without node_modules
 */

/**
 * Dependencies are missing or older than the lock. Our own stamp decides, since a checkout changes the
 * times of files; without it (someone ran npm by hand) the times do.
 * @param {Installed} installed
 */
export function needsInstall({ lock, stamp, lockTime, recordTime }) {
  if (recordTime === undefined) return true;
  return stamp !== lock && recordTime < lockTime;
}

/** @returns {Installed} */
function inspect() {
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  return {
    lock,
    lockTime: statSync(lockFile).mtimeMs,
    ...(existsSync(stampFile) ? { stamp: readFileSync(stampFile, 'utf8') } : {}),
    ...(existsSync(npmsRecord) ? { recordTime: statSync(npmsRecord).mtimeMs } : {}),
  };
}

/** Installs what the lock names, when it is missing or older; says so in one sentence. */
export async function ensureInstalled() {
  const installed = inspect();
  if (needsInstall(installed)) {
    console.log('Installing the dependencies, which takes about half a minute…');
    const code = await runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], { quiet: true });
    if (code !== 0) throw new Error('The dependencies could not be installed: npm ci failed, its output is above.');
  }
  writeFileSync(stampFile, installed.lock);
}

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, runNpm } from './run.mjs';

/** The build to fetch where there is no browser; also the one whose pictures can be compared. */
const PINNED = '@sparticuz/chromium@147.0.0';
const pinnedFolder = path.join(root, '.cache', 'chromium-147.0.0');
const pinnedProgram = path.join(pinnedFolder, 'run-chromium');

const HOW_TO_GET_ONE =
  'No browser for the stories: install Chrome or Chromium, or run "npx playwright install chromium", or name one in the variable RUNREEL_CHROMIUM.';

/**
 * Where a browser may be, best first.
 * @param {object} system
 * @param {NodeJS.ProcessEnv} system.env
 * @param {NodeJS.Platform} system.platform
 * @param {string} system.home
 * @returns {string[]}
 */
export function browserPlaces({ env, platform, home }) {
  const { join, delimiter } = platform === 'win32' ? path.win32 : path.posix;
  if (platform === 'win32') {
    const bases = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']];
    const programs = [
      'Google\\Chrome\\Application\\chrome.exe',
      'Chromium\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ];
    return programs.flatMap((program) => bases.flatMap((base) => (base ? [join(base, program)] : [])));
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  if (platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
    const bases = ['/Applications', join(home, 'Applications')];
    return [
      ...apps.flatMap((app) => bases.map((base) => join(base, `${app}.app`, 'Contents', 'MacOS', app))),
      ...onPath,
    ];
  }
  return [...onPath, '/usr/bin/chromium', '/usr/bin/google-chrome', '/snap/bin/chromium', '/opt/google/chrome/chrome'];
}

/** The browser that Playwright would install, whether or not it did. */
function playwrightsOwn() {
  try {
    /** @type {typeof import('playwright')} */
    const { chromium } = createRequire(import.meta.url)('playwright');
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

/**
 * The browser for the stories, if there is one on this machine: RUNREEL_CHROMIUM (a path, or `pinned` for the
 * build that can be fetched), else the system's, else Playwright's own, else the fetched one.
 * @param {NodeJS.ProcessEnv} [env]
 * @param {(file: string) => boolean} [exists]
 * @returns {string | undefined} the path of its program
 * @throws when RUNREEL_CHROMIUM names a file that is not there
 */
export function findBrowser(env = process.env, exists = existsSync) {
  const named = env['RUNREEL_CHROMIUM'];
  if (named && named !== 'pinned') {
    if (!exists(named)) throw new Error(`RUNREEL_CHROMIUM names ${named}, and there is no such file.`);
    return named;
  }

  const system = { env, platform: process.platform, home: homedir() };
  const places = named === 'pinned' ? [] : [...browserPlaces(system), playwrightsOwn()];
  return [...places, pinnedProgram].find((place) => place !== undefined && exists(place));
}

/**
 * A browser, fetched when the machine has none.
 * @returns {Promise<string>} the path of its program
 * @throws one sentence that says how to get one
 */
export async function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error(HOW_TO_GET_ONE);
  console.log('Fetching a Chromium into .cache, once…');
  try {
    return await fetchPinned();
  } catch (error) {
    throw new Error(HOW_TO_GET_ONE, { cause: error });
  }
}

async function fetchPinned() {
  mkdirSync(pinnedFolder, { recursive: true });
  writeFileSync(path.join(pinnedFolder, 'package.json'), '{ "private": true }\n');
  const code = await runNpm(
    ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', PINNED],
    {
      cwd: pinnedFolder,
      quiet: true,
    },
  );
  if (code !== 0) throw new Error(`${PINNED} could not be fetched.`);
  return unpackPinned();
}

/** It unpacks into the temporary folder, so that must be ours; with the Lambda variable it brings its shared libraries along. */
async function unpackPinned() {
  const { TMPDIR, AWS_EXECUTION_ENV, LD_LIBRARY_PATH } = process.env;
  Object.assign(process.env, { TMPDIR: pinnedFolder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' });
  try {
    const entry = createRequire(path.join(pinnedFolder, 'package.json')).resolve('@sparticuz/chromium');
    const { default: chromium } = await import(pathToFileURL(entry).href);
    return writeLauncher(await chromium.executablePath());
  } finally {
    restore({ TMPDIR, AWS_EXECUTION_ENV, LD_LIBRARY_PATH });
  }
}

/** @param {Record<string, string | undefined>} variables */
function restore(variables) {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

/**
 * The libraries that it brought are for a machine that lacks some: the machine's own come first where it has all.
 * @param {string} program
 */
function writeLauncher(program) {
  const complete = !execFileSync('ldd', [program], { encoding: 'utf8' }).includes('not found');
  const libraries = complete ? '' : 'LD_LIBRARY_PATH="$here/al2023/lib" ';
  const lines = ['#!/bin/sh', 'here=$(dirname "$0")', `${libraries}exec "$here/${path.basename(program)}" "$@"`, ''];
  writeFileSync(pinnedProgram, lines.join('\n'), { mode: 0o755 });
  return pinnedProgram;
}

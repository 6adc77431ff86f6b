/** Tools for agents that are made of a library. They work in the folder that the agent was started in. */
import { exec } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @param {string} file */
function inside(file) {
  const absolute = path.resolve(file);
  if (!absolute.startsWith(`${process.cwd()}${path.sep}`)) throw new Error(`${file} is outside of the repository.`);
  return absolute;
}

/** @param {{ command: string }} input @returns {Promise<{ exitCode: number, stdout: string, stderr: string }>} */
export function bash({ command }) {
  return new Promise((resolve) => {
    exec(command, { timeout: 30_000 }, (error, stdout, stderr) => {
      resolve({ exitCode: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr });
    });
  });
}

/** @param {{ path: string }} input */
export async function readFile({ path: file }) {
  return { text: readFileSync(inside(file), 'utf8') };
}

/** @param {{ path: string, content: string }} input */
export async function writeFile({ path: file, content }) {
  const absolute = inside(file);
  mkdirSync(path.dirname(absolute), { recursive: true });
  writeFileSync(absolute, content);
  return { bytes: Buffer.byteLength(content) };
}

/** @param {{ path: string, from: string, to: string }} input */
export async function editFile({ path: file, from, to }) {
  const { text } = await readFile({ path: file });
  if (!text.includes(from)) throw new Error(`${file} holds no such text.`);
  await writeFile({ path: file, content: text.replace(from, () => to) });
  return { replaced: 1 };
}

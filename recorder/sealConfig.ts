import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RunreelConfig } from '../src/reel/redact/config.ts';
import { UsageError } from './usageError.ts';

const NAMES = [
  'runreel.config.ts',
  'runreel.config.mts',
  'runreel.config.mjs',
  'runreel.config.js',
  'runreel.config.json',
];

/**
 * The configuration of a project: the file that was named, or the first in its folder; none is an empty one.
 * @throws {UsageError} where it cannot be loaded or says something that nobody knows.
 */
export async function loadConfig(cwd: string, named?: string): Promise<RunreelConfig> {
  const name = named ?? NAMES.find((candidate) => existsSync(path.join(cwd, candidate)));
  if (name === undefined) return {};
  const file = path.resolve(cwd, name);
  if (!existsSync(file)) throw new UsageError(`${name} cannot be read: there is no such file.`);
  return validated(name, await load(name, file));
}

async function load(name: string, file: string): Promise<unknown> {
  try {
    if (file.endsWith('.json')) return JSON.parse(readFileSync(file, 'utf8'));
    const { createJiti } = await import('jiti');
    return await createJiti(import.meta.url, { moduleCache: false, fsCache: false }).import(file, { default: true });
  } catch (error) {
    // The first line only: what follows shows the source, which may be a list of secrets.
    const [reason = ''] = (error instanceof SyntaxError ? 'it is no valid source' : `${error}`).split('\n');
    throw new UsageError(`${name} cannot be loaded: ${reason.replace(/^\w*Error: /, '').replace(/\.$/, '')}.`);
  }
}

function validated(name: string, value: unknown): RunreelConfig {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`${name} exports no object; it is to export { redact, headers }.`);
  }
  const foreign = Object.keys(value).find((member) => member !== 'redact' && member !== 'headers');
  if (foreign !== undefined)
    throw new UsageError(`${name} has "${foreign}", which is not known; known: redact, headers.`);
  const { redact = [], headers = [] }: { redact?: unknown; headers?: unknown } = value;
  if (!Array.isArray(redact) || !redact.every(isTextOrPattern)) {
    throw new UsageError(`${name}: "redact" is no list of texts and regular expressions.`);
  }
  if (!Array.isArray(headers) || !headers.every((one) => typeof one === 'string')) {
    throw new UsageError(`${name}: "headers" is no list of names.`);
  }
  return { redact, headers };
}

function isTextOrPattern(value: unknown): value is string | RegExp {
  // One of another realm is no instance of this one's RegExp.
  return (typeof value === 'string' && value !== '') || Object.prototype.toString.call(value) === '[object RegExp]';
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeAll } from '../../../src/adapters/decodeAll.ts';
import { detectFormat, type FormatName, formats } from '../../../src/adapters/index.ts';
import { chunkBytes, parseReel } from '../../../src/reel/index.ts';
import { neutralLog } from './fromEvents.ts';
import type { NeutralLog } from './log.ts';

/** A recorded run: the bytes of its stream, and what reads them. */
export interface Recording {
  readonly name: string;
  readonly format: FormatName;
  readonly bytes: Uint8Array;
}

const FIXTURES = 'fixtures';
const REEL = '.reel.jsonl';
/** Raw logs that are no fixtures, where somebody has them beside the repository. */
const RAW_LOGS = path.join('..', 'shared', 'recordings');

/** All recorded runs that can be read; raw logs only where no fixture was made of them. */
export function recordings(): Recording[] {
  const fixtures = filesIn(FIXTURES, /\.reel\.jsonl$/).flatMap(fixture);
  const known = new Set(fixtures.map(({ bytes }) => Buffer.from(bytes).toString('latin1')));
  const raw = filesIn(RAW_LOGS, /\.(jsonl|sse)$/).flatMap(rawLog);
  return [...fixtures, ...raw.filter(({ bytes }) => !known.has(Buffer.from(bytes).toString('latin1')))];
}

function filesIn(folder: string, name: RegExp): string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => name.test(file)).map((file) => path.join(folder, file));
}

/** A recorded run of this repository, by its path in `fixtures/` without the ending. */
export function fixtureNamed(name: string): Recording {
  const [found] = fixture(path.join(FIXTURES, `${name}${REEL}`));
  if (!found) throw new Error(`The format of "${name}" is not known.`);
  return found;
}

function fixture(file: string): Recording[] {
  const { header, lines } = parseReel(readFileSync(file, 'utf8'));
  const format = formats.find((name) => name === header.format);
  if (!format) return [];
  const chunks = lines.flatMap((line) => (line.kind === 'o' || line.kind === 'b' ? [chunkBytes(line)] : []));
  return [{ name: nameOf(FIXTURES, file, REEL), format, bytes: Buffer.concat(chunks) }];
}

function rawLog(file: string): Recording[] {
  // The timed copies and what the client sent lie beside the streams.
  if (/\.(timed|client)\.jsonl$/.test(file)) return [];
  const bytes = readFileSync(file);
  const format = detectFormat(bytes.toString('utf8', 0, 64 * 1024));
  return format ? [{ name: nameOf(RAW_LOGS, file, ''), format, bytes }] : [];
}

const nameOf = (folder: string, file: string, ending: string) =>
  path.relative(folder, file).slice(0, ending === '' ? undefined : -ending.length);

/** What a recorded run said, in no library's format. */
export const logOf = ({ format, bytes }: Recording): NeutralLog => neutralLog(decodeAll(format, [bytes]));

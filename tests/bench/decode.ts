import { createDecoder, type FormatName } from '../../src/adapters/index.ts';
import { emptyThread, reduce, type Thread } from '../../src/logic/index.ts';
import { cpuOf, median } from './cpu.ts';
import { withFreshIds } from './freshIds.ts';
import { recordings } from './neutral/recorded.ts';
import { foldShown } from './shown.ts';

/** What reading a stream cost, from its bytes to what is shown, beside parsing its lines and nothing else. */
export interface Decoded {
  readonly format: string;
  /** How often the recorded stream was read, each time with ids of its own. */
  readonly copies: number;
  readonly bytes: number;
  readonly rounds: number;
  /** Milliseconds of CPU time. */
  readonly shown: number;
  readonly parsed: number;
}

/** What a read of a connection may bring. */
const CHUNK = 16 * 1024;
const LEAST_BYTES = 50 * 1024;
const PAIRS = 15;
const QUICK_PAIRS = 3;
/** Milliseconds that a sample takes at least, so that it can be told from noise. */
const SAMPLE = 20;
const WARM_UP = 5;

/** Reads a recorded stream both ways, in turns; a stream that is too short several times. */
export function decode({ of, quick }: { readonly of: string; readonly quick: boolean }): Decoded {
  const recording = recordings().find(({ name }) => name === of);
  if (!recording) throw new Error(`No recorded run "${of}".`);
  const { format, bytes } = recording;
  const count = Math.ceil(LEAST_BYTES / bytes.length);
  const copies = Array.from({ length: count }, (_, nth) => chunksOf(nth === 0 ? bytes : withFreshIds(bytes, nth)));
  const show = () => shownOf(format, copies);
  const parse = () => copies.reduce((sum, chunks) => sum + parsedOf(chunks), 0);

  const { length: rounds } = show().rounds;
  if (parse() === 0) throw new Error(`No line of "${of}" is JSON.`);
  const times = Math.ceil(SAMPLE / Math.max(0.1, cpuOf(parse)));
  const repeat = (action: () => unknown) => () => {
    for (let i = 0; i < times; i++) action();
  };
  const pairs = Array.from({ length: WARM_UP + (quick ? QUICK_PAIRS : PAIRS) }, () => [
    cpuOf(repeat(show)) / times,
    cpuOf(repeat(parse)) / times,
  ]).slice(WARM_UP);
  const middle = (nth: number) => median(pairs.map((pair) => pair[nth] ?? Number.NaN));
  const all = copies.flat().reduce((sum, chunk) => sum + chunk.length, 0);
  return { format, copies: count, bytes: all, rounds, shown: middle(0), parsed: middle(1) };
}

function chunksOf(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / CHUNK);
  return Array.from({ length: count }, (_, i) => bytes.subarray(i * CHUNK, (i + 1) * CHUNK));
}

/** One stream after the other in one thread, each opened by the user's words. */
function shownOf(format: FormatName, streams: readonly (readonly Uint8Array[])[]): Thread {
  let thread = emptyThread;
  for (const [nth, chunks] of streams.entries()) {
    thread = reduce(thread, { type: 'user_message', text: 'Go on.', id: `prompt-${nth}` });
    const decoder = createDecoder(format);
    for (const chunk of chunks) thread = decoder.push(chunk).reduce(foldShown, thread);
    thread = decoder.end().reduce(foldShown, thread);
  }
  return thread;
}

const NEWLINE = /\r?\n/;

/** UTF-8, lines, JSON: how many lines could be parsed. */
function parsedOf(chunks: readonly Uint8Array[]): number {
  const utf8 = new TextDecoder();
  let rest = '';
  let count = 0;
  const read = (line: string) => {
    const text = line.startsWith('data:') ? line.slice('data:'.length) : line;
    if (!text.trimStart().startsWith('{')) return;
    JSON.parse(text);
    count++;
  };
  for (const chunk of chunks) {
    const lines = (rest + utf8.decode(chunk, { stream: true })).split(NEWLINE);
    rest = lines.pop() ?? '';
    for (const line of lines) read(line);
  }
  if (rest !== '') read(rest);
  return count;
}

import type { StoryContext, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { replayHandlers } from '../../../src/msw/index.ts';
import { type Fault, isLossless, parseReel, type Reel, timelineOf, withFaults } from '../../../src/reel/index.ts';
import { problemsOf, type Received } from '../../conformance/faultRuns.ts';

const files = import.meta.glob<string>('../../../fixtures/**/*.reel.jsonl', { query: '?raw', import: 'default' });

const loaded = new Map<string, Reel>();

/** The recorded runs, read once for all stories of a page. */
async function fixtures(): Promise<ReadonlyMap<string, Reel>> {
  for (const [path, load] of Object.entries(files)) {
    const name = path.replace(/^.*fixtures\//, '');
    if (!loaded.has(name)) loaded.set(name, parseReel(await load()));
  }
  return loaded;
}

/** Places differ where something is lost. */
const seedsOf = (fault: Fault) => (isLossless(fault) ? [1] : [1, 2]);

/**
 * Every fixture under one fault, each as a real fetch through the service worker. What the bytes are is compared with
 * what the fault makes of them; the rest is what `problemsOf` says.
 */
export function faultStory(fault: Fault): StoryObj {
  return {
    name: fault.name,
    render: () => <p>{fault.name}</p>,
    async play(context) {
      const reels = await fixtures();
      let runs = 0;
      for (const [name, reel] of reels) {
        for (const seed of seedsOf(fault)) {
          runs += 1;
          const received = await fetched(context, reel, fault, seed);
          const problems = [...byteProblems(withFaults(reel, [fault], seed), received)];
          problems.push(...problemsOf(reel, fault, received, seed === 1));
          // Not one expectation a run: each would be a row in the panel.
          if (problems.length > 0) await expect({ name, seed, problems }).toEqual({ name, seed, problems: [] });
        }
      }
      await expect(runs).toBe(reels.size * seedsOf(fault).length);
      console.log(`${reels.size} fixtures x ${fault.name} x browser: ${runs} runs.`);
    },
  };
}

let served = 0;

async function fetched({ msw }: StoryContext, reel: Reel, fault: Fault, seed: number): Promise<Received> {
  served += 1;
  const url = `/api/faults/${served}`;
  const session = new AbortController();
  msw.use(...replayHandlers(reel, { url, faults: [fault], seed, speed: 'instant', signal: session.signal }));
  const { status, body } = await fetch(url, { method: 'POST' });
  const chunks: Uint8Array[] = [];
  const reader = body?.getReader();
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) chunks.push(read.value);
    return { status, chunks, isCut: false };
  } catch {
    return { status, chunks, isCut: true };
  } finally {
    session.abort();
    msw.resetHandlers();
  }
}

/** The bytes are all there, in order; of a connection that was lost the browser may drop the last. */
function* byteProblems(faulty: Reel, { chunks, isCut, status }: Received): Generator<string> {
  const sent = joined(timelineOf(faulty).chunks.map(({ bytes }) => bytes));
  const got = joined(chunks);
  if (!got.every((byte, i) => byte === sent[i])) yield 'the bytes are others';
  if (got.length !== sent.length && !isCut) yield `${got.length} bytes instead of ${sent.length}`;
  const cause = timelineOf(faulty).end.cause;
  if (isCut !== (cause !== 'eof' && cause !== 'exit'))
    yield `the body ${isCut ? 'errored' : 'ended'}, the reel ends by ${cause}`;
  const headers = faulty.lines.find((line) => line.kind === 'h');
  if (headers && headers.status !== status) yield `the status is ${status}`;
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

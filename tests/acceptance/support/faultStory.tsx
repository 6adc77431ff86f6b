import type { StoryContext, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { replayHandlers } from '../../../src/msw/index.ts';
import {
  createPlayer,
  type Fault,
  isCut,
  parseReel,
  type Reel,
  timelineOf,
  withFaults,
} from '../../../src/reel/index.ts';
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
      for (const [name, reel] of reels) {
        const received = await fetched(context, reel, fault);
        const problems = [...byteProblems(withFaults(reel, [fault], SEED), received)];
        problems.push(...problemsOf(reel, fault, received, true));
        // Not one expectation a run: each would be a row in the panel.
        if (problems.length > 0) await expect({ name, problems }).toEqual({ name, problems: [] });
      }
      await expect(reels.size).toBeGreaterThan(0);
      console.log(`${reels.size} fixtures x ${fault.name} x browser.`);
    },
  };
}

/** One of those that Node tries. */
const SEED = 2;

let served = 0;

async function fetched({ msw }: StoryContext, reel: Reel, fault: Fault): Promise<Received> {
  served += 1;
  const url = `/api/faults/${served}`;
  const session = new AbortController();
  const run = withFaults(reel, [fault], SEED);
  const hold = holdTheEnd(run);
  msw.use(
    ...(hold
      ? replayHandlers(run, { url, player: hold.player })
      : replayHandlers(reel, { url, faults: [fault], seed: SEED, speed: 'instant', signal: session.signal })),
  );
  const { status, body } = await fetch(url, { method: 'POST' });
  const chunks: Uint8Array[] = [];
  const reader = body?.getReader();
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      chunks.push(read.value);
      hold?.hear(read.value.length);
    }
    return { status, chunks, isCut: false };
  } catch {
    return { status, chunks, isCut: true };
  } finally {
    session.abort();
    hold?.player.dispose();
    msw.resetHandlers();
  }
}

/**
 * Lets the cut of a stream come when all but the last chunk were read: with a connection that is lost the browser drops
 * what it has not handed over yet, and of an instant replay that may be all.
 */
function holdTheEnd(run: Reel) {
  const { chunks, end } = timelineOf(run);
  if (!isCut(end.cause)) return undefined;
  const player = createPlayer(run);
  let left = chunks.slice(0, -1).reduce((sum, { bytes }) => sum + bytes.length, 0);
  const hear = (length: number) => {
    left -= length;
    if (left <= 0) player.seek(chunks.length);
  };
  player.seek(Math.max(0, chunks.length - 1));
  hear(0);
  return { player, hear };
}

/** The bytes are all there, in order; of a connection that was lost the browser may drop the last. */
function* byteProblems(faulty: Reel, received: Received): Generator<string> {
  const sent = joined(timelineOf(faulty).chunks.map(({ bytes }) => bytes));
  const got = joined(received.chunks);
  if (!got.every((byte, i) => byte === sent[i])) yield 'the bytes are others';
  if (got.length !== sent.length && !received.isCut) yield `${got.length} bytes instead of ${sent.length}`;
  const { cause } = timelineOf(faulty).end;
  if (received.isCut !== isCut(cause))
    yield `the body ${received.isCut ? 'errored' : 'ended'}, the reel ends by ${cause}`;
  const headers = faulty.lines.find((line) => line.kind === 'h');
  if (headers && headers.status !== received.status) yield `the status is ${received.status}`;
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

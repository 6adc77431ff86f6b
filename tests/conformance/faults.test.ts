import { readFileSync } from 'node:fs';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replayHandlers } from '../../src/msw/index.ts';
import { withFaults } from '../../src/reel/faults/withFaults.ts';
import {
  type Fault,
  faultNames,
  isCut,
  isLossless,
  parseReel,
  play,
  type Reel,
  ReelCut,
  timelineOf,
} from '../../src/reel/index.ts';
import { recordedResponse } from '../../src/reel/recordedResponse.ts';
import { recordings } from '../fuzz/recordings.ts';
import { problemsOf, type Received } from './faultRuns.ts';

const reels = recordings.toSorted().map((name) => [name, parseReel(readFileSync(`fixtures/${name}`, 'utf8'))] as const);

/** Places differ where something is lost; the first seed is looked at closely. */
const seedsOf = (fault: Fault) => (isLossless(fault) ? [1] : Array.from({ length: 6 }, (_, i) => i + 1));

/** Of larger reels so many bytes come one by one. */
const BYTEWISE = 200_000;
const faultNamed = (name: Fault['name']): Fault =>
  name === 'one-byte' ? { name, bytes: BYTEWISE, at: { share: 0 } } : { name };

/** What the engine gives. */
async function received(reel: Reel, fault: Fault, seed: number): Promise<Received> {
  const run = withFaults(reel, [fault], seed);
  const chunks: Uint8Array[] = [];
  const { status } = recordedResponse(run);
  try {
    for await (const chunk of play(run, { speed: 'instant' })) chunks.push(chunk);
    return { status, chunks, isCut: false };
  } catch (problem) {
    if (!(problem instanceof ReelCut)) throw problem;
    return { status, chunks, isCut: true };
  }
}

describe(`R7.4, R7.5: ${reels.length} fixtures x ${faultNames.length} faults x Node`, { timeout: 120_000 }, () => {
  let runs = 0;
  afterAll(() => console.log(`${reels.length} fixtures x ${faultNames.length} faults x Node: ${runs} runs.`));

  describe.each(faultNames)('%s', (name) => {
    const fault = faultNamed(name);
    it.each(reels)('%s', async (_, reel) => {
      for (const seed of seedsOf(fault)) {
        runs += 1;
        expect(problemsOf(reel, fault, await received(reel, fault, seed), seed === 1), `seed ${seed}`).toEqual([]);
      }
    });
  });
});

describe('R7.5: a cut stream replays as a cut, over fetch in Node', () => {
  const server = setupServer();
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterAll(() => server.close());

  async function fetched(reel: Reel, fault: Fault): Promise<Received> {
    const url = 'http://agent.test/run';
    server.resetHandlers(...replayHandlers(reel, { url, faults: [fault], seed: 3, speed: 'instant' }));
    const { status, body } = await fetch(url, { method: 'POST' });
    const chunks: Uint8Array[] = [];
    try {
      for await (const chunk of body ?? []) chunks.push(chunk);
      return { status, chunks, isCut: false };
    } catch {
      return { status, chunks, isCut: true };
    }
  }

  describe.each(['reset', 'truncate', 'http-error'] as const)('%s', (name) => {
    it.each(reels)('%s', async (_, reel) => {
      const got = await fetched(reel, { name });
      expect(got).toEqual(await received(reel, { name }, 3));
      expect([got.isCut, got.status]).toEqual([name === 'reset', name === 'http-error' ? 503 : 200]);
      expect(problemsOf(reel, { name }, got, false)).toEqual([]);
    });
  });

  it('a reel that was cut is one, without any fault', async () => {
    const cut = reels.filter(([, reel]) => isCut(timelineOf(reel).end.cause));
    expect(cut.length).toBeGreaterThan(0);
    for (const [name, reel] of cut) expect((await fetched(reel, { name: 'slow' })).isCut, name).toBe(true);
  });
});

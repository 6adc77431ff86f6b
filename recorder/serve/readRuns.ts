import type { Reel } from '../../src/reel/index.ts';
import { titleOfFile } from '../capture/facts.ts';
import { findRuns } from '../import/findRuns.ts';
import { STEADY_PACE } from '../import/pace.ts';
import { reelOf } from '../import/run.ts';
import { isReel, readInput, reelIn } from '../input.ts';
import type { Io } from '../io.ts';

/** A run that a file holds. */
export interface FileRun {
  /** As the caller named it. */
  readonly file: string;
  /** Tells the runs of one file apart, where it has several. */
  readonly name?: string;
  readonly reel: Reel;
}

/**
 * The runs in a file: a reel, or what `runreel import` makes reels of.
 * @throws {UsageError}
 */
export async function readRuns(file: string, io: Io): Promise<readonly FileRun[]> {
  const input = await readInput(file, io);
  if (isReel(input)) return [{ file, reel: reelIn(input) }];
  const runs = findRuns(input, { step: STEADY_PACE }, (sentence) => io.err(`runreel: ${sentence}\n`));
  return runs.map((run) => ({
    file,
    ...(run.name === undefined ? {} : { name: run.name }),
    reel: reelOf(run, {
      agent: { name: run.agent ?? run.format, version: 'unknown' },
      title: run.title ?? titleOfFile(file),
      recordedAt: run.startedAt ?? input.date.toISOString(),
    }),
  }));
}

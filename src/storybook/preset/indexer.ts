import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Indexer } from 'storybook/internal/types';
import { formatOf, parseReel, ReelError } from '../../reel/index.ts';

export const REEL_FILE = /\.reel\.jsonl$/;

/** Where the stories of a reel stand in the sidebar, and what is wrong with a file that cannot be played. */
export interface ReelEntry {
  readonly title: string;
  readonly name: string;
  readonly problem?: string;
}

/** Under its agent, by its title; a file that is no reel of a known format is shown with the reason (SPEC section 8). */
export async function entryOf(file: string): Promise<ReelEntry> {
  const fileName = basename(file).replace(REEL_FILE, '');
  try {
    const reel = parseReel(await readFile(file, 'utf8'));
    formatOf(reel);
    const { agent, title } = reel.header;
    return placedAt(agent.name, title || fileName);
  } catch (error) {
    if (!(error instanceof ReelError)) throw error;
    return { ...placedAt('Unreadable', fileName), problem: `${basename(file)}: ${error.message}` };
  }
}

function placedAt(...parts: readonly [agent: string, run: string]): ReelEntry {
  const [agent, name] = parts.map((part) => part.replaceAll('/', '-'));
  return { title: `Runs/${agent}/${name}`, name: name ?? '' };
}

/**
 * Every reel is a story: drop a file in, it is there. The second entry, which the sidebar does not
 * show, is the test that the run plays to its end.
 */
export const reelIndexer: Indexer = {
  test: REEL_FILE,
  createIndex: async (fileName) => {
    const { title, name, problem } = await entryOf(fileName);
    const entry = { type: 'story', importPath: fileName, title } as const;
    const tags = ['reel', '!autodocs'];
    const replay = { ...entry, exportName: 'Replay', name, tags: [...tags, 'dev', '!test'] };
    const test = { ...entry, exportName: 'PlaysToItsEnd', name: 'Plays to its end', tags: [...tags, 'test', '!dev'] };
    return problem === undefined ? [replay, test] : [{ ...replay, tags: ['dev', '!test', '!autodocs'] }];
  },
};

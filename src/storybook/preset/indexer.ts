import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Indexer } from 'storybook/internal/types';
import { parseReel } from '../../reel/index.ts';

export const REEL_FILE = /\.reel\.jsonl$/;

/** Where the story of a reel stands in the sidebar: under its agent, by its title. */
export async function storyTitle(file: string): Promise<string> {
  const { agent, title } = parseReel(await readFile(file, 'utf8')).header;
  const name = title || basename(file).replace(REEL_FILE, '');
  return ['Runs', agent.name, name].map((part) => part.replaceAll('/', '-')).join('/');
}

/**
 * Every reel is a story: drop a file in, it is there. The second entry, which the sidebar does not
 * show, is the test that the run plays to its end.
 */
export const reelIndexer: Indexer = {
  test: REEL_FILE,
  createIndex: async (fileName) => {
    const title = await storyTitle(fileName);
    const entry = { type: 'story', importPath: fileName, title } as const;
    return [
      {
        ...entry,
        exportName: 'Replay',
        name: title.slice(title.lastIndexOf('/') + 1),
        tags: ['dev', 'reel', '!test', '!autodocs'],
      },
      { ...entry, exportName: 'PlaysToItsEnd', name: 'Plays to its end', tags: ['!dev', 'reel', 'test', '!autodocs'] },
    ];
  },
};

import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { entryOf, REEL_FILE, type ReelEntry } from './indexer.ts';

const story = fileURLToPath(new URL('../reelStory.tsx', import.meta.url));

/** Lets Vite take a reel for a module of stories: the one to watch and the one that tests. */
export function reelModules(): Plugin {
  return {
    name: 'runreel:reel-stories',
    enforce: 'pre',
    async load(id) {
      // With a query it is the text of the file that is wanted.
      if (!REEL_FILE.test(id)) return null;
      this.addWatchFile(id);
      return { code: moduleOf(id, await entryOf(id)), map: null, moduleType: 'js' };
    },
  };
}

/** Storybook's test runner reads the code before it runs: title and exports must stand in it literally. */
function moduleOf(file: string, { title, name, problem }: ReelEntry): string {
  if (problem !== undefined) {
    return `const meta = { title: ${JSON.stringify(title)} };
export default meta;
export const Replay = { name: ${JSON.stringify(name)}, tags: ['!test'], render: () => ${JSON.stringify(problem)} };
`;
  }
  return `import text from ${JSON.stringify(`${file}?raw`)};
import { ReplayedRun, reelStory, playsToItsEnd } from ${JSON.stringify(story)};
const meta = { title: ${JSON.stringify(title)}, component: ReplayedRun, parameters: { layout: 'fullscreen' } };
export default meta;
export const Replay = { ...reelStory(text, { playing: true }), name: ${JSON.stringify(name)}, tags: ['!test'] };
export const PlaysToItsEnd = { ...reelStory(text, { steadyMs: 0 }), name: 'Plays to its end', tags: ['!dev'], play: playsToItsEnd };
`;
}

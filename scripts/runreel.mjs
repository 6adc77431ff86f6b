import path from 'node:path';
import { ensureInstalled } from './install.mjs';
import { root } from './run.mjs';

// The program `runreel` from its sources, without a build before: npm run runreel -- import …
await ensureInstalled();
const { runnerImport } = await import('vite');
/** @type {{ module: typeof import('../recorder/cli.ts') }} */
const { module } = await runnerImport(path.join(root, 'recorder', 'cli.ts'), { configFile: false });
process.exitCode = await module.main(process.argv.slice(2));

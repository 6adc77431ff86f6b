import path from 'node:path';
import { ensureInstalled } from './install.mjs';
import { root } from './run.mjs';

// The program `runreel` from its sources, without a build before: npm run runreel -- import …
await ensureInstalled();
const { createServer } = await import('vite');
// It stays open while the program runs: commands load what is large when they need it.
const sources = await createServer({
  root,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const program = /** @type {typeof import('../recorder/cli.ts')} */ (
  await sources.ssrLoadModule(path.join(root, 'recorder', 'cli.ts'))
);
try {
  process.exitCode = await program.main(process.argv.slice(2));
} finally {
  await sources.close();
}

import { ensureInstalled } from './install.mjs';
import { programOf, run } from './run.mjs';

// Storybook in the reader's browser; in a script or on a server it only serves.
try {
  await ensureInstalled();
  const own = process.argv.slice(2);
  const port = own.some((arg) => arg === '-p' || arg.startsWith('--port')) ? [] : ['-p', '6006'];
  const quiet = process.stdout.isTTY && !process.env['CI'] ? [] : ['--ci'];
  process.exitCode = await run(process.execPath, [
    programOf('storybook'),
    'dev',
    ...port,
    ...quiet,
    '--no-version-updates',
    ...own,
  ]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runNpm } from '../../../scripts/run.mjs';

/** The folder that the peers live in; nothing of it is committed. */
const FOLDER = path.join('.cache', 'bench', 'peers');

/** Exact versions that run on Node 20; the last two are what the others ask for. */
const PACKAGES: Readonly<Record<string, string>> = {
  'assistant-stream': '0.3.57',
  '@ai-sdk/react': '3.0.328',
  '@ag-ui/client': '1.0.0',
  ai: '6.0.326',
  react: '19.3.1',
  rxjs: '7.8.1',
};

/** Installs the peers where they are not; says whether they are there then. */
export async function installPeers(): Promise<boolean> {
  if (areInstalled()) return true;
  mkdirSync(FOLDER, { recursive: true });
  const manifest = { private: true, type: 'module', dependencies: PACKAGES };
  writeFileSync(path.join(FOLDER, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  // Without a network npm is to give up soon, and the bench says so in its own words.
  const network = ['--loglevel=silent', '--fetch-retries=0', '--fetch-timeout=30000'];
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', ...network];
  await runNpm(args, { cwd: FOLDER, quiet: true });
  return areInstalled();
}

const areInstalled = () => Object.entries(PACKAGES).every(([name, version]) => installedVersion(name) === version);

/** The version of a peer as it lies there. */
export function installedVersion(name: string): string | undefined {
  try {
    const file = path.join(FOLDER, 'node_modules', name, 'package.json');
    const { version }: { version?: string } = JSON.parse(readFileSync(file, 'utf8'));
    return version;
  } catch {
    return undefined;
  }
}

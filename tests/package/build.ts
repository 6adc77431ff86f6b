import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import manifest from '../../package.json' with { type: 'json' };
import { programOf, root, runNpm } from '../../scripts/run.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The packed package. */
    tarball: string;
    /** A folder where the package and what it declares are installed, and nothing else of this repository. */
    consumer: string;
  }
}

/** Builds and packs the package as for a release, and installs it into an empty app. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'runreel-package-'));
  execFileSync(process.execPath, [programOf('tsdown'), '--logLevel', 'error'], { cwd: root, stdio: 'inherit' });
  if ((await runNpm(['pack', '--pack-destination', folder], { quiet: true })) !== 0)
    throw new Error('npm pack failed.');
  const tarball = path.join(folder, `${manifest.name}-${manifest.version}.tgz`);

  const modules = path.join(folder, 'app', 'node_modules');
  const installed = path.join(modules, manifest.name);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components', '1']);
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  for (const name of [...declared, '@types/react', '@types/react-dom', '@types/node']) link(name, modules);

  project.provide('tarball', tarball);
  project.provide('consumer', path.dirname(modules));
  return () => rmSync(folder, { recursive: true });
}

function link(name: string, modules: string) {
  const target = path.join(modules, name);
  mkdirSync(path.dirname(target), { recursive: true });
  symlinkSync(path.join(root, 'node_modules', name), target, 'junction');
}

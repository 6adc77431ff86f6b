import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { programOf, root } from '../../scripts/run.mjs';
import { limits, measure, sizeLine } from '../../scripts/size.mjs';

const entries = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target === 'string' && target.endsWith('.js') ? [name.replace('.', manifest.name)] : [],
);

/** A program of node_modules; its output comes with the error when it fails. */
async function check(program: string, args: readonly string[], cwd = root) {
  try {
    await promisify(execFile)(process.execPath, [program, ...args], { cwd });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${path.basename(program)} ${args.join(' ')}\n${stdout ?? ''}${stderr ?? ''}`, { cause: error });
  }
}

describe('the packed package', () => {
  it('has an entry for every part of src that has an index, and a part for every entry', () => {
    const entryFolders = ['adapters', 'logic', 'msw', 'reel', 'server', 'storybook'];
    const parts = readdirSync(path.join(root, 'src')).filter(
      (folder) => entryFolders.includes(folder) && existsSync(path.join(root, 'src', folder, 'index.ts')),
    );
    expect(entries.toSorted()).toEqual(['runreel', ...parts.map((part) => `runreel/${part}`)].toSorted());
  });

  it('is clean for publint', () => check(programOf('publint'), ['--strict', inject('tarball')]));

  it('gives every resolver the right types', () =>
    check(programOf('@arethetypeswrong/cli', 'attw'), [inject('tarball'), '--profile', 'esm-only']));

  it('holds the built files and nothing of the sources', () => {
    const files = execFileSync('tar', ['-tzf', inject('tarball')], { encoding: 'utf8' }).split('\n');
    expect(files).toContain('package/dist/styles.css');
    expect(files).toContain('package/dist/locales/de.json');
    expect(files.filter((file) => /\/(src|tests|scripts|fixtures)\/|\.(test|stories)\./.test(file))).toEqual([]);
  });

  it.each(entries)('%s can be imported', async (entry) => {
    const file = path.join(inject('consumer'), 'import.mjs');
    writeFileSync(
      file,
      `const all = await import('${entry}'); if (Object.keys(all).length === 0) throw new Error('empty');\n`,
    );
    await check(file, [], inject('consumer'));
  });

  it('has the program runreel, also behind the link that npm makes for it', () => {
    const link = path.join(inject('consumer'), 'runreel');
    symlinkSync(path.join('node_modules', 'runreel', manifest.bin.runreel), link);
    expect(execFileSync(process.execPath, [link, '--help'], { encoding: 'utf8' })).toContain(
      'import [options] <log...>',
    );
  });
});

describe('an app under nodenext', () => {
  it('type-checks every entry, the styles and the examples of the documentation', async () => {
    const folder = inject('consumer');
    const documents = ['README.md', 'docs/formats.md'].map((name) => readFileSync(path.join(root, name), 'utf8'));
    const examples = documents.join('\n').matchAll(/```tsx\n(.*?)```/gs);
    let written = 0;
    for (const [, code = ''] of examples) {
      writeFileSync(path.join(folder, `example${written}.tsx`), `${code}\nexport {};\n`);
      written += 1;
    }
    expect(written).toBeGreaterThan(0);
    const imports = entries.map((entry, at) => `import * as entry${at} from '${entry}';\nvoid entry${at};\n`);
    writeFileSync(path.join(folder, 'entries.ts'), [...imports, "import 'runreel/styles.css';\n"].join(''));
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module", "private": true }\n');
    const compilerOptions = {
      ...{ target: 'es2022', module: 'nodenext', moduleResolution: 'nodenext', jsx: 'react-jsx' },
      ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, types: ['node'] },
      ...{ lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'] },
    };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts', '*.tsx'] }));
    await check(programOf('typescript', 'tsc'), ['-p', folder], folder);
  });
});

describe('size, min and gzip', () => {
  it.each(limits)('$entry: at most $limit bytes', async ({ entry, limit, without }) => {
    const size = await measure(entry, without);
    console.log(sizeLine(entry, limit, size));
    expect(size.bytes).toBeLessThanOrEqual(limit);
    if (entry.includes('logic')) expect(size.imports).toEqual([]);
  });
});

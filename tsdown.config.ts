import { defineConfig } from 'tsdown';
import { exports } from './package.json' with { type: 'json' };

/** The entries are those of package.json: `./logic` is `src/logic/index.ts`, and `.` is `src/index.ts`. */
const entries = Object.entries(exports).flatMap(([name, target]) => {
  if (typeof target !== 'string' || !target.endsWith('.js')) return [];
  const part = name.slice('./'.length);
  return [part === '' ? ['index', 'src/index.ts'] : [part, `src/${part}/index.ts`]];
});

export default defineConfig([
  {
    entry: Object.fromEntries(entries),
    platform: 'neutral',
    target: 'es2022',
    dts: true,
    sourcemap: true,
    css: { fileName: 'styles.css' },
    copy: [{ from: 'src/i18n/locales', to: 'dist' }],
  },
  {
    entry: { cli: 'recorder/cli.ts' },
    platform: 'node',
    target: 'node20.19',
    dts: false,
    fixedExtension: false,
  },
]);

import { defineConfig } from 'tsdown';
import { exports } from './package.json' with { type: 'json' };

/** The entries are package.json's: `./logic` is `src/logic/index.ts`, and `.` is `src/index.ts`. */
const entries = Object.entries(exports).flatMap(([name, target]) => {
  if (typeof target !== 'string' || !target.endsWith('.js')) return [];
  return [[name === '.' ? 'index' : name.slice(2), `src/${name.slice(2)}/index.ts`.replace('//', '/')] as const];
});

export default defineConfig({
  entry: Object.fromEntries(entries),
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  dts: true,
  sourcemap: true,
  css: { fileName: 'styles.css' },
  copy: [{ from: 'src/i18n/locales', to: 'dist' }],
});

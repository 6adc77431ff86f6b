// node recorder/scenarios/cline.mjs [scenario]
import { main } from './harness/main.mjs';
import * as odmiana from './stories/odmiana.mjs';

/** @param {import('./harness/program.ts').Stage} stage */
const start = async ({ model, installed, prompt, record, run }) => {
  const cline = `${installed}/@cline/cli-linux-x64/bin/cline`;
  const env = { CLINE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', CLINE_NO_AUTO_UPDATE: '1' };
  const signIn = [cline, 'auth', '-p', 'openai-compatible', '-k', 'none', '-m', 'loop-1', '-b', `${model}/v1`];
  await run(signIn, env);
  return await record([cline, '--json', '--thinking', 'medium', prompt], env);
};

await main(import.meta.url, {
  name: 'Cline',
  installed: 'cline',
  packages: ['cline@3.0.65'],
  tools: {
    shell: (command) => ['run_commands', { commands: [command] }],
    read: (path, root) => ['read_files', { files: [{ path: `${root}/${path}` }] }],
    write: (path, content, root) => ['editor', { path: `${root}/${path}`, new_text: content }],
    edit: (path, from, to, root) => ['editor', { path: `${root}/${path}`, old_text: from, new_text: to }],
  },
  scenarios: {
    'cline/polish-plurals': { title: 'Polish plural forms', format: 'cline', story: odmiana.plurals, run: start },
    'cline/look-around': {
      ...{ title: 'Look around, in Polish', format: 'cline', overloadStatus: 503 },
      story: odmiana.lookAround,
      run: start,
    },
  },
});

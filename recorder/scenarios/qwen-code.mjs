// node recorder/scenarios/qwen-code.mjs [scenario]
import { main } from './harness/main.mjs';
import * as tianqi from './stories/tianqi.mjs';

/** @param {import('./harness/program.ts').Stage} stage */
const run = ({ settings, model, installed, prompt, record }) => {
  settings('.qwen/settings.json', {
    security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: false } },
    general: { enableAutoUpdate: false, disableAutoUpdate: true },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
  });
  const qwen = ['node', `${installed}/@qwen-code/qwen-code/cli.js`];
  const options = ['--output-format', 'stream-json', '--include-partial-messages', '--approval-mode', 'yolo'];
  const env = { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: 'qwen3-coder-plus' };
  return record([...qwen, '-p', prompt, ...options], env);
};

const format = 'claude-stream-json';

await main(import.meta.url, {
  name: 'Qwen Code',
  installed: 'qwen-code',
  packages: ['@qwen-code/qwen-code@0.15.10'],
  tools: {
    shell: (command, description) => ['run_shell_command', { command, description, is_background: false }],
    read: (path, root) => ['read_file', { file_path: `${root}/${path}` }],
    write: (path, content, root) => ['write_file', { file_path: `${root}/${path}`, content }],
    edit: (path, from, to, root) => ['edit', { file_path: `${root}/${path}`, old_string: from, new_string: to }],
    delegate: (description, prompt) => ['agent', { description, prompt, subagent_type: 'general-purpose' }],
  },
  scenarios: {
    'qwen-code/below-zero': { title: 'Fahrenheit below zero', format, story: tianqi.belowZero, run },
    'qwen-code/look-around': {
      ...{ title: 'Look around, ask a sub-agent', format, overloadStatus: 503 },
      story: tianqi.lookAround,
      run,
    },
    'qwen-code/connection-lost': {
      ...{ title: 'Connection lost while writing', format },
      story: tianqi.connectionLost,
      run,
    },
  },
});

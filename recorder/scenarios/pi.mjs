// node recorder/scenarios/pi.mjs [scenario]
import { main } from './harness/main.mjs';
import * as arqam from './stories/arqam.mjs';

/** @param {import('./harness/program.ts').Stage} stage */
const run = ({ settings, model, installed, prompt, record }) => {
  const name = 'claude-sonnet-4-5';
  settings('.pi/agent/models.json', {
    providers: {
      loop: {
        baseUrl: model,
        api: 'anthropic-messages',
        apiKey: 'none',
        models: [
          {
            id: name,
            name: 'Loop',
            reasoning: true,
            input: ['text'],
            contextWindow: 128_000,
            maxTokens: 32_000,
            cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
          },
        ],
      },
    },
  });
  const pi = ['node', `${installed}/@mariozechner/pi-coding-agent/dist/cli.js`, '--mode', 'json'];
  const env = { PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' };
  return record([...pi, '--provider', 'loop', '--model', name, '--thinking', 'medium', prompt], env);
};

const format = 'pi';

await main(import.meta.url, {
  name: 'pi',
  installed: 'pi',
  packages: ['@mariozechner/pi-coding-agent@0.73.1'],
  tools: {
    shell: (command) => ['bash', { command }],
    read: (path) => ['read', { path }],
    write: (path, content) => ['write', { path, content }],
    edit: (path, from, to) => ['edit', { path, edits: [{ oldText: from, newText: to }] }],
  },
  scenarios: {
    'pi/arabic-digits': { title: 'Arabic digits are not read', format, story: arqam.digits, run },
    'pi/look-around': { title: 'Look around, in Arabic', format, story: arqam.lookAround, run },
    'pi/connection-lost': {
      title: 'Connection lost while writing, then again',
      format,
      story: arqam.connectionLost,
      run,
    },
  },
});

// node recorder/scenarios/opencode.mjs [scenario]
import { userThinks } from './harness/jsonRpc.mjs';
import { main } from './harness/main.mjs';
import { readEvents } from './harness/sse.mjs';
import * as paginador from './stories/paginador.mjs';

/** @typedef {import('./harness/program.ts').Stage} Stage */

const PORT = 4096;
const env = {
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
};

/** @param {Stage} stage @param {unknown} permission @returns {string} the program */
function setUp({ settings, model, installed }, permission) {
  settings('.config/opencode/opencode.json', {
    autoupdate: false,
    share: 'disabled',
    permission,
    model: 'loop/loop-1',
    small_model: 'loop/loop-1',
    provider: {
      loop: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Loop',
        options: { baseURL: `${model}/v1`, apiKey: 'none' },
        models: {
          'loop-1': { name: 'loop-1', reasoning: true, tool_call: true, limit: { context: 128_000, output: 32_000 } },
        },
      },
    },
  });
  return `${installed}/opencode-linux-x64/bin/opencode`;
}

/** @param {Stage} stage */
const once = (stage) =>
  stage.record([setUp(stage, 'allow'), 'run', '--format', 'json', '--thinking', stage.prompt], env);

/** The server takes connections before it answers; what comes in between is never answered. @param {string} address */
async function healthy(address) {
  for (let i = 0; i < 20; i++) {
    const response = await fetch(`${address}/global/health`, { signal: AbortSignal.timeout(2000) }).catch(
      () => undefined,
    );
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/**
 * @param {{ permission?: unknown, reply?: 'once' | 'reject', stops?: boolean }} options `stops`: the user stops it while
 * a command writes
 */
const events =
  ({ permission = 'allow', reply = 'once', stops = false }) =>
  async (/** @type {Stage} */ stage) => {
    const opencode = setUp(stage, permission);
    const server = await stage.serve([opencode, 'serve', '--port', String(PORT), '--hostname', '127.0.0.1'], PORT, env);
    await healthy(server.address);
    const proxy = await stage.proxy(PORT);
    const stop = new AbortController();
    /** @param {string} path @param {unknown} [body] */
    const post = async (path, body = {}) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(server.address + path, { method: 'POST', headers, body: JSON.stringify(body) });
      const text = await response.text();
      if (!response.ok) console.error(`${path}: ${response.status} ${text}`);
      return text.startsWith('{') ? JSON.parse(text) : text;
    };
    const bus = await fetch(`${proxy.address}/event`, { signal: stop.signal });
    let id = '';
    let isStopping = false;
    const reading = readEvents(bus, {
      async onEvent({ type, properties }) {
        if (type === 'permission.asked') {
          await userThinks();
          await post(`/permission/${properties.id}/reply`, { reply });
        }
        const writes = properties?.part?.state?.metadata?.output?.includes('lote 3');
        if (stops && writes && !isStopping) {
          isStopping = true;
          await post(`/session/${id}/abort`);
        }
        // The bus never ends by itself.
        if (type === 'session.idle' && properties.sessionID === id) setTimeout(() => stop.abort(), 300);
      },
    });
    ({ id } = await post('/session'));
    await post(`/session/${id}/prompt_async`, { parts: [{ type: 'text', text: stage.prompt }] });
    await reading;
    await proxy.stop();
    await server.stop('SIGTERM');
  };

const ask = { edit: 'ask', bash: 'allow' };

await main(import.meta.url, {
  name: 'opencode',
  installed: 'opencode',
  packages: ['opencode-ai@1.18.33'],
  tools: {
    shell: (command, description) => ['bash', { command, description }],
    read: (path, root) => ['read', { filePath: `${root}/${path}` }],
    write: (path, content, root) => ['write', { filePath: `${root}/${path}`, content }],
    edit: (path, from, to, root) => ['edit', { filePath: `${root}/${path}`, oldString: from, newString: to }],
    delegate: (description, prompt) => ['task', { description, prompt, subagent_type: 'general' }],
  },
  scenarios: {
    'opencode-run/last-page': {
      ...{ title: 'The last page is lost', format: 'opencode-run' },
      story: paginador.fixedIt,
      run: once,
    },
    'opencode-events/look-around': {
      ...{ title: 'Look around, ask a sub-agent', format: 'opencode-events' },
      story: paginador.lookAround,
      run: events({}),
    },
    'opencode-events/connection-lost': {
      ...{ title: 'Connection lost while writing, then again', format: 'opencode-events' },
      story: paginador.connectionLost,
      run: events({}),
    },
    'opencode-events/permission-granted': {
      ...{ title: 'The last page is lost: permission granted', format: 'opencode-events' },
      story: paginador.fixedIt,
      run: events({ permission: ask }),
    },
    'opencode-events/permission-denied': {
      ...{ title: 'The last page is lost: permission denied', format: 'opencode-events' },
      story: paginador.denied,
      run: events({ permission: ask, reply: 'reject' }),
    },
    'opencode-events/cancelled': {
      ...{ title: 'Stopped while a command runs', format: 'opencode-events' },
      story: paginador.cancelled,
      run: events({ stops: true }),
    },
  },
});

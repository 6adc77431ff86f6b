// node recorder/scenarios/gemini-cli.mjs [scenario]
import { connect, userThinks } from './harness/jsonRpc.mjs';
import { main } from './harness/main.mjs';
import * as slug from './stories/slug.mjs';
import * as statusPage from './stories/statusPage.mjs';

/** @typedef {import('./harness/program.ts').Stage} Stage */

/** @param {Stage} stage @returns {{ gemini: string[], env: Record<string, string> }} */
function setUp({ settings, model, installed }) {
  settings('.gemini/settings.json', {
    security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
  });
  const gemini = ['node', `${installed}/@google/gemini-cli/bundle/gemini.js`, '-m', 'gemini-2.5-pro'];
  const env = { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: model, GEMINI_CLI_TRUST_WORKSPACE: 'true' };
  return { gemini, env };
}

/** @param {Stage} stage */
const once = (stage) => {
  const { gemini, env } = setUp(stage);
  return stage.record(
    [...gemini, '-p', stage.prompt, '--output-format', 'stream-json', '--approval-mode', 'yolo'],
    env,
  );
};

/** @param {{ allows?: boolean, stopsAfter?: number }} options `stopsAfter`: so many pieces of text */
const acp =
  ({ allows = true, stopsAfter = 0 }) =>
  async (/** @type {Stage} */ stage) => {
    const { gemini, env } = setUp(stage);
    let pieces = 0;
    let sessionId = '';
    const client = connect(stage.converse([...gemini, '--acp'], env), {
      envelope: { jsonrpc: '2.0' },
      async answer({ method, params }) {
        if (method !== 'session/request_permission') return undefined;
        await userThinks();
        const isChange = params.toolCall.kind === 'edit';
        const kind = allows || !isChange ? 'allow_once' : 'reject_once';
        const option = params.options.find((/** @type {any} */ one) => one.kind === kind);
        return { outcome: { outcome: 'selected', optionId: option.optionId } };
      },
      onTold({ params }) {
        if (params?.update?.sessionUpdate !== 'agent_message_chunk') return;
        pieces += 1;
        if (pieces === stopsAfter) client.tell('session/cancel', { sessionId });
      },
    });
    const clientCapabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
    const clientInfo = { name: 'scenario', title: 'Scenario', version: '1.0.0' };
    await client.ask('initialize', { protocolVersion: 1, clientInfo, clientCapabilities });
    await client.ask('authenticate', { methodId: 'gemini-api-key' });
    ({ sessionId } = await client.ask('session/new', { cwd: stage.root, mcpServers: [] }));
    await client.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text: stage.prompt }] });
    await client.close();
  };

await main(import.meta.url, {
  name: 'Gemini CLI',
  installed: 'gemini-cli',
  packages: ['@google/gemini-cli@0.61.0'],
  tools: {
    shell: (command, description) => ['run_shell_command', { command, description }],
    read: (path) => ['read_file', { file_path: path }],
    write: (path, content) => ['write_file', { file_path: path, content }],
    edit: (path, from, to) => [
      'replace',
      { file_path: path, instruction: `Change ${path}`, old_string: from, new_string: to, allow_multiple: false },
    ],
  },
  scenarios: {
    'gemini-cli/hangul-slugs': {
      ...{ title: 'Hangul is lost in slugs', format: 'gemini-stream-json' },
      story: slug.hangul,
      run: once,
    },
    'gemini-cli/look-around': {
      ...{ title: 'Look around, in Korean', format: 'gemini-stream-json', overloadStatus: 503 },
      story: slug.lookAround,
      run: once,
    },
    'gemini-acp/permission-granted': {
      ...{ title: 'A dark theme: permission granted', format: 'acp' },
      story: statusPage.approved,
      run: acp({}),
    },
    'gemini-acp/permission-denied': {
      ...{ title: 'A dark theme: permission denied', format: 'acp' },
      story: statusPage.denied,
      run: acp({ allows: false }),
    },
    'gemini-acp/cancelled': {
      ...{ title: 'Cancelled in the middle of an answer', format: 'acp' },
      story: statusPage.cancelled,
      run: acp({ stopsAfter: 24 }),
    },
  },
});

// node recorder/scenarios/codex.mjs [scenario]
import { connect, userThinks } from './harness/jsonRpc.mjs';
import { main } from './harness/main.mjs';
import * as denpyo from './stories/denpyo.mjs';
import * as tinyCache from './stories/tinyCache.mjs';

/** @typedef {import('./harness/program.ts').Stage} Stage */

const PROGRAM = '@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex';
const env = { CODEX_HOME: '/home/dev/.codex', LOOP_KEY: 'none' };

/** @param {Stage} stage @returns {string} the program */
function setUp({ settings, model, installed }) {
  settings(
    '.codex/config.toml',
    `model = "gpt-5.1-codex"
model_provider = "loop"
model_reasoning_summary = "detailed"
show_raw_agent_reasoning = true
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.loop]
name = "loop"
base_url = "${model}/v1"
wire_api = "responses"
env_key = "LOOP_KEY"
request_max_retries = 3
stream_max_retries = 3
`,
  );
  return `${installed}/${PROGRAM}`;
}

/** @param {Stage} stage */
const exec = async (stage) => {
  const codex = setUp(stage);
  const free = ['--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'];
  return await stage.record([codex, 'exec', '--json', ...free, stage.prompt], env);
};

/** The user stops the turn this long after a command has begun to write. */
const STOPS_AFTER = 2500;

/**
 * @param {{ approvalPolicy?: string, decision?: 'accept' | 'decline', stops?: boolean }} options
 * `untrusted` asks before whatever may change something; the decision is that on the change of a file.
 */
const appServer =
  ({ approvalPolicy = 'never', decision = 'accept', stops = false }) =>
  async (/** @type {Stage} */ stage) => {
    const codex = setUp(stage);
    /** @type {(value?: unknown) => void} */
    let done = () => {};
    const completed = new Promise((resolve) => {
      done = resolve;
    });
    let isStopping = false;
    /** @type {{ threadId: string, turnId: string } | undefined} */
    let turn;
    const client = connect(stage.converse([codex, 'app-server'], env), {
      async answer({ method = '' }) {
        if (!method.endsWith('/requestApproval')) return undefined;
        await userThinks();
        return { decision: method === 'item/fileChange/requestApproval' ? decision : 'accept' };
      },
      onTold({ method }) {
        if (method === 'turn/completed') done();
        if (!stops || isStopping || method !== 'item/commandExecution/outputDelta') return;
        isStopping = true;
        setTimeout(() => client.ask('turn/interrupt', turn).catch(done), STOPS_AFTER);
      },
    });
    await client.ask('initialize', { clientInfo: { name: 'scenario', title: 'Scenario', version: '1.0.0' } });
    client.tell('initialized');
    const { thread } = await client.ask('thread/start', {
      cwd: stage.root,
      approvalPolicy,
      sandbox: 'danger-full-access',
    });
    const input = [{ type: 'text', text: stage.prompt, text_elements: [] }];
    turn = { threadId: thread.id, turnId: (await client.ask('turn/start', { threadId: thread.id, input })).turn.id };
    await completed;
    await client.close();
  };

await main(import.meta.url, {
  name: 'Codex',
  installed: 'codex',
  packages: ['@openai/codex@0.171.0'],
  tools: {
    shell: (cmd) => ['exec_command', { cmd }],
    read: (path) => ['exec_command', { cmd: `cat ${path}` }],
    write: () => {
      throw new Error('Codex writes with apply_patch: say it in the story.');
    },
    edit: () => {
      throw new Error('Codex edits with apply_patch: say it in the story.');
    },
  },
  scenarios: {
    'codex-exec/rename-an-option': {
      ...{ title: 'Rename an option in three files', format: 'codex-exec' },
      story: tinyCache.renamed,
      run: exec,
    },
    'codex-exec/look-around': {
      ...{ title: 'Look around a cache', format: 'codex-exec', overloadStatus: 503 },
      story: tinyCache.lookAround,
      run: exec,
    },
    'codex-app-server/connection-lost': {
      ...{ title: 'Connection lost in a patch, then again', format: 'codex-app-server' },
      story: tinyCache.connectionLost,
      run: appServer({}),
    },
    'codex-app-server/approval-granted': {
      ...{ title: 'One yen off: approved', format: 'codex-app-server' },
      story: denpyo.approved,
      run: appServer({ approvalPolicy: 'untrusted' }),
    },
    'codex-app-server/approval-denied': {
      ...{ title: 'One yen off: denied', format: 'codex-app-server' },
      story: denpyo.denied,
      run: appServer({ approvalPolicy: 'untrusted', decision: 'decline' }),
    },
    'codex-app-server/cancelled': {
      ...{ title: 'Stopped in the middle of a command', format: 'codex-app-server' },
      story: denpyo.cancelled,
      run: appServer({ stops: true }),
    },
  },
});

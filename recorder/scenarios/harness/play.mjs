/** Inside the sandbox: the repository, the scripted model, the recorder, and then the scenario itself. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { modelAddress, startModel } from './model.mjs';
import { finished, startProcess, startRecorder, startServer } from './processes.mjs';

/** @typedef {import('./program.ts').Program} Program */
/** @typedef {import('./program.ts').Scenario} Scenario */
/** @typedef {import('./program.ts').Stage} Stage */
/** @typedef {import('./story.ts').Story} Story */

const HOME = '/home/dev';
const OUT = '/out';
const PROXY_PORT = 4030;

/** @param {Program} program @param {string} name */
export async function play(program, name) {
  const scenario = program.scenarios[name];
  if (!scenario) throw new Error(`There is no scenario ${name}.`);
  const { story } = scenario;
  const root = `${HOME}/${story.repository}`;
  makeRepository(story, root);
  const journal = `${OUT}/asides.jsonl`;
  const model = await startModel(story, program.tools, {
    root,
    journal,
    overloadStatus: scenario.overloadStatus ?? 529,
  });
  await scenario.run(stageOf(program, scenario, root));
  writeFileSync(`${OUT}/asked.json`, JSON.stringify(model.getRequests?.() ?? [], null, 1));
  console.error(execFileSync('git', ['status', '--short'], { cwd: root, encoding: 'utf8' }));
  // Programs may leave others behind; all of them end with the sandbox.
  process.exit(0);
}

/** @param {Story} story @param {string} root */
function makeRepository({ repository, files }, root) {
  for (const [file, content] of Object.entries(files)) write(path.join(root, file), content);
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root });
  git('config', '--global', 'user.name', 'dev');
  git('config', '--global', 'user.email', 'dev@localhost');
  git('config', '--global', 'init.defaultBranch', 'main');
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', repository);
}

/** @param {Program} program @param {Scenario} scenario @param {string} root @returns {Stage} */
function stageOf({ name, installed: folder, packages: [main = ''] }, { title, format, story }, root) {
  const installed = `/inst/${folder}/node_modules`;
  const packageName = main.slice(0, main.lastIndexOf('@'));
  const version = JSON.parse(readFileSync(`${installed}/${packageName}/package.json`, 'utf8')).version;
  const facts = { title, format, agent: name, 'agent-version': version, prompt: story.prompt, model: 'scripted model' };
  const said = Object.entries(facts).flatMap(([option, value]) => [`--${option}`, value]);
  const inRepository = (/** @type {readonly string[]} */ command) => ['--', 'env', '-C', root, ...command];
  return {
    prompt: story.prompt,
    root,
    model: modelAddress,
    installed,
    settings: (file, content) =>
      write(path.join(HOME, file), typeof content === 'string' ? content : JSON.stringify(content)),
    run: (command, env) => finished(startProcess(command, { cwd: root, env })),
    record(command, env) {
      const child = startRecorder([...said, ...inRepository(command)], { cwd: OUT, env, stdin: 'ignore' });
      child.stdout?.resume();
      return finished(child);
    },
    converse: (command, env) =>
      startRecorder(['--stdin', ...said, ...inRepository(command)], { cwd: OUT, env, stdin: 'pipe' }),
    serve: async (command, port, env) => await startServer(startProcess(command, { cwd: root, env }), port),
    async proxy(port) {
      const target = `http://127.0.0.1:${port}`;
      const args = ['--proxy', target, '--port', String(PROXY_PORT), '--only', 'sse', ...said];
      return await startServer(startRecorder(args, { cwd: OUT, stdin: 'ignore' }), PROXY_PORT);
    },
  };
}

/** @param {string} file @param {string} content */
function write(file, content) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

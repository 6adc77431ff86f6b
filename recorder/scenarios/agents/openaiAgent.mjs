/** Two small agents on OpenAI's Agents SDK. Every event of the run is a line of JSON on stdout. */
import { createRequire } from 'node:module';
import { bash, editFile, readFile, writeFile } from './tools.mjs';

const packageOf = createRequire('/inst/openai-agents/package.json');
const { Agent, handoff, run, setDefaultOpenAIClient, setTracingDisabled, tool } = packageOf('@openai/agents');
const { OpenAI } = packageOf('openai');
const { z } = packageOf('zod');

const [address, prompt, decision] = process.argv.slice(2);
setTracingDisabled(true);
setDefaultOpenAIClient(new OpenAI({ baseURL: `${address}/v1`, apiKey: 'none', maxRetries: 2 }));

const command = z.object({ command: z.string(), description: z.string() });
const tools = [
  tool({ name: 'bash', description: 'Run a shell command', parameters: command, execute: bash }),
  tool({ name: 'release', description: 'Release', parameters: command, execute: bash, needsApproval: true }),
  tool({ name: 'readFile', description: 'Read a file', parameters: z.object({ path: z.string() }), execute: readFile }),
  tool({
    name: 'writeFile',
    description: 'Write a file',
    parameters: z.object({ path: z.string(), content: z.string() }),
    execute: writeFile,
  }),
  tool({
    name: 'editFile',
    description: 'Replace a text in a file',
    parameters: z.object({ path: z.string(), from: z.string(), to: z.string() }),
    execute: editFile,
  }),
];
const modelSettings = { reasoning: { effort: 'medium', summary: 'detailed' } };
const shared = { model: 'gpt-5.1', modelSettings, tools };
const reviewer = new Agent({ name: 'reviewer', instructions: 'You review.', ...shared });
const coder = new Agent({ name: 'coder', instructions: 'You write code.', ...shared, handoffs: [handoff(reviewer)] });

/** Of an agent only its name; the rest is its set-up. @param {string} key @param {any} value */
const short = (key, value) => (key === 'agent' || key.endsWith('Agent') ? { name: value?.name } : value);

/** @param {unknown} input */
async function stream(input) {
  const result = await run(coder, input, { stream: true, maxTurns: 12 });
  for await (const event of result) process.stdout.write(`${JSON.stringify(event, short)}\n`);
  await result.completed;
  return result;
}

let result = await stream(prompt);
while (result.interruptions.length > 0) {
  await new Promise((resolve) => setTimeout(resolve, 1600));
  for (const question of result.interruptions) result.state[decision === 'approve' ? 'approve' : 'reject'](question);
  result = await stream(result.state);
}

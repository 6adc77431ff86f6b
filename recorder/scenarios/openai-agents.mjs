// node recorder/scenarios/openai-agents.mjs [scenario]
import { main } from './harness/main.mjs';
import { plainTools } from './harness/plainTools.mjs';
import * as csvMini from './stories/csvMini.mjs';

/** @param {'approve' | 'deny'} [decision] the user's answer to whatever they are asked */
const run =
  (decision = 'approve') =>
  (/** @type {import('./harness/program.ts').Stage} */ stage) =>
    stage.record(['node', '/runreel/recorder/scenarios/agents/openaiAgent.mjs', stage.model, stage.prompt, decision]);

const format = 'openai-agents';

await main(import.meta.url, {
  name: 'OpenAI Agents SDK',
  installed: 'openai-agents',
  packages: ['@openai/agents@0.20.0', 'zod@4.6.7'],
  tools: plainTools,
  scenarios: {
    'openai-agents/csv-parser': { title: 'Write a CSV parser', format, story: csvMini.writeIt, run: run() },
    'openai-agents/hand-off': {
      ...{ title: 'Look around, then hand off to a reviewer', format },
      story: csvMini.handOff,
      run: run(),
    },
    'openai-agents/approval-granted': {
      ...{ title: 'Release a version: approved', format },
      story: csvMini.approved,
      run: run('approve'),
    },
    'openai-agents/approval-denied': {
      ...{ title: 'Release a version: denied', format },
      story: csvMini.denied,
      run: run('deny'),
    },
  },
});

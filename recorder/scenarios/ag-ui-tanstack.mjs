// node recorder/scenarios/ag-ui-tanstack.mjs [scenario]
import { messagesOf, runInput } from './harness/agUiClient.mjs';
import { main } from './harness/main.mjs';
import { plainTools } from './harness/plainTools.mjs';
import { postAnd, readEvents } from './harness/sse.mjs';
import { withServer } from './harness/withServer.mjs';
import * as renomme from './stories/renomme.mjs';

/** @typedef {import('./harness/program.ts').Stage} Stage */

const SERVER = 'tanstackServer';
/** The user looks at the question for a while. */
const THINKING = 1800;

/** The run that ends with a question is gone on with in a second one. @param {boolean} approved */
const answering = (approved) => (/** @type {Stage} */ stage) =>
  withServer(stage, SERVER, async (address) => {
    const events = await readEvents(await postAnd(address, runInput(stage)));
    const interrupts = events.flatMap(({ outcome }) => outcome?.interrupts ?? []);
    await new Promise((resolve) => setTimeout(resolve, THINKING));
    const resume = interrupts.map(({ id }) => ({ interruptId: id, status: 'resolved', payload: { approved } }));
    const messages = messagesOf(events);
    await readEvents(await postAnd(address, runInput(stage, { messages, runId: 'r2', parentRunId: 'r1', resume })));
  });

await main(import.meta.url, {
  name: 'TanStack AI',
  installed: 'tanstack',
  packages: ['@tanstack/ai@0.58.0', '@tanstack/ai-anthropic@0.18.11', 'zod@4.6.7'],
  tools: plainTools,
  scenarios: {
    'ag-ui-tanstack/approval-granted': {
      ...{ title: 'Rename an option and tag: approved', format: 'ag-ui', joins: true },
      story: renomme.approved,
      run: answering(true),
    },
    'ag-ui-tanstack/approval-denied': {
      ...{ title: 'Rename an option and tag: denied', format: 'ag-ui', joins: true },
      story: renomme.denied,
      run: answering(false),
    },
    'ag-ui-tanstack/look-around': {
      ...{ title: 'Look around a command-line tool', format: 'ag-ui' },
      story: renomme.lookAround,
      run: (stage) =>
        withServer(stage, SERVER, async (address) => await readEvents(await postAnd(address, runInput(stage)))),
    },
  },
});

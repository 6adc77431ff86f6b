// node recorder/scenarios/ag-ui-copilotkit.mjs [scenario]
import { runInput } from './harness/agUiClient.mjs';
import { main } from './harness/main.mjs';
import { plainTools } from './harness/plainTools.mjs';
import { after, postAnd, readEvents } from './harness/sse.mjs';
import { withServer } from './harness/withServer.mjs';
import * as fahrplan from './stories/fahrplan.mjs';

/** @param {import('./harness/program.ts').Stage} stage */
const run = (stage) =>
  withServer(stage, 'copilotServer', async (address) => await readEvents(await postAnd(address, runInput(stage))));

/** @param {any} event */
const isWriting = ({ type, toolCallId }) => type === 'TOOL_CALL_ARGS' && toolCallId.startsWith('call_3');

await main(import.meta.url, {
  name: 'CopilotKit',
  installed: 'copilotkit',
  packages: ['@copilotkitnext/agent@1.53.0', '@ag-ui/encoder@1.0.0', '@ai-sdk/anthropic@3.0.140'],
  tools: plainTools,
  scenarios: {
    'ag-ui-copilotkit/summer-time': {
      title: 'An hour off in summer',
      format: 'ag-ui',
      story: fahrplan.summerTime,
      run,
    },
    'ag-ui-copilotkit/look-around': {
      title: 'Look around a timetable',
      format: 'ag-ui',
      story: fahrplan.lookAround,
      run,
    },
    'ag-ui-copilotkit/connection-lost': {
      ...{ title: 'Model lost while it writes a file', format: 'ag-ui' },
      story: fahrplan.connectionLost,
      run,
    },
    'ag-ui-copilotkit/cancelled': {
      ...{ title: 'Stopped by the user while it writes a file', format: 'ag-ui' },
      story: fahrplan.summerTime,
      run: (stage) =>
        withServer(stage, 'copilotServer', async (address) => {
          const stop = new AbortController();
          const response = await postAnd(address, runInput(stage), stop.signal);
          await readEvents(response, { onEvent: after(12, isWriting, () => stop.abort()) });
        }),
    },
  },
});

// node recorder/scenarios/ai-sdk.mjs [scenario]
import { main } from './harness/main.mjs';
import { plainTools } from './harness/plainTools.mjs';
import { after, postAnd, readEvents } from './harness/sse.mjs';
import { withServer } from './harness/withServer.mjs';
import * as recetario from './stories/recetario.mjs';

/** @typedef {import('./harness/program.ts').Stage} Stage */

/** @param {Stage} stage @param {(address: string) => Promise<unknown>} talk */
const withAgent = (stage, talk) => withServer(stage, 'aiSdkServer', talk);

/** @param {Stage} stage */
const question = ({ prompt }) => ({ id: 'u1', role: 'user', parts: [{ type: 'text', text: prompt }] });

/** The user looks at the question for a while. */
const THINKING = 1500;

/** The answer to the question is sent with the messages so far, as the SDK's client does. @param {boolean} approved */
const answering = (approved) => async (/** @type {Stage} */ stage) =>
  await withAgent(stage, async (address) => {
    const events = await readEvents(await postAnd(address, { messages: [question(stage)] }));
    await new Promise((resolve) => setTimeout(resolve, THINKING));
    const parts = partsOf(events).map((part) =>
      part.approval ? { ...part, state: 'approval-responded', approval: { ...part.approval, approved } } : part,
    );
    await readEvents(await postAnd(address, { messages: [question(stage), { id: 'a1', role: 'assistant', parts }] }));
  });

/** The parts of the assistant's message that further requests need: what it said, its calls, and their outputs. @param {any[]} events */
function partsOf(events) {
  /** @type {any[]} */
  const parts = [];
  /** @type {Map<string, any>} */
  const calls = new Map();
  let text = '';
  let providerMetadata;
  for (const event of events) {
    const call = calls.get(event.toolCallId);
    const [, kind = ''] = /^(text|reasoning)-/.exec(event.type) ?? [];
    if (event.type === 'start-step') parts.push({ type: 'step-start' });
    else if (event.type === `${kind}-start`) text = '';
    else if (event.type === `${kind}-delta` && event.delta) text += event.delta;
    if (kind && event.providerMetadata) providerMetadata = event.providerMetadata;
    if (event.type === `${kind}-end`)
      parts.push({ type: kind, text, ...(kind === 'reasoning' ? { providerMetadata } : {}) });
    else if (event.type === 'tool-input-available') {
      const { toolCallId, toolName, input } = event;
      const part = { type: `tool-${toolName}`, toolCallId, state: 'input-available', input };
      calls.set(toolCallId, part);
      parts.push(part);
    } else if (event.type === 'tool-output-available')
      Object.assign(call, { state: 'output-available', output: event.output });
    else if (event.type === 'tool-approval-request')
      Object.assign(call, { state: 'approval-requested', approval: { id: event.approvalId } });
  }
  return parts;
}

/** @param {any} event */
const isWriting = ({ type, toolCallId }) => type === 'tool-input-delta' && toolCallId.startsWith('call_2');

await main(import.meta.url, {
  name: 'AI SDK',
  installed: 'ai-sdk',
  packages: ['ai@6.0.326', '@ai-sdk/anthropic@3.0.140', 'zod@4.6.7'],
  tools: plainTools,
  scenarios: {
    'ai-sdk/approval-granted': {
      ...{ title: 'Delete old drafts: approved', format: 'ai-sdk-ui', joins: true },
      story: recetario.approved,
      run: answering(true),
    },
    'ai-sdk/approval-denied': {
      ...{ title: 'Delete old drafts: denied', format: 'ai-sdk-ui', joins: true },
      story: recetario.denied,
      run: answering(false),
    },
    'ai-sdk/cancelled': {
      ...{ title: 'Stopped while writing a recipe', format: 'ai-sdk-ui' },
      story: recetario.cancelled,
      run: (stage) =>
        withAgent(stage, async (address) => {
          const stop = new AbortController();
          const response = await postAnd(address, { messages: [question(stage)] }, stop.signal);
          await readEvents(response, { onEvent: after(70, isWriting, () => stop.abort()) });
        }),
    },
  },
});

/** The scripted model: answers any provider's wire format on the loopback address with the steps of a story. */
import { appendFileSync } from 'node:fs';

/** @typedef {import('./story.ts').Story} Story */
/** @typedef {import('./story.ts').Step} Step */
/** @typedef {import('./story.ts').Call} Call */
/** @typedef {import('./story.ts').Tools} Tools */
/** @typedef {{ role: string, content?: unknown }} Message */
/** @typedef {{ messages?: Message[], tools?: unknown[] }} ModelRequest */

const MODEL_PORT = 4010;
export const modelAddress = `http://127.0.0.1:${MODEL_PORT}`;

const DEFAULT_PACE = 16;

/**
 * @param {Story} story
 * @param {Tools} tools
 * @param {{ root: string, journal: string, overloadStatus: number }} options
 */
export async function startModel(story, tools, { root, journal, overloadStatus }) {
  /** @type {any} */
  const { LLMock } = await import(String('/inst/aimock/node_modules/@copilotkit/aimock/dist/index.js'));
  const mock = new LLMock({ port: MODEL_PORT, host: '127.0.0.1', logLevel: 'warn' });
  const told = new Set();
  /** Once for each reason: the second attempt is answered. @param {unknown} reason */
  const once = (reason) => !told.has(reason) && Boolean(told.add(reason));
  let asked = 0;

  for (const [number, step] of allSteps(story).entries()) {
    const answer = answerOf(step, number, tools, root);
    const pace = step.pace ?? story.pace ?? DEFAULT_PACE;
    const shared = { chunkSize: wholeCharacters(answer, pace), streamingProfile: { ttft: 420, tps: 45, jitter: 0.5 } };
    /** @param {ModelRequest} request */
    const isNext = (request) => stepFor(story, request) === step;
    if (step.overloaded) {
      const response = { error: { message: 'Overloaded', type: 'overloaded_error' }, status: overloadStatus };
      mock.addFixture({ match: { predicate: (/** @type {ModelRequest} */ r) => isNext(r) && once(step) }, response });
    }
    if (step.cutAfter) {
      const match = { predicate: (/** @type {ModelRequest} */ r) => isNext(r) && once(answer) };
      mock.addFixture({ match, response: answer, truncateAfterChunks: step.cutAfter, ...shared });
    }
    mock.addFixture({ match: { predicate: isNext }, response: answer, ...shared });
  }
  const aside = { content: story.aside ?? story.repository, usage: usage(40, 6) };
  const response = (/** @type {ModelRequest} */ request) => {
    const last = JSON.stringify(request.messages?.at(-1))?.slice(0, 400);
    appendFileSync(journal, `${JSON.stringify({ aside: asked++, tools: request.tools?.length ?? 0, last })}\n`);
    return aside;
  };
  mock.addFixture({ match: { predicate: () => true }, response });
  await mock.start();
  return mock;
}

/** @param {Story} story @returns {Step[]} */
function allSteps({ steps }) {
  return steps.flatMap((step) => [
    step,
    ...(step.calls ?? []).flatMap((call) => ('delegate' in call ? call.steps : [])),
  ]);
}

/**
 * The step that answers a request: each result of a tool brings the story on. What comes without tools is a request
 * beside the round.
 * @param {Story} story @param {ModelRequest} request
 */
function stepFor(story, { messages = [], tools = [] }) {
  if (tools.length === 0) return undefined;
  const users = JSON.stringify(messages.filter(({ role }) => role === 'user').map(({ content }) => content));
  const delegated = story.steps
    .flatMap(({ calls = [] }) => calls)
    .find((call) => 'delegate' in call && users.includes(call.task));
  const steps = delegated && 'delegate' in delegated ? delegated.steps : story.steps;
  const done = messages.filter(({ role }) => role === 'tool').length;
  let before = 0;
  for (const step of steps) {
    if (before >= done) return step;
    before += step.calls?.length ?? 0;
  }
  return steps.at(-1);
}

/** @param {Step} step @param {number} number @param {Tools} tools @param {string} root */
function answerOf({ think, say, calls = [] }, number, tools, root) {
  const toolCalls = calls.map((call, i) => {
    const [name, input] = toolCall(call, tools, root);
    return { id: `call_${number + 1}_${i + 1}`, name, arguments: JSON.stringify(input) };
  });
  const said = [think, say, ...toolCalls.map((call) => call.arguments)].join('').length;
  return {
    ...(think ? { reasoning: think } : {}),
    ...(say ? { content: say } : {}),
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
    usage: usage(1840 + 615 * number, Math.ceil(said / 3.6)),
  };
}

/** @param {Call} call @param {Tools} tools @param {string} root */
function toolCall(call, tools, root) {
  if ('shell' in call) return tools.shell(call.shell, call.why);
  if ('read' in call) return tools.read(call.read, root);
  if ('write' in call) return tools.write(call.write, call.content, root);
  if ('edit' in call) return tools.edit(call.edit, call.from, call.to, root);
  if ('tool' in call) return [call.tool, call.input];
  if (!tools.delegate) throw new Error('This program has no sub-agents.');
  return tools.delegate(call.delegate, call.task);
}

/** In the names of all providers. @param {number} input @param {number} output */
function usage(input, output) {
  return {
    ...{ prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
    ...{ input_tokens: input, output_tokens: output, promptTokenCount: input, candidatesTokenCount: output },
  };
}

/**
 * The mock cuts by UTF-16 unit, which would tear emoji apart as no provider does: takes the next size that cuts none.
 * @param {{ reasoning?: string, content?: string, toolCalls?: { arguments: string }[] }} answer @param {number} wanted
 */
function wholeCharacters({ reasoning = '', content = '', toolCalls = [] }, wanted) {
  const texts = [reasoning, content, ...toolCalls.map((call) => call.arguments)];
  const tears = (/** @type {number} */ size) =>
    texts.some((text) => {
      for (let at = size; at < text.length; at += size) if (/[\udc00-\udfff]/.test(text.charAt(at))) return true;
      return false;
    });
  for (let size = wanted; size < wanted + 40; size++) if (!tears(size)) return size;
  return wanted;
}

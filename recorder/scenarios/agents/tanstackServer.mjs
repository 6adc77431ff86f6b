/** A small agent on TanStack AI behind an HTTP endpoint that answers with AG-UI events. */
import http from 'node:http';
import { Readable } from 'node:stream';
import { bash, readFile, writeFile } from './tools.mjs';

const packages = '/inst/tanstack/node_modules';
const load = (/** @type {string} */ file) => import(`${packages}/${file}`);
const { chat, chatParamsFromRequestBody, maxIterations, toServerSentEventsResponse, toolDefinition } = await load(
  '@tanstack/ai/dist/esm/index.js',
);
const { createAnthropicChat } = await load('@tanstack/ai-anthropic/dist/esm/index.js');
const { z } = await load('zod/index.js');

const [port, model] = process.argv.slice(2);

const command = {
  description: 'Run a shell command',
  inputSchema: z.object({ command: z.string(), description: z.string() }),
};
const tools = [
  // The user is asked before this one runs.
  toolDefinition({ name: 'publish', needsApproval: true, ...command }).server(bash),
  toolDefinition({ name: 'bash', ...command }).server(bash),
  toolDefinition({
    name: 'readFile',
    description: 'Read a file',
    inputSchema: z.object({ path: z.string() }),
  }).server(readFile),
  toolDefinition({
    name: 'writeFile',
    description: 'Write a file',
    inputSchema: z.object({ path: z.string(), content: z.string() }),
  }).server(writeFile),
];

const server = http.createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += piece;
  const { messages, threadId, runId, parentRunId, resume } = await chatParamsFromRequestBody(JSON.parse(body));
  const stream = chat({
    adapter: createAnthropicChat('claude-sonnet-4-5', 'none', { baseURL: model }),
    messages,
    tools,
    agentLoopStrategy: maxIterations(10),
    threadId,
    runId,
    parentRunId,
    resume,
    modelOptions: { thinking: { type: 'enabled', budget_tokens: 2000 }, max_tokens: 16000 },
  });
  const answer = toServerSentEventsResponse(stream);
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  Readable.fromWeb(answer.body)
    .on('error', () => response.destroy())
    .pipe(response);
});
server.listen(Number(port), '127.0.0.1');

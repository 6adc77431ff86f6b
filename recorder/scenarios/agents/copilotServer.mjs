/** CopilotKit's own agent behind an HTTP endpoint that answers with AG-UI events. */
import http from 'node:http';
import { createRequire } from 'node:module';
import { bash, readFile, writeFile } from './tools.mjs';

const packageOf = createRequire('/inst/copilotkit/package.json');
const { BuiltInAgent, defineTool } = packageOf('@copilotkitnext/agent');
const { createAnthropic } = packageOf('@ai-sdk/anthropic');
const { EventEncoder } = packageOf('@ag-ui/encoder');
const { z } = packageOf('zod');

const [port, model] = process.argv.slice(2);
const provider = createAnthropic({ baseURL: `${model}/v1`, apiKey: 'none' });

const tools = [
  defineTool({
    name: 'bash',
    description: 'Run a shell command',
    parameters: z.object({ command: z.string(), description: z.string() }),
    execute: bash,
  }),
  defineTool({
    name: 'readFile',
    description: 'Read a file',
    parameters: z.object({ path: z.string() }),
    execute: readFile,
  }),
  defineTool({
    name: 'writeFile',
    description: 'Write a file',
    parameters: z.object({ path: z.string(), content: z.string() }),
    execute: writeFile,
  }),
];

const server = http.createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += piece;
  const encoder = new EventEncoder({ accept: request.headers.accept });
  response.writeHead(200, { 'content-type': encoder.getContentType(), 'cache-control': 'no-cache' });
  const agent = new BuiltInAgent({
    model: provider('claude-sonnet-4-5'),
    maxSteps: 10,
    prompt: 'You are an agent.',
    providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: 2000 } } },
    tools,
  });
  const run = agent.run(JSON.parse(body)).subscribe({
    next: (/** @type {unknown} */ event) => response.write(encoder.encodeSSE(event)),
    error: () => response.end(),
    complete: () => response.end(),
  });
  response.once('close', () => run.unsubscribe());
});
server.listen(Number(port), '127.0.0.1');

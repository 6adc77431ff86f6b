/** A small agent on the AI SDK behind an HTTP endpoint that answers with its UI message stream. */
import http from 'node:http';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { bash, readFile, writeFile } from './tools.mjs';

const packageOf = createRequire('/inst/ai-sdk/package.json');
const { convertToModelMessages, stepCountIs, streamText, tool } = packageOf('ai');
const { createAnthropic } = packageOf('@ai-sdk/anthropic');
const { z } = packageOf('zod');

const [port, model] = process.argv.slice(2);
const provider = createAnthropic({ baseURL: `${model}/v1`, apiKey: 'none' });

const tools = {
  bash: tool({
    description: 'Run a shell command',
    inputSchema: z.object({ command: z.string(), description: z.string() }),
    needsApproval: (/** @type {{ command: string }} */ { command }) => command.startsWith('rm '),
    execute: bash,
  }),
  readFile: tool({ description: 'Read a file', inputSchema: z.object({ path: z.string() }), execute: readFile }),
  writeFile: tool({
    description: 'Write a whole file',
    inputSchema: z.object({ path: z.string(), content: z.string() }),
    execute: writeFile,
  }),
};

const server = http.createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += piece;
  const { messages } = JSON.parse(body);
  const stop = new AbortController();
  response.once('close', () => stop.abort());
  const result = streamText({
    model: provider('claude-sonnet-4-5'),
    system: 'You are an agent.',
    messages: await convertToModelMessages(messages),
    tools,
    stopWhen: stepCountIs(10),
    abortSignal: stop.signal,
    providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: 2000 } } },
  });
  const answer = result.toUIMessageStreamResponse({ sendReasoning: true, originalMessages: messages });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  Readable.fromWeb(answer.body)
    .on('error', () => response.destroy())
    .pipe(response);
});
server.listen(Number(port), '127.0.0.1');

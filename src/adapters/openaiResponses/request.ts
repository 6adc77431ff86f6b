import { type JsonObject, list, member, text } from '../json.ts';
import { contentWords } from '../openaiContent.ts';
import type { OpenaiRun } from '../openaiRun.ts';
import { answers } from './callKinds.ts';
import type { OutputItems } from './items.ts';

/** Reads a request to the Responses API: the reader's words, results of tools, and answers to approvals. */
export function readResponsesRequest(request: JsonObject, run: OpenaiRun, items: OutputItems): void {
  const { input } = request;
  const said = typeof input === 'string' ? [{ role: 'user', content: input }] : list(request, 'input');
  const fresh = said.slice(said.findLastIndex((item) => !isFromClient(item)) + 1);
  for (const item of fresh) {
    const type = text(item, 'type') ?? '';
    if (answers.has(type) || type === 'mcp_approval_response') items.answer({ ...Object(item) });
  }
  const newest = fresh.findLast((item) => text(item, 'role') === 'user');
  const words = newest === undefined ? undefined : contentWords(member(newest, 'content'));
  const before = text(request, 'previous_response_id') ?? '';
  if (words) run.userSpoke(words, `${said.length} ${before} ${words}`);
}

/** Items that stand behind the model's newest ones are new; a request repeats all that was said before. */
function isFromClient(item: unknown): boolean {
  const type = text(item, 'type') ?? 'message';
  if (type === 'message') return text(item, 'role') !== 'assistant';
  return answers.has(type) || type === 'mcp_approval_response';
}

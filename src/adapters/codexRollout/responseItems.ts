import { parseJson } from '../../logic/json.ts';
import { searchArguments } from '../codex/calls.ts';
import { isObject, type JsonObject, known, list, member, text } from '../json.ts';
import { toolKind } from '../toolKinds.ts';
import { isAgentCall, readAgentOutput, readAgentState } from './agentCalls.ts';
import { patchDiff } from './patch.ts';
import type { Session } from './session.ts';
import { toolOutput } from './toolOutput.ts';
import { insideTag, isContext, messageText, typedWords } from './userWords.ts';

const SILENT: ReadonlySet<unknown> = new Set([
  'additional_tools',
  'compaction_trigger',
  'configure_sampling',
  'ghost_snapshot',
  'other',
]);

/** Reads the items of a rollout: what the model reads and writes, as the Responses API has it. */
export interface ResponseItemReader {
  read(item: JsonObject): void;
}

export function createResponseItemReader(session: Session): ResponseItemReader {
  /** What the output of a call is read by. */
  const open = new Map<string, { readonly name: string; readonly args: unknown }>();

  function call(item: JsonObject, name: string, args: unknown): void {
    const callId = text(item, 'call_id') ?? text(item, 'id') ?? session.nextId('call');
    const namespace = text(item, 'namespace');
    const full = namespace === undefined ? name : `${namespace}.${name}`;
    if (name === 'apply_patch' || isAgentCall(full)) open.set(callId, { name: full, args });
    session.call(callId, full, args, toolKind(name));
    if (item.type === 'local_shell_call' && item.call_id === null) session.finish(callId, { raw: item }, false);
  }

  function output(item: JsonObject): void {
    const callId = text(item, 'call_id');
    if (callId === undefined) {
      session.sink.malformed();
      return;
    }
    const { result, isError } = toolOutput(item.output ?? item.tools);
    const called = open.get(callId);
    open.delete(callId);
    const diff = typeof called?.args === 'string' && !isError ? patchOf(called.args) : undefined;
    session.finish(callId, diff === undefined ? result : { ...result, diff }, isError);
    if (!called || !isAgentCall(called.name)) return;
    readAgentOutput(session.delegations, { callId, name: called.name, args: objectOf(called.args) }, result.json);
  }

  function message(item: JsonObject): void {
    if (item.role === 'user') userMessage(messageText(item));
    if (item.role !== 'assistant') return;
    for (const part of list(item, 'content')) session.text('item', withoutMarks(text(part, 'text') ?? ''));
  }

  function userMessage(said: string): void {
    const told = insideTag(said, 'subagent_notification');
    const notification = told === undefined ? undefined : parseJson(told);
    const agent = text(notification, 'agent_id');
    if (agent !== undefined) readAgentState(session.delegations, agent, member(notification, 'status'));
    else if (said.trim() !== '' && !isContext(said)) session.maybePrompt(typedWords(said));
  }

  function reasoning(item: JsonObject): void {
    const signature = text(item, 'encrypted_content');
    const summary = texts(item.summary);
    // A thought without words still is what the model wants back.
    session.thought('item', summary.length === 0 && signature !== undefined ? [''] : summary, signature);
    for (const said of texts(item.content)) session.thought('item', [said]);
  }

  function webSearch(item: JsonObject): void {
    const args = searchArguments(item.action);
    session.wholeCall('item', text(args, 'query') ?? text(args, 'url') ?? '', () => {
      const callId = text(item, 'id') ?? session.nextId('search');
      session.call(callId, 'web_search', args, 'search');
      session.finish(callId, { raw: item }, item.status === 'failed');
    });
  }

  /** What one agent tells another is not said to the reader. */
  function agentMessage(item: JsonObject): void {
    const author = text(item, 'author');
    const said = messageText(item);
    if (author === undefined || author === '/root' || author === 'user' || said === '') return;
    session.sink.emit({ type: 'text', text: said }, session.delegations.agentOf(author) ?? author);
  }

  return {
    read(item) {
      switch (item.type) {
        case 'message':
          message(item);
          return;
        case 'reasoning':
          reasoning(item);
          return;
        case 'function_call':
          call(item, text(item, 'name') ?? '', item.arguments === '' ? {} : (item.arguments ?? {}));
          return;
        case 'custom_tool_call':
          call(item, text(item, 'name') ?? '', item.input ?? item.arguments ?? {});
          return;
        case 'local_shell_call':
          call(item, 'local_shell', shellArguments(item.action));
          return;
        case 'tool_search_call':
          call(item, 'tool_search', item.arguments ?? {});
          return;
        case 'function_call_output':
        case 'custom_tool_call_output':
        case 'tool_search_output':
          output(item);
          return;
        case 'web_search_call':
          webSearch(item);
          return;
        case 'image_generation_call':
          session.items.completed({ ...imageItem(item, session.nextId('image')) });
          return;
        case 'agent_message':
          agentMessage(item);
          return;
        case 'compaction':
        case 'context_compaction':
          session.compacted();
          return;
        default:
          if (!SILENT.has(item.type)) session.sink.unknown(`response_item/${String(item.type)}`);
      }
    },
  };
}

function texts(parts: unknown): readonly string[] {
  if (!Array.isArray(parts)) return [];
  return parts.map((part) => text(part, 'text') ?? '').filter((said) => said !== '');
}

/** Marks by which the model tells its program of a memory or a plan; the plan itself is for the reader. */
function withoutMarks(said: string): string {
  return said.includes('<')
    ? said.replace(/<oai-mem-citation>[\s\S]*?<\/oai-mem-citation>/g, '').replace(/<\/?proposed_plan>\n?/g, '')
    : said;
}

function patchOf(args: string): string | undefined {
  const input = args.startsWith('{') ? text(parseJson(args), 'input') : args;
  return input === undefined ? undefined : patchDiff(input);
}

function objectOf(args: unknown): unknown {
  return typeof args === 'string' ? parseJson(args) : args;
}

function shellArguments(action: unknown): JsonObject {
  if (!isObject(action)) return {};
  return known({ command: action.command, workdir: text(action, 'working_directory') });
}

function imageItem(item: JsonObject, id: string) {
  const status = text(item, 'status');
  return { id: text(item, 'id') ?? text(item, 'call_id') ?? id, type: 'image_generation', status, fields: item };
}

import type { ToolKind, ToolResult } from '../../logic/events.ts';
import { known, list, member, number, text } from '../json.ts';
import { toolKind } from '../toolKinds.ts';
import { toolResult } from '../toolResult.ts';
import { changeArguments, changeResult, fileChanges } from './fileChanges.ts';
import { type CodexItem, snake } from './item.ts';
import { shellScript } from './shellCommand.ts';

/** An item of Codex that is a call of a tool. */
export interface CodexCall {
  readonly name: string;
  readonly kind: ToolKind | undefined;
  /** `undefined` as long as the item does not tell them. */
  readonly args: unknown;
  readonly result: ToolResult;
}

/** How each kind of item reads as a call; items name no tool, so they get the names of Codex' own tools. */
const READERS: ReadonlyMap<string, (item: CodexItem) => CodexCall> = new Map([
  ['command_execution', command],
  ['file_change', fileChange],
  ['mcp_tool_call', mcpCall],
  ['dynamic_tool_call', dynamicCall],
  ['collab_tool_call', collabCall],
  ['collab_agent_tool_call', collabCall],
  ['web_search', webSearch],
  ['image_view', imageView],
  ['image_generation', imageGeneration],
  ['sleep', sleep],
]);

/** The call that an item is; `undefined` for texts, thoughts and the like. */
export function codexCall(item: CodexItem): CodexCall | undefined {
  return READERS.get(item.type)?.(item);
}

/** Whether the item says that it failed: a command that exits with another code than 0 does (SPEC R5.6). */
export function hasFailed({ status, fields }: CodexItem): boolean {
  return status === 'failed' || status === 'declined' || fields.success === false;
}

function command({ fields }: CodexItem): CodexCall {
  const written = text(fields, 'aggregated_output');
  return {
    name: 'shell',
    kind: 'shell',
    args: { command: shellScript(text(fields, 'command') ?? '') },
    result: known<ToolResult>({ text: written, exitCode: number(fields, 'exit_code'), raw: fields }),
  };
}

function fileChange({ fields }: CodexItem): CodexCall {
  const changes = fileChanges(fields.changes);
  return {
    name: 'apply_patch',
    kind: 'edit',
    args: changeArguments(changes),
    result: changeResult(changes, undefined, fields),
  };
}

function mcpCall({ fields }: CodexItem): CodexCall {
  const tool = text(fields, 'tool') ?? '';
  const server = text(fields, 'server');
  return {
    name: server === undefined ? tool : `${server}.${tool}`,
    kind: toolKind(tool),
    args: fields.arguments ?? {},
    result: mcpResult(fields.result, fields.error),
  };
}

/** What an MCP server answered; Codex writes the names of its members in either case. */
export function mcpResult(result: unknown, error: unknown): ToolResult {
  const failure = text(error, 'message') ?? (typeof error === 'string' ? error : undefined);
  if (failure !== undefined) return { text: failure, raw: error };
  const shown = toolResult(result);
  return known<ToolResult>({ ...shown, json: shown.json ?? member(result, 'structured_content') ?? undefined });
}

function dynamicCall({ fields }: CodexItem): CodexCall {
  const tool = text(fields, 'tool') ?? '';
  const namespace = text(fields, 'namespace');
  return {
    name: namespace === undefined ? tool : `${namespace}.${tool}`,
    kind: toolKind(tool),
    args: fields.arguments ?? {},
    result: contentResult(list(fields, 'content_items'), fields),
  };
}

/** A result that is made of `input_text` and `input_image` parts, as the model reads it. */
export function contentResult(parts: readonly unknown[], raw: unknown): ToolResult {
  const texts = parts.map((part) => text(part, 'text')).filter((said) => said !== undefined);
  const images = parts
    .map((part) => text(part, 'image_url') ?? text(part, 'imageUrl'))
    .filter((address) => address !== undefined);
  return known<ToolResult>({
    text: texts.length > 0 ? texts.join('\n') : undefined,
    images: images.length > 0 ? images : undefined,
    raw,
  });
}

/** What an agent has Codex do with other agents. */
function collabCall({ fields }: CodexItem): CodexCall {
  const name = snake(text(fields, 'tool') ?? 'agent');
  const prompt = text(fields, 'prompt');
  const agents = list(fields, 'receiver_thread_ids');
  const states = Object.values(fields.agents_states ?? {});
  const said = states.map((state) => text(state, 'message')).filter((message) => message !== undefined);
  return {
    name,
    kind: 'agent',
    args: known({ prompt, agents: agents.length > 0 ? agents : undefined }),
    result: known<ToolResult>({ text: said.length > 0 ? said.join('\n\n') : undefined, raw: fields }),
  };
}

function webSearch({ fields }: CodexItem): CodexCall {
  const args = searchArguments(fields.action, text(fields, 'query'));
  const results = list(fields, 'results');
  return {
    name: 'web_search',
    kind: 'search',
    args: Object.keys(args).length > 0 ? args : undefined,
    result: results.length > 0 ? { ...toolResult(results), raw: fields } : { raw: fields },
  };
}

/** What a search of the web looks for, a page that it opens, or what it looks for in a page. */
export function searchArguments(action: unknown, query?: string): { readonly [name: string]: unknown } {
  const queries = list(action, 'queries');
  return known({
    query: text(action, 'query') ?? (text(action, 'url') === undefined ? query : undefined),
    queries: queries.length > 1 ? queries : undefined,
    url: text(action, 'url'),
    pattern: text(action, 'pattern'),
  });
}

function imageView({ fields }: CodexItem): CodexCall {
  return { name: 'view_image', kind: 'read', args: { path: text(fields, 'path') ?? '' }, result: { raw: fields } };
}

function imageGeneration({ fields }: CodexItem): CodexCall {
  const prompt = text(fields, 'revised_prompt');
  const data = text(fields, 'result');
  return {
    name: 'image_generation',
    kind: undefined,
    args: prompt === undefined ? undefined : { prompt },
    result: known<ToolResult>({ images: data === undefined ? undefined : [imageAddress(data)], raw: fields }),
  };
}

function imageAddress(data: string): string {
  return /^[a-z]+:/i.test(data) ? data : `data:image/png;base64,${data}`;
}

function sleep({ fields }: CodexItem): CodexCall {
  return {
    name: 'sleep',
    kind: undefined,
    args: known({ ms: number(fields, 'duration_ms') }),
    result: { raw: fields },
  };
}

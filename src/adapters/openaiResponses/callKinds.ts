import type { ToolResult } from '../../logic/events.ts';
import { writeJson } from '../../logic/json.ts';
import { errorText } from '../endings.ts';
import { isObject, type JsonObject, list, member, text } from '../json.ts';
import { toolResult, toolResultFromText } from '../toolResult.ts';
import { codeResult, imageResult, outputResult, shellResult, timedOut } from './results.ts';

/** How a kind of item that is a call is read. */
export interface CallKind {
  /** Who runs it: the provider while it streams, or the client once the response is over. */
  readonly runs: 'provider' | 'client';
  name(item: JsonObject): string;
  /** The whole arguments; undefined where the item does not say any yet. */
  args(item: JsonObject): unknown;
  /** What stands before and after pieces that are the text of one argument, so that the pieces make JSON. */
  readonly frame?: { before(item: JsonObject): string; readonly after: string };
  /** Its arguments do not stream: the provider runs it as soon as it is told of. */
  readonly atOnce?: true;
  /** What the provider's tool gave; told when the item is done. */
  result?(item: JsonObject): ToolResult | undefined;
}

const named =
  (fallback: string) =>
  (item: JsonObject): string =>
    text(item, 'name') ?? fallback;

/** Arguments as a JSON text, which may be empty (SPEC R3.2). */
const argumentsText = ({ arguments: args }: JsonObject): unknown => (args === '' || args === null ? {} : args);

/** An object without its `type`, which would be the first argument. */
function typeLast(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { type, ...rest } = value;
  return type === undefined ? rest : { ...rest, type };
}

/** The kinds of calls, by the type of their items. */
export const callKinds: ReadonlyMap<string, CallKind> = new Map<string, CallKind>([
  ['function_call', { runs: 'client', name: named(''), args: argumentsText }],
  ['custom_tool_call', { runs: 'client', name: named(''), args: ({ input }) => input }],
  [
    'shell_call',
    {
      runs: 'client',
      name: () => 'shell',
      args: ({ action }) => action,
      frame: { before: () => '{"commands":["', after: '"]}' },
    },
  ],
  ['local_shell_call', { runs: 'client', name: () => 'local_shell', args: ({ action }) => typeLast(action) }],
  [
    'apply_patch_call',
    {
      runs: 'client',
      name: () => 'apply_patch',
      args: ({ operation }) => patchArguments(operation),
      frame: { before: ({ operation }) => patchBeginning(operation), after: '"}' },
    },
  ],
  ['computer_call', { runs: 'client', name: () => 'computer', args: (item) => typeLast(item.action ?? item.actions) }],
  [
    'mcp_call',
    {
      runs: 'provider',
      name: named('mcp'),
      args: argumentsText,
      result: ({ output }) => (typeof output === 'string' ? toolResultFromText(output) : toolResult(output)),
    },
  ],
  [
    'mcp_list_tools',
    {
      runs: 'provider',
      atOnce: true,
      name: () => 'mcp_list_tools',
      args: (item) => ({ server_label: text(item, 'server_label') ?? '' }),
      result: ({ tools }) => toolResult(tools),
    },
  ],
  [
    'web_search_call',
    {
      runs: 'provider',
      atOnce: true,
      name: () => 'web_search',
      args: ({ action }) => typeLast(action),
      result: ({ action }) => listed(member(action, 'sources')),
    },
  ],
  [
    'file_search_call',
    {
      runs: 'provider',
      atOnce: true,
      name: () => 'file_search',
      args: ({ queries }) => ({ queries }),
      result: ({ results }) => listed(results),
    },
  ],
  [
    'code_interpreter_call',
    {
      runs: 'provider',
      name: () => 'code_interpreter',
      args: ({ code }) => ({ code }),
      frame: { before: () => '{"code":"', after: '"}' },
      result: codeResult,
    },
  ],
  [
    'image_generation_call',
    {
      runs: 'provider',
      atOnce: true,
      name: () => 'image_generation',
      args: (item) => ({ prompt: text(item, 'revised_prompt') ?? '' }),
      result: imageResult,
    },
  ],
  ['program', { runs: 'provider', name: () => 'program', args: ({ code }) => ({ code }) }],
  ['tool_search_call', { runs: 'client', name: () => 'tool_search', args: argumentsText }],
  // The Agents SDK's word for what the provider runs.
  [
    'hosted_tool_call',
    { runs: 'provider', name: named('hosted_tool'), args: argumentsText, result: ({ output }) => outputResult(output) },
  ],
]);

function listed(found: unknown): ToolResult | undefined {
  return Array.isArray(found) && found.length > 0 ? toolResult(found) : undefined;
}

/** The file comes first: it is what a preview shows. */
function patchArguments(operation: unknown): unknown {
  if (!isObject(operation)) return operation;
  const { path, type, diff, ...rest } = operation;
  return { path, type, ...rest, ...(diff !== undefined && { diff }) };
}

function patchBeginning(operation: unknown): string {
  const { diff: _, ...rest } = isObject(operation) ? operation : {};
  const before = writeJson(patchArguments(rest)) ?? '{}';
  return `${before.slice(0, -1)}${before === '{}' ? '' : ','}"diff":"`;
}

/** Whether an item says that its call failed, and why (SPEC R5.6). */
export function failureOf(item: JsonObject): string | undefined {
  if (item.error !== undefined && item.error !== null) return errorText(item.error);
  return text(item, 'status') === 'failed' ? '' : undefined;
}

/** What items that answer a call hold; a type that is missing here answers nothing. */
export const answers: ReadonlyMap<string, (item: JsonObject) => ToolResult> = new Map([
  ['function_call_output', ({ output }: JsonObject) => outputResult(output)],
  ['function_call_result', ({ output }: JsonObject) => outputResult(output)],
  ['custom_tool_call_output', ({ output }: JsonObject) => outputResult(output)],
  ['local_shell_call_output', ({ output }: JsonObject) => outputResult(output)],
  ['apply_patch_call_output', ({ output }: JsonObject) => outputResult(output)],
  ['computer_call_output', ({ output }: JsonObject) => outputResult(output)],
  ['computer_call_result', ({ output }: JsonObject) => outputResult(output)],
  ['shell_call_output', shellResult],
  ['tool_search_output', (item: JsonObject) => toolResult(list(item, 'tools'))],
  ['program_output', (item: JsonObject) => outputResult(item.result ?? item.output)],
]);

/** Whether an item that answers a call flags it as failed. */
export function answerIsError(item: JsonObject): boolean {
  return text(item, 'status') === 'failed' || timedOut(item);
}

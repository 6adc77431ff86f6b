import { callArguments, type ToolCall, type ToolResult } from '../../logic/index.ts';
import { editOf } from '../ToolCallView/edit.ts';

/** The result of a call, where it is one that the adapters made. */
function toolResult({ result }: ToolCall): ToolResult | undefined {
  return typeof result === 'object' && result !== null && 'raw' in result ? result : undefined;
}

/** The exit code, unless it is that of a success. */
export function failingExitCode(call: ToolCall): number | undefined {
  const exitCode = toolResult(call)?.exitCode;
  return typeof exitCode === 'number' && exitCode !== 0 ? exitCode : undefined;
}

/** How many lines an edit added and removed, once it is done. */
export function changedLines(call: ToolCall): { readonly added: number; readonly removed: number } | undefined {
  if (call.status !== 'done') return undefined;
  const lines = editOf(callArguments(call), toolResult(call))?.lines;
  const count = (wanted: string) => lines?.filter(({ kind }) => kind === wanted).length ?? 0;
  return lines && { added: count('added'), removed: count('removed') };
}

import type { ToolCall, ToolResult } from '../../logic/index.ts';

/** The result of a call, where it is one that the adapters made. */
function toolResult({ result }: ToolCall): Partial<ToolResult> {
  return typeof result === 'object' && result !== null && 'raw' in result ? result : {};
}

/** The exit code, unless it is that of a success. */
export function failingExitCode(call: ToolCall): number | undefined {
  const { exitCode } = toolResult(call);
  return typeof exitCode === 'number' && exitCode !== 0 ? exitCode : undefined;
}

/** How many lines an edit added and removed. */
export function changedLines(call: ToolCall): { readonly added: number; readonly removed: number } | undefined {
  const { diff } = toolResult(call);
  if (typeof diff !== 'string') return undefined;
  return { added: diff.match(/^\+(?!\+\+ )/gm)?.length ?? 0, removed: diff.match(/^-(?!-- )/gm)?.length ?? 0 };
}

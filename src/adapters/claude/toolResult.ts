import type { ToolResult } from '../../logic/events.ts';
import { known, list, number, text } from '../json.ts';
import { toolResult } from '../toolResult.ts';

/** A tool's result: `content` is what the model reads, `rich` (`tool_use_result`) what the program knows beyond it. */
export function claudeToolResult(content: unknown, rich: unknown): ToolResult {
  const shown = toolResult(content);
  const raw = typeof rich === 'object' && rich !== null ? rich : content;
  return known<ToolResult>({ ...shown, exitCode: shown.exitCode ?? exitCode(shown.text), diff: diff(rich), raw });
}

/** Bash puts the code of a failed command into the first line of its text. */
function exitCode(shown: string | undefined): number | undefined {
  const code = /^Exit code (\d{1,9})(?:\n|$)/.exec(shown?.slice(0, 40) ?? '')?.[1];
  return code === undefined ? undefined : Number(code);
}

/** A unified diff out of the hunks that Edit and Write give. */
function diff(rich: unknown): string | undefined {
  const hunks = list(rich, 'structuredPatch');
  if (hunks.length === 0) return undefined;
  const path = text(rich, 'filePath') ?? 'file';
  return [`--- ${path}`, `+++ ${path}`, ...hunks.flatMap(hunkLines), ''].join('\n');
}

function hunkLines(hunk: unknown): readonly string[] {
  const range = (side: 'old' | 'new'): string =>
    `${number(hunk, `${side}Start`) ?? 1},${number(hunk, `${side}Lines`) ?? 0}`;
  return [`@@ -${range('old')} +${range('new')} @@`, ...list(hunk, 'lines').map(String)];
}

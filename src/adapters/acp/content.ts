import type { ToolResult } from '../../logic/events.ts';
import { known, member, number, text } from '../json.ts';
import { toolResult } from '../toolResult.ts';

/** What can be read of content blocks: their texts, the texts of files, and links. */
export function textOfBlocks(blocks: readonly unknown[]): string {
  return blocks.map(textOfBlock).join('');
}

function textOfBlock(block: unknown): string {
  switch (text(block, 'type')) {
    case 'text':
      return text(block, 'text') ?? '';
    case 'resource':
      return text(member(block, 'resource'), 'text') ?? '';
    case 'resource_link':
      return `[${text(block, 'title') ?? text(block, 'name') ?? 'file'}](${text(block, 'uri') ?? ''})`;
    default:
      return '';
  }
}

/** A change of a file: the whole text before and after. */
export interface Change {
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
}

/** The changes that a call's content shows. */
export function changesOf(content: readonly unknown[]): readonly Change[] {
  const diffs = content.filter((one) => text(one, 'type') === 'diff');
  return diffs.map((diff) => ({
    path: text(diff, 'path') ?? '',
    oldText: text(diff, 'oldText') ?? '',
    newText: text(diff, 'newText') ?? '',
  }));
}

/** The blocks inside a call's content. */
export function blocksOf(content: readonly unknown[]): readonly unknown[] {
  return content.filter((one) => text(one, 'type') === 'content').map((one) => member(one, 'content'));
}

/** What a terminal of the client shows. */
export interface TerminalOutput {
  readonly output?: string | undefined;
  readonly exitCode?: number | undefined;
}

/** The result of a call: what its content shows, else what its tool gave. */
export function resultOf(content: readonly unknown[], rawOutput: unknown, terminal: TerminalOutput): ToolResult {
  const blocks = blocksOf(content);
  const said =
    blocks.length > 0
      ? blocks
          .map(textOfBlock)
          .filter((one) => one !== '')
          .join('\n')
      : '';
  const given = toolResult(rawOutput);
  const plain = text(rawOutput, 'output') ?? text(rawOutput, 'error') ?? terminal.output ?? given.text;
  const shown = said === '' ? plain : said;
  const diff = changesOf(content).map(unifiedDiff).join('');
  return known<ToolResult>({
    text: shown,
    json: shown === undefined ? given.json : undefined,
    exitCode: given.exitCode ?? number(member(rawOutput, 'metadata'), 'exit') ?? terminal.exitCode,
    diff: diff === '' ? undefined : diff,
    images: toolResult(blocks).images,
    raw: rawOutput ?? (content.length > 0 ? content : undefined),
  });
}

const AROUND = 3;

/** One hunk from the first line that differs to the last, with the lines around it. */
function unifiedDiff({ path, oldText, newText }: Change): string {
  if (oldText === newText) return '';
  const before = linesOf(oldText);
  const after = linesOf(newText);
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const from = Math.max(0, head - AROUND);
  const kept = Math.max(0, tail - AROUND);
  const range = (lines: readonly string[]) => `${from + (lines.length > 0 ? 1 : 0)},${lines.length - from - kept}`;
  return [
    `--- ${before.length === 0 ? '/dev/null' : path}`,
    `+++ ${path}`,
    `@@ -${range(before)} +${range(after)} @@`,
    ...before.slice(from, head).map((line) => ` ${line}`),
    ...before.slice(head, before.length - tail).map((line) => `-${line}`),
    ...after.slice(head, after.length - tail).map((line) => `+${line}`),
    ...before.slice(before.length - tail, before.length - kept).map((line) => ` ${line}`),
    '',
  ].join('\n');
}

function linesOf(content: string): readonly string[] {
  return content === '' ? [] : content.replace(/\n$/, '').split('\n');
}

/** The terminal that a call's content shows. */
export function terminalOf(content: readonly unknown[]): string | undefined {
  return text(
    content.find((one) => text(one, 'type') === 'terminal'),
    'terminalId',
  );
}

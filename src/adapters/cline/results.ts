import type { ToolResult } from '../../logic/events.ts';
import { parseJson, writeJson } from '../../logic/json.ts';
import { isObject, known, member, text } from '../json.ts';
import { toolResult } from '../toolResult.ts';

/** One of the answers that a tool of cline gives: `{query, result, success, error?}`, a list of them, or JSON of it. */
function answersOf(output: unknown): readonly unknown[] | undefined {
  const value = typeof output === 'string' && /^\s*[[{]/.test(output) ? parseJson(output) : output;
  const answers = Array.isArray(value) ? value : [value];
  const isAnswers = answers.length > 0 && answers.every((one) => typeof member(one, 'success') === 'boolean');
  return isAnswers ? answers : undefined;
}

/** A tool's output; more than one answer stand under what each is to. A command's exit code is in its first line. */
export function clineResult(output: unknown): ToolResult {
  const answers = answersOf(output);
  if (!answers) return toolResult(output);
  const shown = answers.map((answer) => {
    const said = saidBy(answer);
    return answers.length === 1 ? said : `${text(answer, 'query') ?? ''}\n${said}`;
  });
  const code = answers.length === 1 ? exitCode(answers[0]) : undefined;
  return known<ToolResult>({ text: shown.join('\n\n'), exitCode: code, raw: output });
}

function saidBy(answer: unknown): string {
  const result = member(answer, 'result');
  const said = typeof result === 'string' ? result : isObject(result) ? (writeJson(result) ?? '') : '';
  return said === '' ? (text(answer, 'error') ?? '') : said;
}

function exitCode(answer: unknown): number | undefined {
  const told = text(answer, 'error') ?? text(answer, 'result')?.slice(0, 60) ?? '';
  const code = /^\[?Command exited with code (\d{1,9})/.exec(told)?.[1];
  if (code !== undefined) return Number(code);
  return undefined;
}

/** Whether cline flags the call as failed: each of its answers. */
export function isFailed(output: unknown): boolean {
  return answersOf(output)?.every((answer) => member(answer, 'success') === false) ?? false;
}
